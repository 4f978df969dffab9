'use strict'

// A watch goes on while there is a doubt that time can settle, unless its time was given.

const t = require('tap')
const { findTarget } = require('../../scripts/lib/server/targets')
const { startScript } = require('../helpers/project')
const { runServer } = require('../helpers/running-server')
require('../helpers/without-tap-loader')

const skip = process.platform !== 'linux' && 'it reads /proc'
const NOTICE = /^not enough evidence: .*: watching up to 30 s more\. Ctrl-C prints the card now$/m
const BEAT = 350 // ms: 20 requests in 7 s, and 50 in 17 s

/** Watches a server that gets few requests. */
async function watch (t, ...flags) {
  const { pid, url, stop } = await runServer(findTarget('fast').file)
  t.teardown(stop)
  const command = startScript('scripts/whyslow/bin/whyslow.js', [String(pid), '--json', ...flags])
  let answer
  const requests = setInterval(() => {
    answer = fetch(`${url}/seed/v1`).then((response) => response.text())
  }, BEAT)
  const { stdout, stderr } = await command.outcome
  clearInterval(requests)
  await answer // before the server ends
  return { ...JSON.parse(stdout), stderr }
}

t.test('few requests: it goes on until there are enough', { skip }, async (t) => {
  const { took, facts, stderr } = await watch(t)
  t.match(stderr, NOTICE)
  t.ok(facts.answered >= 50, `${facts.answered}`)
  t.ok(took > 10 && took < 45, `${took}`)
})

t.test('a time that is given is kept', { skip }, async (t) => {
  const { took, first, stderr } = await watch(t, '--seconds', '5')
  t.notMatch(stderr, NOTICE)
  t.equal(first.id, 'not-enough-evidence-too-few-requests-were-answered')
  t.ok(took < 10, `${took}`)
})

'use strict'

// A watch goes on while there is a doubt that time can settle, unless its time was given.

const t = require('tap')
const { listen } = require('../helpers/http-server')
const { startScript } = require('../helpers/project')
const { runCode, skip } = require('../helpers/running-server')
require('../helpers/without-tap-loader')

const NOTICE = /^not enough evidence: .*: watching up to 30 s more\. Ctrl-C prints the card now$/m
const BEAT = 200 // ms: 35 requests in 7 s, and 50 in 10 s
const DELAY = 100 // ms of the backend: with enough requests, nothing else is in doubt

t.jobs = 2 // they wait

/** Watches a server that gets few requests, and waits for a backend. */
async function watch (t, ...flags) {
  const backend = await listen(t, (req, res) => setTimeout(() => res.end(), DELAY))
  const { pid, url } = await runCode(t, `const http = require('node:http')
    const server = http.createServer((req, res) => {
      http.get('${backend.url}', (answer) => answer.resume().on('end', () => res.end()))
    })
    server.listen(0, '127.0.0.1', () => {
      console.log('http://127.0.0.1:' + server.address().port)
    })`)
  const command = startScript('scripts/whyslow/bin/whyslow.js', [String(pid), '--json', ...flags])
  let answer
  const requests = setInterval(() => {
    answer = fetch(url).then((response) => response.text())
  }, BEAT)
  const { stdout, stderr } = await command.outcome
  clearInterval(requests)
  await answer // before the server ends
  return { ...JSON.parse(stdout), stderr }
}

t.test('few requests: it goes on until there are enough', { skip, buffered: true }, async (t) => {
  const { took, facts, first, stderr } = await watch(t)
  t.match(stderr, NOTICE)
  t.ok(facts.answered >= 50, `${facts.answered}`)
  t.equal(first.verdict, 'waiting for dependencies')
  t.ok(took > 10, `${took}`)
})

t.test('a time that is given is kept', { skip, buffered: true }, async (t) => {
  const { took, first, stderr } = await watch(t, '--seconds', '5')
  t.notMatch(stderr, NOTICE)
  t.equal(first.id, 'not-enough-evidence-too-few-requests-were-answered')
  t.ok(took < 10, `${took}`)
})

'use strict'

// A watch goes on while there is a doubt that time can settle, unless its time was given.

const t = require('tap')
const { listen } = require('../helpers/http-server')
const { startScript } = require('../helpers/project')
const { runCode, skip } = require('../helpers/running-server')
require('../helpers/without-tap-loader')

const NOTICE = /^not enough evidence: .*: watching up to 30 s more\. Ctrl-C prints the card now$/m
const BEAT = 200 // ms: 35 requests in 7 s
const DELAY = 100 // ms of the backend

t.jobs = 2 // they wait

/** Watches a server that gets few requests, and asks a backend in each one after the notice. */
async function watch (t, ...flags) {
  const backend = await listen(t, (req, res) => setTimeout(() => res.end(), DELAY))
  const { pid, url } = await runCode(t, `const http = require('node:http')
    const server = http.createServer((req, res) => {
      if (req.url === '/quick') return res.end()
      http.get('${backend.url}', (answer) => answer.resume().on('end', () => res.end()))
    })
    server.listen(0, '127.0.0.1', () => {
      console.log('http://127.0.0.1:' + server.address().port)
    })`)
  const command = startScript('scripts/whyslow/bin/whyslow.js', [String(pid), '--json', ...flags])
  let notices = ''
  command.child.stderr.on('data', (text) => { notices += text })
  let answer
  const requests = setInterval(() => {
    const path = NOTICE.test(notices) ? '/slow' : '/quick'
    answer = fetch(url + path).then((response) => response.text())
  }, BEAT)
  const { stdout } = await command.outcome
  clearInterval(requests)
  await answer // before the server ends
  return { ...JSON.parse(stdout), notices }
}

t.test('it goes on until what is in doubt is settled', { skip, buffered: true }, async (t) => {
  const { took, first, notices } = await watch(t)
  t.match(notices, NOTICE)
  t.equal(first.verdict, 'waiting for dependencies')
  t.ok(took > 10 && took < 30, `${took}`)
})

t.test('a time that is given is kept', { skip, buffered: true }, async (t) => {
  const { took, first, notices } = await watch(t, '--seconds', '5')
  t.notMatch(notices, NOTICE)
  t.equal(first.id, 'not-enough-evidence-too-few-requests-were-answered')
  t.ok(took < 10, `${took}`)
})

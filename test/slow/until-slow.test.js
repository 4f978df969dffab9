'use strict'

// Stalls of the event loop, in the act: --until-slow stays beside a process, says what blocks it,
// and is never in its way. With this Node.js and the newest.

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { startScript } = require('../helpers/project')
const { runCode, runServer, skip, testEachNode } = require('../helpers/running-server')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const SERVER = `const { execSync } = require('node:child_process')
const work = {
  buildReport () {
    const end = Date.now() + 1500
    while (Date.now() < end) Math.random()
  },
  compress () { execSync('exec sleep 1') }
}
const { prepareStackTrace, stackTraceLimit } = Error
const server = require('node:http').createServer((req, res) => {
  work[req.url.slice(1)]?.()
  const left = Object.getOwnPropertyNames(globalThis).filter((name) => /whyslow/i.test(name))
  if (Error.prepareStackTrace !== prepareStackTrace) left.push('prepareStackTrace')
  if (Error.stackTraceLimit !== stackTraceLimit) left.push('stackTraceLimit')
  res.end(left.join())
})
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
process.on('SIGTERM', () => process.exit(0))
`
const LINES = [4, 5] // of buildReport, which loops
const PAUSE = ['--pause', '400'] // a busy machine pauses it, too
const SLACK = 2000 // ms: 1 s is promised, and the machine may be busy

/** Starts a server, and the command that waits for its stalls. */
async function start (t, node) {
  const server = await runCode(t, SERVER, { node })
  const args = [String(server.pid), '--until-slow', '--json', ...PAUSE]
  const command = startScript('scripts/whyslow/bin/whyslow.js', args)
  t.teardown(() => command.child.kill('SIGKILL'))
  let stderr = ''
  command.child.stderr.on('data', (text) => { stderr += text })
  t.ok(await waitUntil(() => stderr.includes('for pauses of')))
  const ask = async (name = '') => (await fetch(`${server.url}/${name}`)).text()
  return { ...server, command, ask }
}

async function checkEnd (t, { pid, command }, exitCode) {
  await sleep(300)
  const began = Date.now()
  process.kill(pid, 'SIGTERM')
  t.ok(await waitUntil(() => !fs.existsSync(`/proc/${pid}`), 10_000))
  t.ok(Date.now() - began < 1500 + SLACK, `${Date.now() - began} ms`)
  t.equal((await command.outcome).code, exitCode)
}

testEachNode(t, {
  async 'a card for each place that stalled' (t, node) {
    const { pid, ask, command, isAsBefore } = await start(t, node)
    await sleep(500)
    await ask('buildReport')
    await sleep(500)
    await ask('compress')
    await sleep(500)
    process.kill(pid, 'SIGSTOP')
    await sleep(800)
    process.kill(pid, 'SIGCONT')
    await sleep(500)
    command.child.kill('SIGINT')
    const { code, stdout } = await command.outcome
    t.equal(code, 130)
    const cards = stdout.trim().split('\n').map((line) => JSON.parse(line))
    const found = (kind) => cards.find((card) => card.kind === kind)
    const { place, longestMs } = found('blocked')
    t.ok(LINES.includes(place.line), `line ${place.line}`)
    t.ok(longestMs > 500)
    t.equal(found('waiting').child, 'sleep')
    t.equal(found('suspended').count, 1)
    t.equal(await ask(), '', 'nothing of it is left')
    t.ok(await isAsBefore())
  },
  async 'a process that is told to end does so while it waits' (t, node) {
    await checkEnd(t, await start(t, node), 4)
  },
  async 'a process that is told to end in the middle of a stall does so' (t, node) {
    const server = await start(t, node)
    server.ask('buildReport').catch(() => {})
    await checkEnd(t, server, 3)
  },
  async 'a command that is killed leaves nothing' (t, node) {
    const { ask, command, isAsBefore } = await start(t, node)
    command.child.kill('SIGKILL')
    t.ok(await isAsBefore(), 'the inspector is closed')
    t.equal(await ask(), '')
  }
}, 1)

t.test('it ends by itself, and says that nothing stalled', { skip }, async (t) => {
  const { pid, stop } = await runServer(path.join(__dirname, '../../fast/index.js'))
  t.teardown(stop)
  const args = [String(pid), '--until-slow', '--for', '2s', '--pause', '2000']
  const { code, stdout } = await startScript('scripts/whyslow/bin/whyslow.js', args).outcome
  t.equal(code, 0)
  t.match(stdout, /^✓ process \d+: no stall\n {2}nothing blocked the event loop for 2,000 ms/)
})

'use strict'

// Stalls of the event loop, in the act: --until-slow stays beside a process, says what blocks it,
// and is never in its way. With this Node.js and the newest.

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { portsOf } = require('../../scripts/whyslow/attach/ports')
const { startScript } = require('../helpers/project')
const { runServer } = require('../helpers/running-server')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const skip = process.platform !== 'linux' && 'it reads /proc'
const SERVER = `const { execSync } = require('node:child_process')
const work = {
  buildReport () {
    const end = Date.now() + 600
    while (Date.now() < end) Math.random()
  },
  compress () { execSync('exec sleep 0.6') }
}
const server = require('node:http').createServer((req, res) => {
  work[req.url.slice(1)]?.()
  res.end(Object.getOwnPropertyNames(globalThis).filter((name) => /whyslow/i.test(name)).join())
})
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
process.on('SIGTERM', () => process.exit(0))
`
const LINES = [4, 5] // of buildReport, which loops
const PAUSE = ['--pause', '400'] // a busy machine pauses it, too
const SLACK = 2000 // ms: 1 s is promised, and the machine may be busy

async function testAll (t, node) {
  async function start (t) {
    const folder = t.testdir({ 'server.js': SERVER })
    const server = await runServer(path.join(folder, 'server.js'), { node })
    t.teardown(server.stop)
    const { pid } = server
    const args = [String(pid), '--until-slow', '--json', ...PAUSE]
    const command = startScript('scripts/whyslow/bin/whyslow.js', args)
    t.teardown(() => command.child.kill('SIGKILL'))
    let stderr = ''
    command.child.stderr.on('data', (text) => { stderr += text })
    t.ok(await waitUntil(() => stderr.includes('waits for pauses')))
    const ask = async (name = '') => (await fetch(`${server.url}/${name}`)).text()
    return { ...server, command, ask }
  }

  t.test('a card for each place that stalled', async (t) => {
    const { pid, ask, command } = await start(t)
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
    t.ok(await waitUntil(() => portsOf(pid).listening.length === 1))
  })

  const states = {
    'while it waits': () => {},
    'in the middle of a stall': ({ ask }) => { ask('buildReport').catch(() => {}) }
  }
  for (const [state, begin] of Object.entries(states)) {
    t.test(`a process that is told to end does so ${state}`, async (t) => {
      const server = await start(t)
      begin(server)
      await sleep(300)
      const began = Date.now()
      process.kill(server.pid, 'SIGTERM')
      t.ok(await waitUntil(() => !fs.existsSync(`/proc/${server.pid}`), 10_000))
      t.ok(Date.now() - began < 600 + SLACK, `${Date.now() - began} ms`)
      const { code } = await server.command.outcome
      t.equal(code, state === 'while it waits' ? 4 : 3)
    })
  }

  t.test('a command that is killed leaves nothing', async (t) => {
    const { pid, ask, command } = await start(t)
    command.child.kill('SIGKILL')
    t.ok(await waitUntil(() => portsOf(pid).listening.length === 1), 'the inspector is closed')
    t.equal(await ask(), '')
  })
}

t.test('this Node.js', { skip }, (t) => testAll(t, process.execPath))

t.test('Node.js 26', { skip }, async (t) => {
  const { file } = await fetchNode('26')
  await testAll(t, file)
})

t.test('it ends by itself, and says that nothing stalled', { skip }, async (t) => {
  const { pid, stop } = await runServer(path.join(__dirname, '../../fast/index.js'))
  t.teardown(stop)
  const args = [String(pid), '--until-slow', '--for', '2s', '--pause', '2000']
  const { code, stdout } = await startScript('scripts/whyslow/bin/whyslow.js', args).outcome
  t.equal(code, 0)
  t.match(stdout, /^✓ process \d+: no stall\n {2}nothing blocked the event loop for 2,000 ms/)
})

t.test('what makes no sense is refused', async (t) => {
  const mistakes = [
    [['1', '--until-slow', '--pause', '10'], /--pause takes 100 ms or more, not 10\n$/],
    [['1', '--until-slow', '--for', '2'], /--for takes a time such as 90s, .*, not 2\n$/],
    [['1', '--until-slow', '--heap'], /--heap is not for --until-slow\n$/],
    [['1', '--pause', '500'], /--pause and --for need --until-slow\n$/]
  ]
  for (const [args, message] of mistakes) {
    const { code, stderr } = await startScript('scripts/whyslow/bin/whyslow.js', args).outcome
    t.equal(code, 2)
    t.match(stderr, message)
  }
})

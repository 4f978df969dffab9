'use strict'

// Whatever the process is: it never dies of a diagnosis, it is as before when the command has
// ended, however that ends, and the command says in one line what it refuses. With this Node.js and
// the newest.

const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')
const path = require('node:path')
const { once } = require('node:events')
const { setTimeout: sleep } = require('node:timers/promises')
const { isDeepStrictEqual } = require('node:util')
const t = require('tap')
const whyslow = require('whyslow')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { findFreePort } = require('../../docs/labs/free-port')
const { findTarget } = require('../../scripts/lib/server/targets')
const { portsOf } = require('../../scripts/whyslow/attach/ports')
const { startScript } = require('../helpers/project')
const { runServer, underLoad } = require('../helpers/running-server')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const skip = process.platform !== 'linux' && 'it reads /proc'
const SERVER = `const http = require('node:http')
const server = http.createServer((req, res) => res.end(answer(req)))
server.listen(process.env.PORT, process.env.HOST, () => {
  console.log('http://127.0.0.1:' + server.address().port)
})
function answer () { return 'ok' }
`
const FEW_FILES = `${SERVER}
const fs = require('node:fs')
const files = []
for (;;) {
  try {
    files.push(fs.openSync('/dev/null'))
  } catch {
    break
  }
}
for (let i = 0; i < 3; i++) fs.closeSync(files.pop())
`
const PAUSING = `${SERVER.replace("'ok'", "{ debugger; return 'ok' }").replace('return {', '{')}
server.setMaxListeners(0)
for (let i = 0; i < 20; i++) server.on('sale', () => {})
Object.defineProperty(server, 'constructor', { get () { // called by the walk over the heap
  debugger
  return http.Server
} })
`
const BLOCKED = SERVER.replace("'ok'", `String(compute())
function compute () {
  let sum = 0
  while (!require('node:fs').existsSync(__dirname + '/go')) {
    for (let i = 0; i < 1e6; i++) sum += Math.random()
  }
  return sum
}`)
const STEPS = [ // ms of 5 s at which the command is killed, for each of four servers
  [50, 500, 4200],
  [150, 800, 4800],
  [250, 1500, 5200],
  [350, 3600, 5700]
]
const LIMITED = ['/bin/bash', '-c', 'ulimit -n 64; exec "$0" "$@"']
const TITLE = `${SERVER}\nprocess.title = 'shop'`

async function freePort () {
  return 20_000 + await findFreePort() % 10_000
}

/** Starts a server of this code, which is killed with the test. */
async function run (t, { node, code = SERVER, flags, args = [], wrapper = [], isCopied }) {
  const folder = t.testdir({ 'server.js': code })
  const file = path.join(folder, 'server.js')
  const port = await freePort()
  const given = (flags ?? ['--inspect-port=PORT']).map((flag) => flag.replace('PORT', String(port)))
  const binary = isCopied ? path.join(folder, 'node') : node
  if (isCopied) fs.copyFileSync(node, binary)
  const [first, ...rest] = [...wrapper, binary, ...given]
  const server = await runServer(file, { node: first, flags: rest, args })
  if (isCopied) fs.rmSync(binary)
  t.teardown(server.stop)
  return { ...server, file, port }
}

/** Runs the command; whatever it prints has no stack. */
async function diagnose (t, ...args) {
  const { code, stdout, stderr } = await startScript('scripts/diagnose.js', args).outcome
  t.notMatch(stdout + stderr, /^ {4}at |Error:/m, 'no stack')
  const own = stderr.split('\n').filter((line) => line.startsWith('diagnose: '))
  t.ok(own.length <= 1, `one line: ${own}`)
  return { code, stdout, stderr }
}

const watch = (t, { pid }, ...args) => diagnose(t, '--pid', String(pid), '--watch', '5', ...args)

/** Checks that a server is as before. */
async function checkUntouched (t, { pid }, before) {
  await waitUntil(() => isDeepStrictEqual(portsOf(pid).listening, before), 15_000)
  t.strictSame(portsOf(pid).listening, before)
}

const WATCHED = { code: 0, message: /^SIGUSR1 opens the inspector of process \d+, for this / }
const CASES = {
  'three free descriptors': {
    server: { code: FEW_FILES, wrapper: LIMITED },
    code: 3,
    message: /^diagnose: process \d+ has 6[1-4] files and sockets open, and may open 64: .*\/fd\n$/
  },
  'a host that others can reach': {
    server: { flags: ['--inspect-port=0.0.0.0:PORT'] },
    code: 1,
    message: /^diagnose: process \d+ would open its inspector on 0\.0\.0\.0, .* that host\n$/
  },
  'a host that others can reach, and a title instead of the flags': {
    server: { code: TITLE, flags: ['--inspect-port=0.0.0.0:PORT'] },
    code: 1,
    message: /\ndiagnose: process \d+ has opened its inspector at 0\.0\.0\.0:\d+, .*closed again/
  },
  'a title instead of the flags': { server: { code: TITLE }, ...WATCHED },
  'a title, and an inspector that is open': {
    server: { code: TITLE, flags: ['--inspect=PORT'] }, ...WATCHED
  },
  'two flags for the port': {
    server: { flags: ['--inspect-port=9300', '--inspect-port=PORT'] }, ...WATCHED
  },
  'any port': { server: { flags: ['--inspect-port=0'] }, ...WATCHED },
  'a port over IPv6': { server: { flags: ['--inspect-port=[::1]:PORT'] }, ...WATCHED },
  "the server's own flag": { server: { args: ['--debug-port=1'] }, ...WATCHED },
  'a binary that an update has replaced': { server: { isCopied: true }, ...WATCHED },
  'statements of a debugger': { server: { code: PAUSING }, args: ['--callers'], ...WATCHED }
}

async function testAll (t, node) {
  const test = (name, use) => t.test(name, { buffered: true, timeout: 120_000 }, use)

  for (const [name, { server: options, args = [], code, message }] of Object.entries(CASES)) {
    test(name, async (t) => {
      const server = await run(t, { node, ...options })
      const before = portsOf(server.pid).listening
      const outcome = await watch(t, server, ...args)
      t.equal(outcome.code, code, outcome.stderr)
      t.match(outcome.stderr, message)
      if (!code) t.match(outcome.stdout, /^\? pid-\d+: not enough evidence: no requests arrived$/m)
      await checkUntouched(t, server, before)
      t.equal(await (await fetch(server.url)).text(), 'ok')
      if (!outcome.stderr.includes('SIGUSR1 opens')) t.equal(server.stderr(), '', 'no signal')
    })
  }

  test('the primary of a cluster', async (t) => {
    const primary = await run(t, {
      node,
      code: `const cluster = require('node:cluster')
let online = 0
if (!cluster.isPrimary) setInterval(() => {}, 1000)
else for (let i = 0; i < 2; i++) cluster.fork()
cluster.on('online', () => { if (++online === 2) console.log('http://none') })`
    })
    const { code, stdout } = await watch(t, primary)
    t.equal(code, 0)
    t.match(stdout, /^ {2}worker {4}process \d+ is one of 2 workers: all are alike$/m)
    const children = fs.readFileSync(`/proc/${primary.pid}/task/${primary.pid}/children`, 'utf8')
    const left = children.trim().split(' ').map((pid) => portsOf(Number(pid)).listening)
    t.strictSame(left, [[], []], 'no inspector')
  })

  test('an endless loop', async (t) => {
    const server = await run(t, { node, code: BLOCKED })
    const before = portsOf(server.pid).listening
    const answer = fetch(server.url)
    const { code, stdout, stderr } = await watch(t, server)
    t.equal(code, 0)
    t.match(stdout, /^✗ pid-\d+: event loop blocked by computation$/m)
    t.match(stdout, /server\.js:\d+ answer /, 'the place')
    t.match(stderr, /^the inspector of process \d+ stays open at 127\.0\.0\.1:\d+ for now: /m)
    fs.writeFileSync(path.join(path.dirname(server.file), 'go'), '')
    t.ok(Number(await (await answer).text()) > 0)
    await checkUntouched(t, server, before)
  })

  test('two diagnoses at one moment', async (t) => {
    for (const flag of ['--inspect-port=PORT', '--inspect=PORT']) {
      const server = await run(t, { node, flags: [flag] })
      const before = portsOf(server.pid).listening
      const isOpen = before.length > 1
      const inspect = () => diagnose(t, '--inspect', `127.0.0.1:${server.port}`, '--watch', '5')
      const start = () => isOpen ? inspect() : watch(t, server)
      const outcomes = await Promise.all([start(), start()])
      outcomes.sort((a, b) => a.code - b.code)
      t.strictSame(outcomes.map(({ code }) => code), [0, 1], 'the first goes on')
      t.match(outcomes[1].stderr, /another command watches process \d+: wait for its end\n$/)
      await checkUntouched(t, server, before)
    }
  })

  test('a process that exits when it is watched', async (t) => {
    const code = `${SERVER}
const inspector = require('node:inspector')
setInterval(() => { if (inspector.url()) process.exit() }, 1)`
    const { code: exitCode, stderr } = await watch(t, await run(t, { node, code }))
    t.equal(exitCode, 1)
    t.match(stderr, /^diagnose: (process \d+|the process) has ended/m)
  })
}

t.test('this Node.js', { skip, jobs: 3 }, (t) => testAll(t, process.execPath))

t.test('Node.js 26', { skip, jobs: 3 }, async (t) => {
  const { file } = await fetchNode('26')
  await testAll(t, file)
})

t.test('SIGKILL at each step leaves nothing', { skip, timeout: 300_000 }, async (t) => {
  async function killAt (steps) {
    const server = await runServer(findTarget('fast').file)
    const { pid, url, stop } = server
    t.teardown(stop)
    const before = portsOf(pid).listening
    const args = ['--pid', String(pid), '--watch', '5']
    const { failed } = await underLoad(`${url}/seed/v1`, async () => {
      for (const step of steps) {
        const { child, outcome } = startScript('scripts/diagnose.js', args)
        await sleep(step)
        child.kill('SIGKILL')
        await outcome
        await sleep(500) // SIGUSR1 may be under way
        await checkUntouched(t, server, before)
      }
    }, { overallRate: 100 }) // leaves the commands a core
    t.equal(failed, 0)
    const { first } = await whyslow.watch({ pid }, { seconds: 1 })
    t.match(first.verdict, /no requests arrived$/, 'it can be watched again')
  }

  await Promise.all(STEPS.map(killAt))
})

t.test('what is no inspector', { jobs: 3 }, async (t) => {
  const page = JSON.stringify([{ id: 'some' }])
  const answers = {
    'closes each connection': net.createServer((socket) => socket.destroy()),
    'is silent': net.createServer(() => {}),
    'is a web server': http.createServer((req, res) => res.end('<h1>shop</h1>')),
    'accepts no WebSocket': http.createServer((req, res) => res.end(page)).on('upgrade', () => {})
  }
  for (const [name, server] of Object.entries(answers)) {
    t.test(name, { buffered: true }, async (t) => {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      t.teardown(() => server.close())
      const address = `127.0.0.1:${server.address().port}`
      const { code, stdout, stderr } = await diagnose(t, '--inspect', address)
      t.strictSame([code, stdout], [1, ''])
      t.match(stderr, new RegExp(`^diagnose: no inspector answers at ${address} \\(.+\\): .*\\n$`))
    })
  }
})

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
const t = require('tap')
const whyslow = require('whyslow')
const { findTarget } = require('../../scripts/lib/server/targets')
const { startScript } = require('../helpers/project')
const { runCode, runServer, skip, testEachNode, underLoad } = require('../helpers/running-server')
require('../helpers/without-tap-loader')

const SERVER = `const http = require('node:http')
const server = http.createServer((req, res) => res.end(answer(req)))
server.listen(0, '127.0.0.1', () => {
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
const BLOCKED = SERVER.replace("'ok'", `compute()
function compute () {
  while (!require('node:fs').existsSync(__dirname + '/go')) {
    for (let i = 0, sum = 0; i < 1e6; i++) sum += Math.random()
  }
  return 'ok'
}`)
const WATCHED_FOR = 3 // s
const STEPS = [ // ms at which that watch is killed, for each of four servers
  [50, 500, 2900],
  [150, 800, 3300],
  [250, 1500, 3700],
  [350, 2200, 4000]
]
const LIMITED = ['/bin/bash', '-c', 'ulimit -n 64; exec "$0" "$@"']
const TITLE = `${SERVER}\nprocess.title = 'shop'`

const start = (...args) => startScript('scripts/whyslow/bin/whyslow.js', args)

/** Runs the command; whatever it prints has no stack. */
async function run (t, ...args) {
  const { code, stdout, stderr } = await start(...args).outcome
  t.notMatch(stdout + stderr, /^ {4}at |Error:/m, 'no stack')
  const own = stderr.split('\n').filter((line) => line.startsWith('whyslow: '))
  t.ok(own.length <= 1, `one line: ${own}`)
  return { code, stdout, stderr }
}

const watch = (t, { pid }, seconds, ...args) =>
  run(t, String(pid), '--seconds', String(seconds), ...args)

/** Checks that a server is as before, and answers. */
async function checkUntouched (t, { isAsBefore, url }) {
  t.ok(await isAsBefore(), 'it listens as before')
  t.equal(await (await fetch(url)).text(), 'ok')
}

const WATCHED = { code: 4, message: /^SIGUSR1 opens the inspector of process \d+, for this / }
const CARD = /^\? process \d+: not enough evidence: no requests arrived$/m
const CASES = {
  'three free descriptors': {
    server: { code: FEW_FILES, wrapper: LIMITED },
    code: 3,
    message: /^whyslow: process \d+ has 6[1-4] files and sockets open, of at most 64: .*\/fd\n$/
  },
  'a host that others can reach, and a title instead of the flags': {
    server: { code: TITLE, flags: ['--inspect-port=0.0.0.0:PORT'] },
    code: 1,
    message: /\nwhyslow: process \d+ has opened its inspector at 0\.0\.0\.0:\d+, .*closed again/
  },
  'a title, and an inspector that is open': {
    server: { code: TITLE, flags: ['--inspect=PORT'] }, ...WATCHED
  },
  'any port': { server: { flags: ['--inspect-port=0'] }, ...WATCHED },
  'a port over IPv6': { server: { flags: ['--inspect-port=[::1]:PORT'] }, ...WATCHED },
  'statements of a debugger': { server: { code: PAUSING }, args: ['--callers'], ...WATCHED }
}

const tests = {
  async 'an endless loop' (t, node) {
    const server = await runCode(t, BLOCKED, { node })
    const answer = fetch(server.url)
    const { code, stdout, stderr } = await watch(t, server, 5)
    t.equal(code, 3)
    t.match(stdout, /^✗ process \d+: event loop blocked by computation$/m)
    t.match(stdout, /server\.js:[89] compute\s/, 'the loop')
    t.match(stdout, /longest pause [45],\d{3} ms/, 'it lasts for most of the 5 s')
    t.match(stderr, /^the inspector of process \d+ stays open at 127\.0\.0\.1:\d+ for now: /m)
    fs.writeFileSync(path.join(server.folder, 'go'), '')
    t.equal(await (await answer).text(), 'ok')
    await checkUntouched(t, server)
  }
}

for (const [name, { server: options, args = [], code, message }] of Object.entries(CASES)) {
  tests[name] = async (t, node) => {
    const server = await runCode(t, options.code ?? SERVER, { node, ...options })
    const outcome = await watch(t, server, 2, ...args)
    t.equal(outcome.code, code, outcome.stderr)
    t.match(outcome.stderr, message)
    if (code === WATCHED.code) t.match(outcome.stdout, CARD)
    await checkUntouched(t, server)
    if (!outcome.stderr.includes('SIGUSR1 opens')) t.equal(server.stderr(), '', 'no signal')
  }
}

testEachNode(t, tests)

t.test('SIGKILL at each step leaves nothing', { skip, timeout: 300_000 }, async (t) => {
  async function killAt (steps) {
    const { pid, url, isAsBefore, stop } = await runServer(findTarget('fast').file)
    t.teardown(stop)
    const { failed } = await underLoad(`${url}/seed/v1`, async () => {
      for (const step of steps) {
        const { child, outcome } = start(String(pid), '--seconds', String(WATCHED_FOR))
        await sleep(step)
        child.kill('SIGKILL')
        const { signal } = await outcome
        if (step < WATCHED_FOR * 1000) t.equal(signal, 'SIGKILL', `${step} ms: it still runs`)
        await sleep(500) // SIGUSR1 may be under way
        t.ok(await isAsBefore(), `${step} ms`)
      }
    }, { overallRate: 100 }) // leaves the commands a core
    t.equal(failed, 0)
    const { first } = await whyslow.watch({ pid }, { seconds: 1 })
    t.match(first.verdict, /no requests arrived$/, 'it can be watched again')
  }

  await Promise.all(STEPS.map(killAt))
})

t.test('an address of no inspector is refused in one line', async (t) => {
  const page = JSON.stringify([{ id: 'some' }])
  for (const server of [
    net.createServer(() => {}), // is silent
    http.createServer((req, res) => res.end('<h1>shop</h1>')),
    http.createServer((req, res) => res.end(page)).on('upgrade', () => {}) // no WebSocket
  ]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close())
    const address = `127.0.0.1:${server.address().port}`
    const { code, stdout, stderr } = await run(t, address)
    t.strictSame([code, stdout], [1, ''])
    t.match(stderr, new RegExp(`^whyslow: no inspector answers at ${address} \\(.+\\): .*\\n$`))
  }
})

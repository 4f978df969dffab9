'use strict'

// A running server is watched under its own load, and is then as it was before.

const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const { isDeepStrictEqual } = require('node:util')
const t = require('tap')
const { watch } = require('whyslow')
const { attach } = require('whyslow/attach')
const { closeInspector } = require('../../scripts/whyslow/attach/close')
const { profilers } = require('../../scripts/lib/profile/profilers')
const { portsOf } = require('../../scripts/whyslow/attach/ports')
const { listProcesses } = require('../helpers/processes')
const { startScript } = require('../helpers/project')
const { runServer, skip, underLoad } = require('../helpers/running-server')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const SERVER = `const CHANNELS = ['http.server.request.start', 'http.server.response.finish',
  'net.server.socket']
const inspector = require('node:inspector')
const pending = new Set() // Node.js names no timers that are unref'd
for (const timers of [globalThis, require('node:timers')]) {
  const { clearTimeout, setTimeout } = timers
  timers.setTimeout = (run, ...args) => {
    const timer = setTimeout(() => pending.delete(timer) && run(), ...args)
    pending.add(timer)
    return timer
  }
  timers.clearTimeout = (timer) => {
    pending.delete(timer)
    clearTimeout(timer)
  }
}
const types = [require('node:net').Socket, require('node:dgram').Socket, EventTarget,
  require('node:events'), require('node:child_process').ChildProcess, MessagePort]
const methods = () => types.map((type) => Object.getOwnPropertyDescriptors(type.prototype))
const before = methods()
const describeError = (error) => String(error) // of its own
Error.prepareStackTrace = describeError
function state () { // what may be left of a watch
  const { hasSubscribers } = require('node:diagnostics_channel')
  const count = {}
  for (const name of process.getActiveResourcesInfo()) count[name] = (count[name] ?? 0) + 1
  delete count.TCPSocketWrap // connections
  delete count.FSReqCallback
  delete count.PipeWrap // Node.js 26 opens stderr after the first call of this function
  return JSON.stringify({
    pid: process.pid,
    channels: CHANNELS.filter(hasSubscribers),
    resources: count,
    timers: pending.size,
    methods: require('node:util').isDeepStrictEqual(methods(), before),
    errors: Error.prepareStackTrace === describeError,
    inspector: inspector.url() ?? null
  })
}
const http = require('node:http')
function compute () {
  let sum = 0
  for (let i = 0; i < 2e6; i++) sum += Math.random()
  return String(sum)
}
const server = http.createServer((req, res) => {
  if (req.url === '/late') return setTimeout(() => res.end(), 200)
  res.end(req.url === '/state' ? state() : compute())
})
server.listen(process.env.PORT, process.env.HOST, () => {
  console.log('http://127.0.0.1:' + server.address().port)
})
`
t.jobs = 3 // half of the time they wait
t.setTimeout(60_000)
const test = (name, run) => t.test(name, { skip, buffered: true }, run)

/** The files and sockets of a process, without connections. */
const openFilesOf = ({ pid }) =>
  fs.readdirSync(`/proc/${pid}/fd`).length - portsOf(pid).connected.length

/** Runs a test with a server, which has to be as before afterwards, without a word of its own. */
function testUntouched (name, options, use) {
  test(name, async (t) => {
    const server = await run(t, options)
    const before = await server.state()
    const files = openFilesOf(server)
    await use(t, { ...server, inspector: before.inspector })
    await waitUntil(async () => isDeepStrictEqual(await server.state(), before), 15_000)
    t.strictSame(await server.state(), before)
    t.ok(await waitUntil(() => openFilesOf(server) <= files), 'no file more is open')
    t.ok(await waitUntil(() => !hasCloser(server), 3000), 'what somebody else opens stays open')
    t.notMatch(server.stderr(), /Error|Warning/)
  })
}

/** Whether something waits to close the inspector of a process. */
function hasCloser ({ pid }) {
  return listProcesses().some(({ line }) => line.includes(`closer {"pid":${pid},`))
}

/** Starts a server of this code, which is killed with the test. */
async function run (t, { code = SERVER, type = 'js', ...options } = {}) {
  const name = `server.${type}`
  const file = `${t.testdir({ [name]: code })}/${name}`
  const server = await runServer(file, options)
  const { url, stop } = server
  t.teardown(stop)
  const notices = []
  const onNotice = (text) => notices.push(text)

  async function state () {
    const answer = await fetch(`${url}/state`, { headers: { connection: 'close' } })
    return answer.json()
  }

  return { ...server, file, state, notices, onNotice }
}

/** Two seconds beside other tests may show something else: it looks up to three times. */
async function watchFor (verdict, { pid, notices, onNotice }, options) {
  let watched
  for (let i = 0; i < 3 && watched?.first.verdict !== verdict; i++) {
    notices.length = 0
    watched = await watch({ pid }, { seconds: 4, onNotice, ...options })
  }
  return watched
}

const failure = (promise) => promise.then(() => 'none', ({ message }) => message)

const ASKING = {
  code: `${SERVER.replace('res.end(req', `if (req.url !== '/state') return ask(res)
  res.end(req`)}
const backend = http.createServer((req, res) => setTimeout(() => res.end('ok'), 20))
function ask (res) {
  http.get(backend.address(), (answer) => answer.resume().on('end', () => res.end('ok')))
}
backend.listen(0, '127.0.0.1')`
}

testUntouched('who asks a backend', ASKING, async (t, server) => {
  const { url, file, notices } = server
  const WAITING = 'waiting for dependencies'
  const { used } = await underLoad(url, async () => {
    const { first, untested } = await watchFor(WAITING, server)
    t.strictSame([first.verdict, first.place.function, untested], [WAITING, 'ask', []])
    return await watchFor(WAITING, server, { callers: true })
  })
  t.equal(used.first.verdict, WAITING)
  t.match(used.first.figure, /; about [\d.]+ calls? to \S+:\d+ per request, [\d.]+ ms each$/)
  t.strictSame([used.first.place.function, used.first.place.file], ['ask', file])
  t.match(notices[1], /^Tracing 200 calls of process \d+ for up to 1,000 ms/)
})

const MODULE = {
  type: 'mjs',
  code: `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
${SERVER}`
}

testUntouched('a verdict, its place and the routes; the next watch', MODULE, async (t, server) => {
  const { pid, url, file, state, notices } = server
  const BLOCKED = 'event loop blocked by computation'
  const { used, failed } = await underLoad(`${url}/items/7?a=b`, () => watchFor(BLOCKED, server))
  t.equal(used.first.verdict, BLOCKED, used.first.figure)
  t.equal(used.first.place?.file, file) // the handler, if V8 has inlined what it calls
  t.equal(used.routes[0].name, 'GET /items/:id')
  t.strictSame([used.running.pid, failed], [pid, 0])
  t.equal(notices.length, 1, 'before SIGUSR1 is sent')
  await state() // it has answered the load
  const { first, facts } = await watch({ pid }, { seconds: 1, collect: true })
  t.match(first.verdict, /^not enough evidence/)
  t.ok(Number(facts.collections) > 0)
})

const OPEN = { flags: ['--inspect=0'] }

testUntouched('an inspector that was open stays open', OPEN, async (t, server) => {
  const { url, inspector, state } = server
  const running = { host: '127.0.0.1', port: Number(new URL(inspector).port) }
  let isFirst = true
  async function onProgress () {
    if (!isFirst) return
    isFirst = false
    await state()
    await state()
    await fetch(`${url}/late`)
  }
  const watched = await watch(running, { seconds: 3, onProgress })
  t.strictSame(watched.routes.map(({ name }) => name), ['GET /late', 'GET /state'], 'by their time')
})

testUntouched('a command that SIGKILL ends leaves nothing', {}, async (t, server) => {
  const args = ['--pid', String(server.pid), '--watch', '60']
  const { child, outcome } = startScript('scripts/diagnose.js', args)
  await waitUntil(async () => (await server.state()).channels.length > 0)
  t.ok(hasCloser(server))
  child.kill('SIGKILL')
  await outcome
})

testUntouched('a CPU profile of what it does for others', {}, async (t, server) => {
  const { pid, url, file, notices, onNotice } = server
  const profile = (duration, signal) =>
    profilers.cpuprofile.run({ name: 'it', running: { pid } }, {
      load: { duration },
      onNotice,
      signal
    })
  const { used, failed } = await underLoad(url, () => profile(1))
  const { frame, share } = used.frames.total.find(({ frame }) => frame.file === file)
  t.ok(share > 0.5, `${frame.name} ${share}`)
  t.strictSame([notices.length, failed], [2, 0])
  t.match(notices[1], /may pause the process/)
  t.equal((await t.rejects(profile(5, AbortSignal.timeout(300)))).name, 'TimeoutError')
})

testUntouched('a profile is saved, though no finding needs it', {}, async (t, { pid, file }) => {
  const into = `${path.dirname(file)}/x.cpuprofile`
  const args = [String(pid), '--seconds', '1', '--save-profile', into]
  await startScript('scripts/whyslow/bin/whyslow.js', args).outcome
  const { nodes } = JSON.parse(fs.readFileSync(into, 'utf8'))
  t.ok(nodes.length > 0)
})

test('the end of the process ends the watch', async (t) => {
  const { child, pid } = await run(t)
  const onProgress = () => child.kill('SIGKILL') // after the first reading
  t.equal((await watch({ pid }, { seconds: 600, onProgress })).ended, 'exited')
})

const IN_USE = /^port \d+, which the inspector .* is in use by .*\. Wait until the port is free$/

test('what cannot be watched gets one line', async (t) => {
  const own = await run(t, { code: `process.on('SIGUSR1', () => {})\n${SERVER}` })
  const { exitCode, message } = await t.rejects(attach(own, own.onNotice))
  t.equal(exitCode, 1)
  t.match(own.notices[0], /\. If the program handles SIGUSR1 itself, its handler runs$/)
  t.match(message, /^process \d+ has not opened its inspector in 2 s\. .* start it with --inspect$/)
  t.equal((await own.state()).pid, own.pid)

  const open = await run(t, { flags: ['--inspect=PORT'] })
  const taken = await run(t, { flags: [`--inspect-port=${new URL(open.url).port}`] })
  t.match(await failure(attach(taken)), IN_USE)
  t.equal((await taken.state()).inspector, null, 'no signal was sent')

  for (const running of [{ pid: open.pid }, { host: '127.0.0.1', port: open.port }]) {
    const { end } = await attach(running)
    t.match(await failure(attach(running)), /^another command watches process \d+: wait until /)
    await end()
  }

  const debug = net.connect(open.port, '127.0.0.1')
  t.ok(await waitUntil(() => portsOf(open.pid).connected.includes(open.port)), 'it is accepted')
  t.match(await failure(attach({ pid: open.pid })), IN_USE)
  const closing = closeInspector({ host: '127.0.0.1', port: open.port })
  t.match(await failure(closing), / has a debugger, or another command: end that first$/)
  debug.destroy()

  const wrapper = ['/bin/sh', '-c', '"$0" "$@" & wait'] // removes what has ended at once
  const ending = await (await run(t, { wrapper })).state()
  function end () { // when it is about to get its signal
    process.kill(ending.pid, 'SIGKILL')
    while (fs.existsSync(`/proc/${ending.pid}`));
  }
  t.equal(await failure(attach(ending, end)), `process ${ending.pid} has ended`)
})

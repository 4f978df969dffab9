'use strict'

// A running server is watched under its own load, and is then as it was before.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const { isDeepStrictEqual } = require('node:util')
const t = require('tap')
const { watchServer } = require('../../scripts/lib/diagnosis/collect-running')
const { attach, startWatch } = require('../../scripts/lib/measure/attach')
const { inspectProcess } = require('../../scripts/lib/measure/attachable')
const { cpuprofile } = require('../../scripts/lib/profiling/cpuprofile')
const { portsOf } = require('../../scripts/lib/system/process-ports')
const { startScript } = require('../helpers/project')
const { runServer, underLoad, STATE } = require('../helpers/running-server')
const { isRunning } = require('../helpers/observed-stage')
const { waitUntil } = require('../helpers/wait')
require('../helpers/without-tap-loader')

const skip = process.platform !== 'linux' && 'it reads /proc'
const SERVER = `${STATE}
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

/** Runs a test with a server, which has to be as before afterwards, without a word of its own. */
function testUntouched (name, options, use) {
  test(name, async (t) => {
    const server = await run(t, options)
    const before = await server.state()
    await use(t, { ...server, before })
    await waitUntil(async () => isDeepStrictEqual(await server.state(), before), 15_000)
    t.strictSame(await server.state(), before)
    t.notMatch(server.stderr(), /Error|Warning/)
  })
}

/** Starts a server of this code, which is killed with the test. */
async function run (t, { code = SERVER, type = 'js', flags } = {}) {
  const name = `server.${type}`
  const file = `${t.testdir({ [name]: code })}/${name}`
  const server = await runServer(file, { flags })
  const { pid, url, stop } = server
  t.teardown(stop)

  async function state () {
    const answer = await fetch(`${url}/state`, { headers: { connection: 'close' } })
    return answer.json()
  }

  const watch = (settings, options) =>
    watchServer({ name: 'it', running: { pid } }, settings, options)

  /** Starts the command, and waits until it watches. */
  async function startCommand () {
    const command = startScript('scripts/diagnose.js', ['--pid', String(pid), '--watch', '60'])
    await waitUntil(async () => (await state()).channels.length > 0)
    return command
  }

  return { ...server, file, state, watch, startCommand }
}

async function failure (promise) {
  return promise.then(() => 'none', ({ message }) => message)
}

const MODULE = {
  type: 'mjs',
  code: `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
globalThis.kept = Array.from({ length: 2e6 }, (_, i) => ({ i }))
${SERVER}`
}

testUntouched('a verdict, its place and the routes; the next watch', MODULE, async (t, server) => {
  const { pid, url, file, state, watch } = server
  const notices = []
  const onNotice = (text) => notices.push(text)
  const { used, failed } = await underLoad(`${url}/items/7?a=b`, () =>
    watch({ watch: 2 }, { onNotice }))
  t.equal(used.first.verdict, 'event loop blocked by computation')
  t.equal(used.hottestFrame.frame.file, file) // the handler, if V8 has inlined what it calls
  t.equal(used.routes[0].name, 'GET /items/:id')
  t.strictSame([used.running.pid, used.running.node], [pid, process.version])
  t.equal(failed, 0)
  t.equal(notices.length, 1, 'before SIGUSR1 is sent')
  t.match(used.untested[0], /^LISTENERS=1 looks for listeners in the heap of \d+ MB, and pauses/)
  await state() // it has answered the load
  const { first } = await watch({ watch: 1 })
  t.match(first.verdict, /^not enough evidence/)
})

testUntouched('a CPU profile of what it does for others', {}, async (t, { pid, url, file }) => {
  const notices = []
  const onNotice = (text) => notices.push(text)
  const profile = (duration, signal) =>
    cpuprofile({ name: 'it', running: { pid } }, { load: { duration }, onNotice, signal })
  const { used, failed } = await underLoad(url, () => profile(1))
  const { frame, share } = used.frames.total.find(({ frame }) => frame.file === file)
  t.ok(share > 0.5, `${frame.name} ${share}`)
  t.strictSame(Object.keys(used.files), ['.cpuprofile', '.js', '.html'])
  const { startTime, endTime } = JSON.parse(used.files['.cpuprofile'])
  t.ok(endTime - startTime > 9e5, `${endTime - startTime} µs`)
  t.strictSame([notices.length, failed], [1, 0])
  t.equal((await t.rejects(profile(5, AbortSignal.timeout(300)))).name, 'TimeoutError')
})

const OPEN = { flags: ['--inspect=0'] }

testUntouched('an inspector that was open stays open', OPEN, async (t, server) => {
  const { pid, url, before, state } = server
  const running = { host: '127.0.0.1', port: Number(new URL(before.inspector).port) }
  async function onProgress (done) {
    if (done) return
    await state()
    await state()
    await fetch(`${url}/late`)
  }
  const watched = await watchServer({ name: 'it', running }, { watch: 1 }, { onProgress })
  t.match(watched.first.verdict, /^not enough evidence/)
  t.strictSame(watched.untested, [])
  t.strictSame(watched.routes.map(({ name }) => name), ['GET /late', 'GET /state'], 'by their time')
  const attached = await attach({ pid })
  await attached.end()
})

const ADDING = {
  code: SERVER.replace('server.listen', `Object.defineProperty(server, 'constructor', {
  get () { // the walk takes a second, as that of a large heap
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
    return http.Server
  }
})
server.setMaxListeners(0).listen`).replace('res.end(req', `
  server.on('done', function listen () {}.bind(null))
  debugger // stops it while the heap is walked, and no longer
  res.end(req`)
}

testUntouched('listeners that are added, with their place', ADDING, async (t, server) => {
  const { url, file, watch } = server
  const { used, failed } = await underLoad(url, () => watch({ watch: 3 }))
  t.equal(failed, 0)
  t.ok(used.took > 4.5, `${used.took} s, with the two walks`)
  t.equal(used.first.verdict, 'cost grows with every request')
  const line = ADDING.code.slice(0, ADDING.code.indexOf('function listen')).split('\n').length
  const [{ emitter, event, location }] = used.excessListeners
  t.strictSame([emitter, event, location], ['Server', 'done', `${file}:${line}`])
  t.match(used.first.figure, /; listeners grow by \d+(\.\d+)? per request$/)
})

const LEAK = "kept.push(Array(1e3).fill(req.url)) && 'ok'"
const LEAKING = {
  code: `const kept = []
process.setMaxListeners(0)
for (let i = 0; i < 12; i++) process.once('sale', () => kept)
for (let i = 0; i < 11; i++) process.on('refund', () => kept)
${SERVER.replace('compute()', LEAK)}`
}

testUntouched('a growing heap that collections leave is a leak', LEAKING, async (t, server) => {
  const { url, file, watch } = server
  const notices = []
  const onNotice = (text) => notices.push(text)
  const { used } = await underLoad(url, () =>
    watch({ watch: 3, collect: true, listeners: true }, { onNotice }))
  t.match(notices[1], /^LISTENERS=1 looks for listeners/)
  t.equal(used.first.verdict, 'memory leak')
  t.ok(used.facts.keptPerRequest > 7000, `${used.facts.keptPerRequest}`)
  const sale = { emitter: 'process', event: 'sale', listeners: 12, location: `${file}:3` }
  t.strictSame(used.excessListeners, [sale], 'of once(), the listener and not its wrapper')
})

const SPOIL = "Object.defineProperty(res, 'req', { value: null })\n  res.end(req"
const SPOILT = { code: SERVER.replace('res.end(req', SPOIL) }

testUntouched('an error of the watch does not reach the server', SPOILT, async (t, server) => {
  const { used, failed } = await underLoad(server.url, () => failure(server.watch({ watch: 1 })))
  t.match(used, new RegExp(`^the watcher in process ${server.pid} has ended: TypeError: Cannot`))
  t.equal(failed, 0)
})

testUntouched('a watch that hears nothing ends by itself', {}, async (t, { pid, state }) => {
  const attached = await attach({ pid })
  const watch = await startWatch(pid, attached.inspector)
  t.equal((await state()).channels.length, 5)
  t.ok(await waitUntil(async () => (await state()).channels.length === 0))
  const err = await t.rejects(watch.read())
  t.match(err.message, /has ended: Error: it got no request from this command for 5 s$/)
  await attached.end()
})

testUntouched('a command that is killed leaves nothing', {}, async (t, { startCommand }) => {
  const { child, outcome } = await startCommand()
  child.kill('SIGKILL')
  await outcome
})

test('an inspector that somebody opens after the watch stays open', async (t) => {
  const { pid, state } = await run(t)
  const attachFile = require.resolve('../../scripts/lib/measure/attach')
  const code = `require(${JSON.stringify(attachFile)}).attach({ pid: ${pid} })
    .then(({ end }) => end()).then(() => console.log('ended'), console.error)
    .then(() => setInterval(() => {}, 1000))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  process.kill(pid, 'SIGUSR1')
  await waitUntil(async () => (await state()).inspector)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await sleep(1000) // the watchdog would close it
  const attached = await attach({ pid })
  await attached.end()
  t.ok((await state()).inspector)
})

test('Ctrl-C and the end of the server', async (t) => {
  const { state, startCommand, stop } = await run(t)
  const before = await state()
  const interrupted = await startCommand()
  interrupted.child.kill('SIGINT')
  t.equal((await interrupted.outcome).code, 130)
  t.strictSame(await state(), before)
  const orphaned = await startCommand()
  stop()
  const { code, stderr } = await orphaned.outcome
  t.equal(code, 1)
  t.match(stderr, /^diagnose: the process has ended, or another program has closed its inspector$/m)
})

test('what cannot be watched gets one line', async (t) => {
  const own = await run(t, { code: `process.on('SIGUSR1', () => {})\n${SERVER}` })
  t.match(await failure(attach(own)), new RegExp(`^process ${own.pid} has not opened its ` +
    'inspector in 2 s: .* start it with --inspect$'))
  t.ok(isRunning(own.pid))

  const other = await run(t)
  const taken = await run(t, { flags: [`--inspect-port=${new URL(other.url).port}`] })
  t.match(await failure(attach(taken)), /^port \d+ is in use, .*No restart is needed$/)
  t.equal((await taken.state()).inspector, null, 'no signal was sent')

  const { pid } = await run(t)
  const before = portsOf(pid)
  const attached = await attach({ pid })
  t.match(await failure(attach({ pid })), /^another command watches process \d+: wait for its end$/)
  await attached.end()
  t.strictSame(portsOf(pid), before)

  const primary = await run(t, {
    code: `const cluster = require('node:cluster')
if (!cluster.isPrimary) setInterval(() => {}, 1000)
else cluster.fork().on('online', () => console.log('http://none'))`
  })
  t.match(await failure(attach(primary)),
    /^process \d+ is the primary of a cluster .*: watch one of its workers, PID=\d+$/)
  t.strictSame(portsOf(primary.pid).listening, [])
  t.match(await failure(attach({ host: '127.0.0.1', port: 1 })), /^no inspector answers at 127/)
})

t.test('what the system says of a process is checked before SIGUSR1', async (t) => {
  const status = (caught) => `Name:\tnode\nTgid:\t7\nSigCgt:\t${caught}\n`
  const link = (file) => t.fixture('symlink', file)
  let folders = 0
  const inspect = (replaced, others) => inspectProcess(7, t.testdir({
    [++folders]: {
      self: { ns: { net: link('net:[1]') } },
      ...others,
      7: {
        status: status('0000000000000200'),
        limits: 'Max open files            17                   1048576              files\n',
        fd: { 0: '' },
        exe: link('/usr/bin/node'),
        ns: { net: link('net:[1]') },
        cmdline: 'node\0server.js\0',
        environ: 'A=b\0C=d',
        ...replaced
      }
    }
  }) + `/${folders}`)
  const host = '127.0.0.1'
  t.strictSame(inspect(), { host, port: 9229 })
  const environ = 'A=b\0NODE_OPTIONS=--inspect-port=9300\0C=d'
  const words = ['node', '--inspect=localhost:9400', 'server.js', '--inspect-port=0.0.0.0:1', '']
  for (const [replaced, address] of [
    [{ exe: link('/usr/bin/node (deleted)') }, { host, port: 9229 }],
    [{ environ }, { host, port: 9300 }],
    [{ environ, cmdline: words.join('\0') }, { host: 'localhost', port: 9400 }],
    [{ cmdline: 'node\0--inspect=[::1]:1\0--inspect-port=2\0a.js\0' }, { host: '::1', port: 2 }],
    [{ cmdline: 'node\0-r\0./a.js\0--inspect-port\x009\0b.js\0' }, { host, port: 9 }],
    [{ cmdline: 'node\0npm-proxy.js\0' }, { host, port: 9229 }],
    [{ limits: 'Max open files            unlimited\n' }, { host, port: 9229 }]
  ]) t.strictSame(inspect(replaced), address)
  const child = (environ) => ({ 8: { status: 'Name:\tnode\nPPid:\t7\n', environ } })
  t.equal(inspect({}, child('A=NODE_UNIQUE_ID=\0')).port, 9229, 'a child, but no worker')
  t.match(t.throws(() => inspect({}, child('NODE_UNIQUE_ID=1\0'))).message, /PID=8$/)
  const errors = [
    [{ exe: link('/usr/bin/bash') }, /^process 7 is not Node.js, but bash:/],
    [{ cmdline: 'npm start\0' }, /^process 7 is npm: it starts the server as a child/],
    [{ cmdline: 'node\0/lib/npm-cli.js\0start\0' }, /^process 7 is npm: /],
    [{ status: 'Tgid:\t5\n' }, /^7 is a thread of process 5: use PID=5/],
    [{ ns: { net: link('net:[2]') } }, /^process 7 runs in a container/],
    [{ status: status('0000000000000100') }, /^SIGUSR1 would end process 7: .*--disable-sigusr1/],
    [{ fd: { 0: '', 1: '' } }, /^process 7 has 2 files and sockets open, and may open 17: /],
    [{ environ: 'NODE_OPTIONS=--inspect=10.0.0.1' }, /^process 7 would open .* on 10\.0\.0\.1, /],
    [{ environ: {} }, /^there is no process 7/],
    [{ status: {} }, /^there is no process 7: pgrep -a node lists those of Node.js/]
  ]
  for (const [replaced, message] of errors) {
    const err = t.throws(() => inspect(replaced))
    t.match(err.message, message)
  }
  const { readlinkSync } = fs // for a moment: other tests run at the same time
  fs.readlinkSync = () => { throw Object.assign(new Error(), { code: 'EACCES' }) }
  const denied = t.throws(() => inspect())
  fs.readlinkSync = readlinkSync
  t.equal(denied.message, 'process 7 belongs to another user: run this command as that user')
  t.match(t.throws(() => inspectProcess(7, t.testdirName)).message, /^PID needs Linux: .*INSPECT=/)
})

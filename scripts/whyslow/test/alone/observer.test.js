'use strict'

// The observer in this process: each signal, on a server that shows it and on one that does not.

const { execFileSync, spawn } = require('node:child_process')
const { pbkdf2 } = require('node:crypto')
const dgram = require('node:dgram')
const { hasSubscribers } = require('node:diagnostics_channel')
const { EventEmitter, once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const http2 = require('node:http2')
const inspector = require('node:inspector')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const perfHooks = require('node:perf_hooks')
const { text } = require('node:stream/consumers')
const { setTimeout: sleep } = require('node:timers/promises')
const tls = require('node:tls')
const v8 = require('node:v8')
const vm = require('node:vm')
const { MessageChannel } = require('node:worker_threads')
const t = require('tap')
const { findCallers, observer } = require('../../internals')

const observe = vm.runInThisContext(observer.code, observer.name)
const CHANNELS = observer.code.match(/(?<=')(http|net|undici)[.:][\w.:]+(?=')/g)
const SILENT = { message: /^it got no request from this command for 5 s$/ }
v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc')
const subscribed = () => CHANNELS.filter(hasSubscribers)

const ok = (req, res) => res.end('ok')
const within = (t, value, low, high) => t.ok(value > low && value < high, `${value}`)

/** Computes for so long by the clock and by CPU time, some of which other threads may use. */
function spin (ms) {
  const began = performance.now()
  const start = process.cpuUsage()
  let used = 0
  while (used < ms || performance.now() - began < ms) {
    const { user, system } = process.cpuUsage(start)
    used = (user + system) / 1000
  }
}

/** Starts a server, and an observer with other modules of Node.js; both end with the test. */
async function start (t, handler = ok, modules = {}) {
  const observer = observe((name) => modules[name] ?? require(name))
  const server = http.createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  observer.start()
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
    try {
      observer.end()
    } catch {} // it has ended
  })
  return { ...observer, port: server.address().port }
}

/** Sends requests on one connection. The client of Node.js would count as a call. */
function send (port, path = '/', count = 1) {
  const socket = net.connect(port, '127.0.0.1')
  const line = `GET ${path} HTTP/1.1\r\nHost: it\r\n`
  socket.write(`${line}\r\n`.repeat(count - 1) + `${line}Connection: close\r\n\r\n`)
  return text(socket)
}

/** Starts a server that answers what ends with "?", and gives where it listens. */
async function startBackend (t, server, path) {
  const sockets = []
  server.on(server instanceof tls.Server ? 'secureConnection' : 'connection', (socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => String(data).endsWith('?') && socket.write('!'))
  })
  const host = '127.0.0.1'
  await once(server.listen(path ? { path } : { host, port: 0 }), 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address()
  return path ? { path, peer: path } : { host, port, peer: `${host}:${port}` }
}

/** One round trip, of two writes. */
async function ask (socket, pause = () => sleep(5)) {
  socket.write('head')
  await pause()
  socket.write('er?')
  await once(socket, 'data')
}

t.test('an interval: requests, their connections and failures, and what they cost', async (t) => {
  const arrival = new EventEmitter()
  const { port, read } = await start(t, ({ url }, res) => {
    if (url === '/never') return arrival.emit('never')
    res.statusCode = Number(url.slice(1)) || 200
    setTimeout(() => res.end(), 50)
  })
  const counts = ({ served, answered, ended, failed, sockets }) =>
    [served, answered, ended, failed, sockets]
  await send(port, '/', 3)
  spin(100)
  const first = read()
  t.strictSame(counts(first), [3, 3, 3, 0, 1])
  within(t, first.serviceTime, 148, 3000) // a timer may be early
  within(t, first.latency, 48, 1000)
  within(t, first.loop.active, 90, first.time + 10)

  for (const status of [404, 500, 503]) await send(port, `/${status}`)
  const socket = net.connect(port, '127.0.0.1')
  socket.write('GET /never HTTP/1.1\r\nHost: it\r\n\r\n')
  await once(arrival, 'never')
  await sleep(800)
  socket.destroy()
  await sleep(250)
  collectGarbage()
  await sleep(10)
  const { heapUsed, external } = process.memoryUsage()
  const second = read()
  const { time, cpuTime, loop, heap, collected } = second
  t.strictSame(counts(second), [4, 3, 4, 3, 4])
  const { user, system } = process.cpuUsage()
  within(t, first.cpuTime + cpuTime, 99, (user + system) / 1000)
  within(t, loop.idle, 400, time + 10 - loop.active)
  within(t, heap - heapUsed - external, -1e6, 1e6)
  t.equal(collected.at(-1).requests, 7, 'since the start')
  within(t, second.latencyP99, 240, 1000) // since the start, too
  let later = []
  for (let i = 0; i < 20 && !later.length; i++) { // looks may take 1 % of the time
    await sleep(200)
    later = read().looks
  }
  t.equal(later.at(-1).requests, 0)
})

t.test('a route is a method and a path without ids; from 200 on, they are one', async (t) => {
  const ids = ['7', '8f9d2c8a', '8F3K2M9QX1', `${'eyJhbGciOi.'.repeat(3)}xyz`, 'ann@example.org',
    'cart;jsessionid=A', 'x'.repeat(25)]
  const words = '/v1/oauth2/mp3/utf8/seed/user-settings_all.json/~ann'
  const { port, end } = await start(t)
  for (const id of ids) await send(port, `/a/${id}/200?x=200`)
  await send(port, `${words}/200`)
  await send(port, '/ab'.repeat(20))
  for (let i = 0; i < 210; i++) await send(port, `/p${i}/200`)
  const counts = end().map(({ name, requests }) => [name, requests])
  t.strictSame([...counts.slice(0, 3), ...counts.slice(200)], [
    ['GET /a/:id/:id', ids.length],
    [`GET ${words}/:id`, 1],
    [`GET ${'/ab'.repeat(9)}`, 1],
    ['other routes', 13]
  ])
})

t.test('round trips and connections, however a socket is opened', async (t) => {
  const psk = Buffer.alloc(16)
  const ciphers = 'PSK'
  const pskCallback = () => ({ psk, identity: 'it' })
  const secure = { ciphers, checkServerIdentity: () => {}, pskCallback }
  const tcp = await startBackend(t, net.createServer())
  const byTls = await startBackend(t, tls.createServer({ ciphers, pskCallback: () => psk }))
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'observer-')) // a path that is short
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  const unix = await startBackend(t, net.createServer(), path.join(folder, 's'))
  const open = (socket, event = 'connect') => once(socket, event).then(() => socket)
  const pooled = await open(net.connect(tcp))
  const openTls = async () => tls.connect({ socket: await open(net.connect(byTls)), ...secure })
  for (const [connect, { peer }, connects] of [
    [() => pooled, tcp, 0],
    [() => open(new net.Socket().connect(tcp.port, tcp.host)), tcp, 1],
    [() => open(tls.connect({ ...byTls, ...secure }), 'secureConnect'), byTls, 1],
    [async () => open(await openTls(), 'secureConnect'), byTls, 1],
    [() => open(net.connect(unix.path)), unix, 1]
  ]) {
    const { read, ports, end } = await start(t)
    const socket = await connect()
    for (let i = 0; i < 2; i++) await ask(socket)
    const { localPort } = socket
    t.strictSame(ports().filter((port) => port === localPort).length, 1, 'TLS is seen once')
    const { peers, tripsAtOnce, unseen } = read()
    t.strictSame(peers, { [peer]: { trips: 2, others: 2, connects, failures: {} } })
    t.strictSame([tripsAtOnce, unseen], [1, []])
    socket.destroy()
    end()
  }
})

t.test('round trips by fetch, two at once', async (t) => {
  const { port, read } = await start(t, (req, res) => setTimeout(() => res.end(), 20))
  const byFetch = async () => (await fetch(`http://127.0.0.1:${port}`)).text()
  await fetch('http://127.0.0.1:65535').catch(() => {}) // to nobody
  await Promise.all([byFetch(), byFetch()])
  const { peers, tripsAtOnce } = read()
  t.strictSame(Object.values(peers).map(({ trips }) => trips), [0, 2])
  t.equal(tripsAtOnce, 2)
})

/** What there is of a look, without what is empty. */
function inProgress ({ requests, before, clients, open, connecting, others, shared }) {
  const counts = { requests, before, clients, open, connecting, others, shared }
  return Object.fromEntries(Object.entries(counts).filter(([, value]) =>
    typeof value === 'object' ? Object.keys(value).length : value))
}

t.test('what requests wait for, and what cannot be seen', async (t) => {
  const backend = await startBackend(t, net.createServer())
  const socket = net.connect(backend)
  const udp = dgram.createSocket('udp4').on('message', () => {})
  const server = http2.createServer(ok).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = http2.connect(`http://127.0.0.1:${server.address().port}`)
  const { port1 } = new MessageChannel()
  t.teardown(() => [socket, session].forEach((open) => open.destroy()))
  t.teardown(() => [udp, server, port1].forEach((open) => open.close()))
  const pause = () => sleep(250)
  const work = {
    timer: pause,
    trip: () => ask(socket, pause),
    child: () => once(spawn('sleep', ['0.25']), 'exit'),
    async killed () {
      const child = spawn('sleep', ['60'])
      child.kill('SIGKILL')
      await once(child, 'exit')
      await sleep(800)
    },
    datagram: () => pause(udp.send('x', 9, '127.0.0.1')),
    message: () => pause(port1.postMessage('x')),
    stream: () => pause(session.request().resume()),
    pool: () => new Promise((resolve) => pbkdf2('a', 'b', 4e5, 64, 'sha512', resolve))
  }
  const { port, read, ports } = await start(t, async ({ url }, res) => {
    await work[url.slice(1)]()
    res.end()
  })
  for (const [name, kind, unseen = []] of [
    ['timer'],
    ['trip', { open: { [backend.peer]: 1 } }],
    ['child', { others: { child: 1 } }],
    ['datagram', undefined, ['UDP']],
    ['message', undefined, ['UDP', 'worker messages']],
    ['stream', undefined, ['UDP', 'worker messages', 'HTTP/2']]
  ]) {
    let reading
    let looks = []
    for (let i = 0; i < 5 && !looks.length; i++) { // a slow machine looks less often
      await send(port, `/${name}`)
      ports()
      await sleep(200) // a look is complete at the next one
      reading = read()
      looks = reading.looks.filter(({ requests }) => requests)
    }
    within(t, looks.length, 0, 20)
    for (const look of looks) t.strictSame(inProgress(look), { requests: 1, ...kind })
    t.strictSame([reading.unseen, reading.children], [unseen, name === 'child' ? 1 : 0])
  }
  let last
  for (let i = 0; i < 5 && !last; i++) {
    await send(port, '/killed')
    await sleep(200)
    last = read().looks.filter(({ requests }) => requests).at(-1)
  }
  t.strictSame(inProgress(last), { requests: 1 }, 'it waits no longer for what is killed')
  await send(port, '/pool')
  await sleep(200)
  const hasNames = fs.existsSync('/proc/self') && Number.parseInt(process.versions.node) > 20
  const [look] = read().looks.filter(({ requests }) => requests)
  t.strictSame(Object.keys(look.others), hasNames ? ['thread pool'] : [])
})

const skip = !fs.existsSync('/proc/self/schedstat')
t.test('the time without a core', { skip }, async (t) => {
  const status = fs.readFileSync('/proc/self/status', 'utf8')
  const [, cores, core] = status.match(/^Cpus_allowed_list:\s*((\d+)\S*)/m)
  const pin = (list) => execFileSync('taskset', ['-cp', list, String(process.pid)])
  const other = spawn('taskset', ['-c', core, 'sh', '-c', 'while :; do :; done'])
  t.teardown(() => other.kill('SIGKILL'))
  t.teardown(() => pin(cores))
  pin(core)
  const observer = await start(t)
  await sleep(150)
  spin(400)
  await sleep(200)
  const { coreWait, loopDelays, timerDelays } = observer.read()
  within(t, coreWait, 50, 5000)
  within(t, Math.max(...loopDelays), 100, Math.max(...timerDelays) - coreWait / 2) // without it
  other.kill('SIGKILL')
  const { read } = await start(t)
  await sleep(150)
  within(t, read().coreWait, -1, coreWait) // of this time alone
})

t.test('what delays a timer or a file call; a rest lasts as long as that', async (t) => {
  const { read, rest } = await start(t)
  const isQuick = ({ loopDelays, poolDelays }) => {
    for (const delays of [loopDelays, poolDelays]) within(t, Math.min(...delays), -1, 20)
  }
  spin(300)
  await sleep(150)
  within(t, Math.max(...read().loopDelays), 100, 5000)
  await sleep(350)
  isQuick(read()) // the delay has passed
  let done = 0
  for (let i = 0; i < 64; i++) pbkdf2('a', 'b', 20_000, 64, 'sha512', () => done++)
  await sleep(250)
  await rest()
  within(t, done, 60, 65) // four threads may be at the last ones
  within(t, Math.max(...read().poolDelays), 50, 5000)
  let turns = 0
  function work () {
    spin(150)
    if (++turns < 5) setTimeout(work, 60)
  }
  work()
  await rest()
  t.equal(turns, 5, 'nothing runs any more, though no request was in progress')
  t.equal(read().longestPause, 0, 'the rest itself is no pause')
})

t.test('a pause is seen while it lasts, and is one delay when it is over', async (t) => {
  const { read, startProfile, stopProfile, dropInterval } = await start(t)
  spin(300)
  const during = read()
  within(t, during.longestPause, 150, 5000)
  startProfile({ cpu: 10_000 })
  stopProfile({ cpu: 10_000 })
  spin(300)
  const still = read()
  within(t, still.longestPause, during.longestPause + 250, 10_000) // a profile does not end it
  await sleep(150)
  const after = read()
  t.ok(after.longestPause >= still.longestPause)
  const delays = [during, still, after].flatMap(({ timerDelays }) => timerDelays)
  t.equal(delays.filter((delay) => delay > 400).length, 1)
  spin(300)
  dropInterval()
  within(t, read().longestPause, -1, 50)
})

t.test('listeners of one event: the package that adds them, not one around it', async (t) => {
  const emitter = new EventEmitter().setMaxListeners(0)
  for (let i = 0; i < 20; i++) emitter.on('sale', () => {})
  const { read } = await start(t)
  const load = (code, name) => vm.runInThisContext(code, name)
  const code = '(emitter) => emitter.on("sale", () => {})'
  const add = load(code, '/shop/node_modules/near.js')
  const addAll = load(
    '(add, emitter) => { for (let i = 0; i < 30; i++) add(emitter) }',
    '/shop/node_modules/outer.js'
  )
  setImmediate(load(code, 'node:net'), emitter) // Node.js adds some itself
  setImmediate(addAll, add, emitter)
  await sleep(10)
  const { location, ...counts } = read().listeners
  t.strictSame(counts, { emitter: 'EventEmitter', event: 'sale', listeners: 51, added: 30 })
  t.match(location, /^\/shop\/node_modules\/near\.js:1:\d+$/)
})

t.test('garbage collections take time; of one that the command forces, only bytes', async (t) => {
  const arrivals = new EventEmitter()
  const { dropInterval, read, port } = await start(t, ({ url }, res) => {
    let list
    if (url === '/lists') for (let i = 0; i < 1e6; i++) list = { list: i % 1000 ? list : null }
    setTimeout(() => res.end(), 100)
    arrivals.emit('request')
  })
  for (let i = 0; i < 5; i++) await send(port, '/lists')
  const before = read()
  within(t, before.gcTime, 1, 2000)
  within(t, before.lowest, 1e6, before.heap + 5e6)

  const session = new inspector.Session()
  session.connect()
  t.teardown(() => session.disconnect())
  const answered = send(port)
  await once(arrivals, 'request')
  await new Promise((resolve) => session.post('HeapProfiler.collectGarbage', resolve))
  spin(1000) // as if it were large
  dropInterval()
  await answered
  await sleep(200)
  const { collected, cpuTime, gcTime, loopDelays, poolDelays, serviceTime } = read()
  t.ok(collected.length > 0)
  t.equal(serviceTime, 0, 'the request waited')
  within(t, cpuTime, 0, 1000)
  within(t, gcTime, -1, 5)
  within(t, Math.max(...loopDelays, ...poolDelays), -1, 900)
})

t.test('what is kept shows at rest: on the heap, outside of it, and by a timer', async (t) => {
  const { rest } = await start(t)
  const weak = new WeakMap()
  const kept = []
  t.teardown(() => kept.forEach(clearInterval))
  for (const [keep, low, high, timers = 0] of [
    [(i) => kept.push(Array(1e5).fill(i)), 3e6, 5e6],
    [() => kept.push(Buffer.alloc(1e6)), 4.5e6, 6e6],
    [() => weak.set({}, Buffer.alloc(1e6)), -1e6, 1e6],
    [() => kept.push(setInterval(() => {}, 1e6)), -1e6, 1e6, 5]
  ]) {
    const first = await rest()
    for (let i = 0; i < 5; i++) keep(i)
    const last = await rest()
    within(t, last.bytes - first.bytes, low, high)
    t.equal((last.resources.Timeout ?? 0) - (first.resources.Timeout ?? 0), timers)
  }
})

t.test('a profile has the source maps of what was transpiled, and ends', async (t) => {
  const map = 'data:application/json;base64,e30='
  const script = vm.runInThisContext(`() => {}\n//# sourceMappingURL=${map}`, '/shop/server.ts')
  const { prototype } = inspector.Session
  const connected = t.capture(prototype, 'connect', prototype.connect)
  const disconnected = t.capture(prototype, 'disconnect', prototype.disconnect)
  const { startProfile, stopProfile, end } = await start(t)
  startProfile({ cpu: 10_000, heap: 1e6 })
  spin(300)
  const kept = Array.from({ length: 100 }, () => Array(1e4).fill(0.5))
  const { cpu, heap } = stopProfile({ cpu: 10_000, heap: 1e6 })
  within(t, cpu.samples.length, 5, 200) // in 300 ms
  within(t, heap.samples.length, 1, 100) // of 8 MB
  t.equal(cpu.sourceMaps['file:///shop/server.ts'], map)
  startProfile({ cpu: 1000 })
  end()
  t.equal(connected().length, disconnected().length)
  t.ok(kept.length && script, 'both were still there')
})

t.test('a request that outlasts the observer keeps no listener of it', async (t) => {
  let response
  const { port, start: begin, rest, end } = await start(t, (req, res) => { response = res })
  async function countListeners () {
    send(port)
    await sleep(100)
    return response.listenerCount('close')
  }
  const during = await countListeners()
  const observed = response
  end()
  const after = await countListeners()
  t.strictSame([during, observed.listenerCount('close')], [after + 1, after])
  begin()
  t.equal((await rest()).inProgress, 0)
})

t.test('it begins anew; what fails in it is told at its end; then nothing is left', async (t) => {
  const { prototype } = perfHooks.PerformanceObserver
  const disconnected = t.capture(prototype, 'disconnect', prototype.disconnect)
  const { port, read, end, start: begin } = await start(t, (req, res) => {
    if (req.url === '/spoilt') Object.defineProperty(req, 'url', { value: null })
    res.end('ok')
  })
  t.strictSame(subscribed(), CHANNELS)
  await send(port)
  begin()
  t.equal(read().latency, 0)
  await send(port, '/again')
  collectGarbage()
  await sleep(10)
  const { served, collected } = read()
  t.strictSame([served, collected.at(-1).requests], [1, 1])
  t.strictSame(end().map(({ name }) => name), ['GET /again'])
  begin()
  t.match(await send(port, '/spoilt'), /^HTTP\/1.1 200 OK\r\n/)
  t.throws(end, { message: /^Cannot read properties of null/ })
  t.strictSame(subscribed(), [])
  t.equal(disconnected().length, 2)
  for (const ask of [read, end]) t.throws(ask, SILENT)
})

/** A clock that a test sets, and timers that run when the test says so. */
function fakeTime () {
  const clock = { now: 0 } // ms
  const pending = new Set()
  function setTimeout (run) {
    const timer = { run, unref: () => timer }
    pending.add(timer)
    return timer
  }
  function pass (count) {
    for (let i = 0; i < count; i++) {
      const [timer] = pending
      pending.delete(timer)
      timer.run()
    }
  }
  const performance = {
    now: () => clock.now,
    eventLoopUtilization: ({ idle } = { idle: 0 }) => ({ active: 0, idle: clock.now - idle })
  }
  const modules = {
    'node:perf_hooks': { ...perfHooks, performance },
    'node:timers': { setTimeout, clearTimeout: (timer) => pending.delete(timer) }
  }
  return { clock, modules, pass, pending }
}

t.test('its limits: fifty ticks of silence, three seconds for a request', async (t) => {
  const { clock, modules, pass, pending } = fakeTime()
  const { port, read, rest, start: begin } = await start(t, () => {}, {
    ...modules,
    'node:timers/promises': { setTimeout: async (ms) => { clock.now += ms } }
  })
  for (const ask of [read, read, begin]) {
    pass(50)
    ask()
  }
  pass(50)
  t.equal(read().loopDelays.length, 50)
  send(port)
  while (!read().served) await sleep(10)
  const before = clock.now
  t.equal((await rest()).inProgress, 1)
  within(t, clock.now - before, 2999, 4000)
  pass(51)
  t.equal(pending.size, 0)
  t.strictSame(subscribed(), [])
  t.throws(read, SILENT)
})

t.test('a profile without a watch lasts as long as it is wanted', async (t) => {
  const { modules, pending } = fakeTime()
  const { startProfile, stopProfile } = observe((name) => modules[name] ?? require(name))
  startProfile({ cpu: 1000 })
  t.equal(pending.size, 0, 'no tick ends it')
  t.ok(stopProfile({ cpu: 1000 }).cpu)
})

t.test('bytes pass as they are, also to an owner that listens late', async (t) => {
  const backend = await startBackend(t, net.createServer())
  const { ports, end } = await start(t)
  const socket = net.connect(backend)
  t.equal(socket.write('a?', 'latin1'), true)
  await sleep(100)
  let received = ''
  socket.on('data', (data) => { received += data })
  await new Promise((resolve) => socket.write(Buffer.from('b?'), resolve))
  await once(socket, 'data')
  t.equal(t.throws(() => socket.write(7)).code, 'ERR_INVALID_ARG_TYPE')
  t.equal(socket.end('c?'), socket)
  await once(socket, 'data')
  t.equal(received, '!!!')

  const mute = new net.Socket() // as Node.js has it in the middle of a write
  Object.defineProperty(mute, 'bytesWritten', { get () { throw new Error('no chunk') } })
  await once(mute.connect(backend), 'connect')
  t.ok(ports().includes(mute.localPort))
  t.doesNotThrow(end)
  mute.destroy()
})

t.test('its end leaves the wrappers of others, and its own note nothing more', async (t) => {
  const { prototype } = net.Socket
  const before = prototype.connect
  const backend = await startBackend(t, net.createServer())
  let asked = 0
  const performance = { ...perfHooks.performance, now: () => ++asked }
  performance.eventLoopUtilization = perfHooks.performance.eventLoopUtilization
  const { read, start: begin, end } = await start(t, ok, {
    'node:perf_hooks': { ...perfHooks, performance }
  })
  const { connect } = prototype
  const theirs = function (...args) { return connect.apply(this, args) }
  prototype.connect = theirs
  t.teardown(() => { prototype.connect = before })
  end()
  t.equal(prototype.connect, theirs)
  begin()
  const socket = net.connect(backend)
  await ask(socket)
  t.equal(read().peers[backend.peer].connects, 1)
  end()
  asked = 0
  socket.destroy()
  const last = net.connect(backend)
  await ask(last)
  last.destroy()
  t.equal(asked, 0)
})

t.test('the next observer ends those whose command was killed', async (t) => {
  const { prototype } = net.Socket
  const { on } = EventEmitter.prototype
  const { connect, write } = prototype
  const isAsBefore = () => EventEmitter.prototype.on === on && prototype.connect === connect &&
    prototype.write === write
  const names = Reflect.ownKeys(globalThis)
  for (let i = 0; i < 3; i++) await start(t) // nobody ends them
  const { port, read, end } = await start(t)
  await send(port)
  t.equal(read().served, 1)
  t.notOk(isAsBefore())
  t.strictSame(Object.keys(globalThis).filter((name) => !names.includes(name)), [])
  end()
  t.ok(isAsBefore())
  t.strictSame(Reflect.ownKeys(globalThis), names)
  t.strictSame(subscribed(), [])
})

t.test('a write that is not answered for 30 s is no round trip, until one is', async (t) => {
  const { clock, modules, pass } = fakeTime()
  const backend = await startBackend(t, net.createServer())
  const { read } = await start(t, ok, modules)
  const socket = net.connect(backend)
  t.teardown(() => socket.destroy())
  function counts () {
    const { peers, tripsAtOnce } = read()
    return Object.values(peers).map(({ trips }) => [trips, tripsAtOnce])
  }
  socket.write('log')
  clock.now += 30_000
  pass(1)
  t.strictSame([counts(), counts()], [[[1, 1]], [[0, 1]]])
  clock.now++
  pass(1)
  counts()
  socket.write('log')
  t.strictSame(counts(), [])
  await ask(socket)
  await ask(socket)
  t.strictSame(counts(), [[1, 1]])
})

t.test('who calls, through a tick and a promise', async (t) => {
  const backend = await startBackend(t, net.createServer())
  const socket = net.connect(backend)
  const session = new inspector.Session()
  session.connect()
  t.teardown(() => session.disconnect() ?? socket.destroy())
  const events = new EventEmitter()
  session.on('inspectorNotification', ({ method, params }) => events.emit(method, params))
  const steps = []
  const send = (method, params) => new Promise((resolve, reject) => {
    steps.push(method)
    session.post(method, params, (err, result) => err ? reject(err) : resolve(result))
  })
  const observer = await start(t)
  function nearest () {
    return new Promise((resolve) => process.nextTick(() => ask(socket).then(resolve)))
  }
  async function caller () {
    await null
    await nearest()
    debugger // eslint-disable-line no-debugger
  }
  async function work () {
    for (let i = 0; i < 5; i++) await caller()
  }
  const question = async (name, argument) => observer[name](argument)
  const options = { work, most: 3 }
  const trace = () => findCallers({ events, send }, question, options)
  await trace() // it reads the source maps of these files
  steps.length = 0
  const { callers: [{ frames, ...counts }, ...others] } = await trace()
  t.strictSame([counts, others], [{ kind: 'round trip', peer: backend.peer, count: 3 }, []])
  const names = frames.map(({ name }) => name)
  t.strictSame(names, ['ask', '(anonymous)', 'nearest', 'caller'])
  t.equal(frames[0].file, __filename)
  t.equal(steps[0], 'Debugger.setSkipAllPauses')
  t.strictSame(steps.slice(-2), ['Debugger.disable', 'Runtime.disable'])
  session.on('Runtime.consoleAPICalled', () => t.fail('the next debugger gets traces'))
  session.post('Runtime.enable')
})

'use strict'

/** @import { Counts, Link, Observer, Profiles, ProfileSteps, Route } from '../types' */

/**
 * What a diagnosis asks in a process. It is sent there as text and evaluated, so it needs nothing
 * from outside of this function but what it gets. Nothing here throws into the program. It ends by
 * itself when nobody asks any more, and then nothing of it is left.
 * @param {NodeJS.Require} require
 * @param {any} [kept] what `process` had before the program, which may replace it
 * @returns {Observer}
 */
function observe (require, kept = process) {
  const { ChildProcess } = require('node:child_process')
  const { Socket: UdpSocket } = require('node:dgram')
  const { subscribe, unsubscribe } = require('node:diagnostics_channel')
  const { EventEmitter, getEventListeners } = require('node:events')
  const fs = require('fs') // as the program has it
  const { readdirSync, readFileSync, stat, statSync } = require('node:fs')
  const { _normalizeArgs: normalizeArgs, Socket } = /** @type {any} */ (require('node:net'))
  const {
    constants, createHistogram, performance, PerformanceObserver
  } = require('node:perf_hooks')
  const { clearTimeout, setTimeout } = require('node:timers')
  const { setTimeout: sleep } = require('node:timers/promises')
  const { URL } = require('node:url')
  const { getHeapStatistics, setFlagsFromString } = require('node:v8')
  const { runInNewContext } = require('node:vm')
  const { MessagePort } = require('node:worker_threads')

  const { cpuUsage, getActiveResourcesInfo, _getActiveHandles: getActiveHandles } = kept
  const { eventLoopUtilization } = performance
  const now = performance.now.bind(performance)

  const TICK = 100 // ms between two looks at the event loop and the thread pool, on average
  const SILENCE = 50 // ticks: a blocked event loop hears the command no sooner
  const PATIENCE = 600 // ticks, while the command waits for what is in progress
  const REST_LIMIT = 3000 // ms until the last request has to be answered
  const AT_REST = 0.5 // event-loop utilisation, at most
  const IDLE_POOL = 10 // ms that a file call takes at most if a thread is free
  const FORCED = constants.NODE_PERFORMANCE_GC_FLAGS_FORCED // a collection that was asked for here
  const MINOR = constants.NODE_PERFORMANCE_GC_MINOR
  const MAJOR = constants.NODE_PERFORMANCE_GC_MAJOR
  const MANY = 10 // listeners of one event
  const CROWDS = 100 // events that are remembered
  const ROUTES = 200
  const SEGMENTS = 10 // of a path: the rest is cut off
  const LONG = 24 // characters of a segment
  const PEERS = 100 // by name
  const TRIP_LIMIT = 30_000 // ms: what is not answered until then never is
  const LOOK_SHARE = 0.02 // of the time, at most
  const BY_METHODS = Infinity // bytes that were written
  const FREE_FILES = 16 // Node.js opens seven for its inspector, and aborts if it cannot
  const OPEN_FILES = '/proc/self/fd'
  const THREADS = '/proc/self/task'
  const IDLE = /^((202|98|240) .*)?$/s // in the system call futex, or not known
  const STDERR = 2
  // Only digits, eight or more characters with letters and digits, or what no fixed path has.
  const ID = /^\d+$|^(?=.*\d)(?=.*[a-z]).{8}|[^\w.~-]/i

  const FILE_LIMIT = readFileLimit() // 0 if it is not known
  // Requests in progress, in slots that are used again. Each old table of a Map would keep its
  // responses in memory: a request to `fast` cost 50 % more CPU time.
  const slots = []
  const freeSlots = [] // their indexes
  let inProgress = 0
  const children = new Map() // processes that run, with the times of their starts
  /** @type {Map<any, Link>} */
  const links = new Map() // outbound sockets
  const peers = new Set() // names of what they connect to
  const unseen = new Set() // calls that cannot be seen
  /** @type {Counts} */
  let interval // since the last reading
  let begun // what the counters of the process were then
  /** @type {Map<string, Route>} */
  let routes
  let crowds // events with many listeners
  let crowded // sets of them, by emitter
  let latency // µs, since the start
  let served = 0 // requests, since the start
  let isServer // does it serve HTTP?
  let tripCount = 0 // in progress
  let statCount = 0 // of the observer, in progress
  let look // the last one at what is in progress
  let nextLook = 0
  let files = 0
  let poolThreads = [] // ids: these threads have a name from Node.js 22 on
  let traces // still to be sent; undefined while none are
  let timer
  let silentTicks = 0
  let expected = 0 // when the timer has to fire
  let waited = 0 // ms for a core, until the last tick
  let servingSince // event-loop utilisation when the interval began, or a first request came in
  let isResting = false
  let countedFrom = 0 // what began before was disturbed by a collection that this command forced
  let failure
  let session // of the inspector, for the profilers

  const subscribers = { // by diagnostics channel
    'http.server.request.start': guard(onRequest),
    'http.server.response.finish': guard(() => { interval.answered++ }),
    'net.server.socket': guard(() => { interval.sockets++ })
  }

  // What is noted at each call of a method. A listener of ours on a socket would start its flow,
  // and its owner would lose data.
  const methods = [
    ...methodsOf(Socket.prototype, {
      connect: onConnect,
      write: onWrite,
      end: onWrite,
      push: onData,
      _destroy: forget
    }),
    ...methodsOf(ChildProcess.prototype, { spawn: onSpawn }),
    ...methodsOf(EventEmitter.prototype, {
      on: onListener,
      addListener: onListener,
      prependListener: onListener
    }),
    ...methodsOf(EventTarget.prototype, { addEventListener: onEventListener }),
    ...methodsOf(MessagePort.prototype, { postMessage: onMessage }),
    ...methodsOf(UdpSocket.prototype, { send: onDatagram })
  ]

  // The same, while calls are traced.
  const openings = [
    ...methodsOf(fs, { open: onOpen, openSync: onOpen }),
    ...methodsOf(fs.promises, { open: onOpen }),
    ...methodsOf(globalThis, { setTimeout: onTimer, setInterval: onTimer })
  ]

  const collections = new PerformanceObserver(guard((list) => {
    const bytes = bytesInUse()
    for (const { duration, detail, startTime } of list.getEntries()) {
      const isOwn = startTime < countedFrom || detail.flags & FORCED
      if (!isOwn) interval.gcTime += duration
      const isMajor = detail.kind === MAJOR
      if (isMajor || detail.kind === MINOR) {
        interval.lowest = Math.min(interval.lowest ?? bytes, bytes)
      }
      if (isMajor) interval.collected.push({ time: now(), requests: served, bytes })
    }
  }))

  // What fails is reported at the end, and not to the program.
  function guard (run) {
    return function (subject, args) {
      try {
        run(subject, args)
      } catch (err) {
        failure ??= err
      }
    }
  }

  function onRequest ({ response }) {
    served++
    isServer = true
    interval.served++
    if (!inProgress) servingSince = eventLoopUtilization()
    const slot = freeSlots.pop() ?? slots.length
    const began = now()
    slots[slot] = { response, began, onClose }
    inProgress++
    response.on('close', onClose)

    // An aborted request closes, but does not finish.
    function onClose () {
      slots[slot] = undefined
      freeSlots.push(slot)
      inProgress--
      if (!inProgress) countServing()
      guard(() => countAnswer(response, began))()
    }
  }

  function findRequests () {
    return slots.filter((request) => request)
  }

  function countAnswer ({ req, statusCode, writableFinished }, began) {
    interval.ended++
    if (!writableFinished || statusCode >= 500) interval.failed++
    if (began < countedFrom) return
    const time = now() - began
    interval.serviceTime += time
    latency.record(Math.max(1, Math.round(time * 1000)))
    let name = `${req.method} ${routeOf(req.url)}`
    if (!routes.has(name) && routes.size >= ROUTES) name = 'other routes'
    const route = routes.get(name) ?? { name, requests: 0, time: 0 }
    routes.set(name, route)
    route.requests++
    route.time += time
  }

  // Secrets and personal data in a path do not leave the process: what may be an id becomes one.
  function routeOf (url) {
    const segments = url.split('?', 1)[0].split('/', SEGMENTS)
    return segments.map((text) => text.length > LONG || ID.test(text) ? ':id' : text).join('/')
  }

  function countServing () {
    const { active, idle } = eventLoopUtilization(servingSince)
    interval.serving.active += active
    interval.serving.idle += idle
  }

  function methodsOf (object, calls) {
    return Object.entries(calls).map(([name, onCall]) => methodOf(object, name, onCall))
  }

  // Notes each call before it; the program sees no difference.
  function methodOf (object, name, onCall) {
    const note = guard(onCall)
    let original
    let isOwn
    let isWrapped = false

    /** @this {object} @param {unknown[]} args */
    function wrapper (...args) {
      if (timer) note(this, args)
      return Reflect.apply(original, this, args)
    }

    function wrap () {
      if (isWrapped) return
      original = object[name]
      isOwn = Object.hasOwn(object, name)
      Object.defineProperties(wrapper, Object.getOwnPropertyDescriptors(original))
      isWrapped = Reflect.set(object, name, wrapper)
    }

    function unwrap () {
      // Another program may have wrapped it once more.
      if (!isWrapped || object[name] !== wrapper) return
      if (isOwn) object[name] = original
      else delete object[name]
      isWrapped = false
    }

    return { wrap, unwrap }
  }

  // An event that has many listeners may get more with each request.
  function onListener (emitter, [event]) {
    const listeners = emitter._events?.[event]
    if (Array.isArray(listeners) && listeners.length >= MANY) noteCrowd(emitter, event)
  }

  function onEventListener (target, [event]) {
    if (getEventListeners(target, event).length === MANY) noteCrowd(target, event)
  }

  function noteCrowd (target, event) {
    const events = crowded.get(target) ?? new Set()
    if (events.has(event) || crowds.length >= CROWDS) return
    crowded.set(target, events.add(event))
    const first = countListeners(target, event)
    crowds.push({ target: new WeakRef(target), event, first, location: callerLocation() })
  }

  function countListeners (target, event) {
    // The program may have replaced listenerCount.
    const listeners = target._events?.[event] ?? getEventListeners(target, event)
    return Array.isArray(listeners) ? listeners.length : 1
  }

  // As V8 writes it; of the program, if there is something of it on the stack.
  function callerLocation () {
    const locations = []
    for (const line of String(new Error().stack).split('\n')) {
      const [, location] = line.match(/[ (]((?:file:|\/|\w:\\).*:\d+:\d+)\)?$/) ?? []
      if (location) locations.push(location)
    }
    return locations.find((location) => !location.includes('node_modules')) ?? locations[0] ?? ''
  }

  function classOf (object) {
    try {
      return String(object.constructor.name)
    } catch {
      return ''
    }
  }

  // Those of one class and place count together.
  function findCrowd () {
    crowds = crowds.filter(({ target }) => target.deref())
    const byPlace = new Map()
    for (const { target, event, first, location } of crowds) {
      const emitter = target.deref()
      const listeners = countListeners(emitter, event)
      const name = classOf(emitter)
      const key = `${name} ${String(event)} ${location}`
      const none = { emitter: name, event: String(event), listeners: 0, added: 0, location }
      const crowd = byPlace.get(key) ?? none
      byPlace.set(key, crowd)
      crowd.listeners = Math.max(crowd.listeners, listeners)
      crowd.added += Math.max(0, listeners - first)
    }
    const [most] = Array.from(byPlace.values()).sort((a, b) => b.added - a.added)
    return most
  }

  function onConnect (socket, args) {
    const [first] = args // of net.connect, it is all of them
    const [{ host = 'localhost', path, port }] = Array.isArray(first) ? first : normalizeArgs(args)
    const { peer } = track(socket, path?.replace('\0', '@') ?? addressOf(host, port))
    countsOf(peer).connects++
    sendTrace('connection', peer)
  }

  function addressOf (host, port) {
    return String(host).includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  }

  function track (socket, name, read = 0) {
    forget(socket)
    const written = bytesWrittenBy(socket)
    const isNamed = peers.has(name) || peers.size < PEERS
    const peer = isNamed ? name : 'other peers'
    peers.add(peer)
    const link = {
      peer,
      began: now(),
      isAwaited: false,
      isOneWay: written > 0 && !read, // a log, until it is answered
      read,
      written,
      dataAt: 0
    }
    links.set(socket, link)
    return link
  }

  // Node.js throws in the middle of a write, where this may interrupt the program.
  function bytesWrittenBy (socket) {
    try {
      return socket.bytesWritten ?? 0
    } catch {
      return 0
    }
  }

  function countsOf (peer) {
    interval.peers[peer] ??= { trips: 0, connects: 0 }
    return interval.peers[peer]
  }

  // A connection of before, or TLS on one. Those from clients have a `server`, pipes no port.
  function adopt (socket) {
    if (socket.server) return
    const { _host, _parent, bytesRead, remoteAddress, remotePort } = socket
    if (!remotePort) return
    const name = links.get(_parent)?.peer ?? addressOf(_host ?? remoteAddress, remotePort)
    return track(socket, name, bytesRead)
  }

  function forget (socket) {
    const link = links.get(socket)
    if (link?.isAwaited) endTrip(link)
    links.delete(socket)
  }

  // Writes without an answer between them are one round trip.
  function onWrite (socket, [data]) {
    if (!data?.length || typeof data === 'function') return
    const link = links.get(socket) ?? adopt(socket)
    if (!link) return
    link.written = BY_METHODS
    if ((link.isAwaited || link.isOneWay) && !noteRead(socket, link)) return
    if (link.isAwaited) endTrip(link)
    countsOf(link.peer).trips++
    link.began = now()
    link.isAwaited = true
    tripCount++
    interval.tripsAtOnce = Math.max(interval.tripsAtOnce, tripCount)
    sendTrace('round trip', link.peer)
  }

  // Says whether data have come without a push: that is the option `onread`.
  function noteRead ({ bytesRead }, link) {
    const isMore = bytesRead > link.read
    link.read = bytesRead
    return isMore
  }

  function onData (socket, [data]) {
    const link = links.get(socket)
    if (!data || !link) return
    const { began, dataAt, isAwaited } = link
    link.read += data.length
    link.dataAt = now()
    link.isOneWay = false
    if (isAwaited) return endTrip(link)
    if (!inProgress) return // a job that a queue sends
    if (began >= look.oldest && dataAt < look.time) noteWait('round trip') // for the rest
  }

  function endTrip (link) {
    link.isAwaited = false
    tripCount--
  }

  function onSpawn (child, [{ file }]) {
    children.set(child, now())
    interval.children++
    sendTrace('child', file)
  }

  function onMessage () {
    if (inProgress) unseen.add('worker messages')
  }

  function onDatagram (socket) {
    if (inProgress && socket.listenerCount('message')) unseen.add('UDP')
  }

  function onOpen () {
    sendTrace('resource', 'open files')
  }

  function onTimer () {
    sendTrace('resource', 'Timeout')
  }

  function endOld (time) {
    for (const child of children.keys()) {
      const { exitCode, signalCode, pid } = child
      if (exitCode !== null || signalCode || !pid) children.delete(child)
    }
    for (const [socket, link] of links) {
      link.isOneWay ||= link.isAwaited && time - link.began > TRIP_LIMIT
      if (link.isAwaited && (link.isOneWay || noteRead(socket, link))) endTrip(link)
    }
  }

  function sendTrace (kind, peer) {
    if (!traces) return
    traces--
    require('node:inspector').console.trace('whyslow', kind, peer)
  }

  // What began before the oldest request is none of its: a subscription, a long poll.
  function lookAtWaits (time) {
    if ((isServer && !inProgress) || time < nextLook) return
    const requests = findRequests()
    let oldest = requests.length ? Infinity : 0
    for (const { began } of requests) oldest = Math.min(oldest, began)
    look = { time, oldest, kinds: new Set(), waits: interval.waits }
    interval.waits.moments++
    for (const [{ connecting, secureConnecting }, { began, isAwaited }] of links) {
      if (began < oldest) continue
      if (isAwaited) noteWait('round trip')
      if (connecting || secureConnecting) noteWait('connection')
    }
    for (const began of children.values()) if (began >= oldest) noteWait('child')
    for (const { response: { req, writableLength } } of requests) {
      if (writableLength) noteWait('sending')
      if (req?.complete === false) noteWait('receiving')
    }
    let own = statCount
    for (const name of getActiveResourcesInfo()) {
      if (name === 'GetAddrInfoReqWrap') noteWait('lookup')
      if (name.startsWith('FSReq') && own-- <= 0) noteWait('file')
    }
    if (!look.kinds.size && isPoolAtWork()) noteWait('thread pool')
    nextLook = time + (now() - time) / LOOK_SHARE
  }

  // Its jobs are in no list of Node.js: from 26 on, not even readFile.
  function isPoolAtWork () {
    return poolThreads.some((id) => !IDLE.test(readText(`${THREADS}/${id}/syscall`)))
  }

  function readText (file) {
    try {
      return readFileSync(file, 'utf8') // another encoding calls openSync, which may be traced
    } catch {
      return ''
    }
  }

  function noteWait (kind) {
    const { kinds, waits } = look
    if (kinds.has(kind)) return
    if (!kinds.size) waits.outside++
    kinds.add(kind)
    waits.kinds[kind] = (waits.kinds[kind] ?? 0) + 1
  }

  /** Finds the connections of before that do something: Node.js lists no idle ones. */
  function adoptOpen () {
    const handles = getActiveHandles()
    const pipes = new Set(handles.flatMap(({ stdio = [] }) => stdio)) // of child processes
    for (const handle of handles) {
      if (handle.connected && !children.has(handle)) unseen.add('child processes')
      if (!(handle instanceof Socket) || links.has(handle) || pipes.has(handle)) continue
      const { _handle, bytesRead, connecting, server } = handle
      if (adopt(handle) || connecting || server) continue
      if (_handle?.fd > STDERR) track(handle, 'UNIX socket', bytesRead)
    }
    const isOfPool = (id) => readText(`${THREADS}/${id}/comm`) === 'libuv-worker\n'
    try {
      poolThreads = readdirSync(THREADS).filter(isOfPool)
    } catch {} // not on Linux, or no descriptor is free
  }

  function readFileLimit () {
    return Number(readText('/proc/self/limits').match(/Max open files +(\d+)/)?.[1] ?? 0)
  }

  function countFiles () {
    try {
      files = statSync(OPEN_FILES).size || readdirSync(OPEN_FILES).length - 1
    } catch {} // none is free
    return files
  }

  function bytesInUse () {
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
    return heap + external
  }

  // Requests whose clients have gone may still have work, here or in the thread pool.
  async function isAtWork () {
    const before = eventLoopUtilization()
    await sleep(TICK)
    if (inProgress || eventLoopUtilization(before).utilization > AT_REST) return true
    const start = now()
    await new Promise((resolve) => stat('.', resolve))
    return now() - start > IDLE_POOL
  }

  // ms since the last call in which this thread had work, but no core (Linux)
  function waitForCore () {
    const [, total] = readText('/proc/self/schedstat').split(' ') // ns
    if (!total) return 0
    const more = Number(total) / 1e6 - waited
    waited += more
    return more
  }

  function tick () {
    if (++silentTicks > SILENCE) return stop()
    const time = now()
    const late = time - expected
    const isCounted = expected >= countedFrom
    const waitedMore = waitForCore()
    tickLater()
    endOld(time)
    if (isCounted && !isResting) {
      lookAtWaits(time)
      interval.coreWait += waitedMore
      interval.longestPause = Math.max(interval.longestPause, late)
      interval.loopDelays.push(Math.max(0, late - waitedMore))
      interval.inProgress.push(inProgress)
      statCount++
      stat('.', () => { // it may take several intervals
        statCount--
        if (time >= countedFrom) interval.poolDelays.push(now() - time)
      })
    }
  }

  // At irregular times: a regular job could always run between two looks.
  function tickLater () {
    clearTimeout(timer)
    const delay = TICK * (0.5 + Math.random())
    expected = now() + delay
    timer = setTimeout(guard(tick), delay).unref()
  }

  function newInterval () {
    begun = { time: now(), cpu: cpuUsage(), loop: eventLoopUtilization() }
    servingSince = begun.loop
    interval = {
      serving: { active: 0, idle: 0 },
      served: 0,
      answered: 0,
      ended: 0,
      failed: 0,
      serviceTime: 0,
      sockets: 0,
      peers: {},
      tripsAtOnce: tripCount,
      waits: { moments: 0, outside: 0, kinds: {} },
      children: 0,
      gcTime: 0,
      coreWait: 0,
      collected: [],
      poolDelays: [],
      loopDelays: [],
      longestPause: 0,
      inProgress: []
    }
    for (const { peer, isAwaited } of links.values()) if (isAwaited) countsOf(peer)
  }

  function ensureStarted () {
    if (!timer) throw new Error('it got no request from this command for 5 s')
    silentTicks = 0
  }

  function start () {
    failure = undefined
    routes = new Map()
    crowds = []
    crowded = new WeakMap()
    latency = createHistogram()
    served = 0
    isServer = getActiveHandles().some((handle) => handle._events?.request)
    silentTicks = 0
    unseen.clear()
    look = { oldest: Infinity }
    newInterval()
    guard(adoptOpen)()
    if (timer) return
    tickLater() // first: it ends what fails half-way
    for (const [channel, count] of Object.entries(subscribers)) subscribe(channel, count)
    for (const { wrap } of methods) wrap()
    collections.observe({ type: 'gc' })
    waitForCore()
  }

  function read () {
    ensureStarted()
    if (inProgress) countServing()
    const { user, system } = cpuUsage(begun.cpu)
    const { active, idle } = eventLoopUtilization(begun.loop)
    const reading = {
      ...interval,
      isServer,
      unseen: Array.from(unseen),
      files: countFiles(),
      fileLimit: FILE_LIMIT,
      listeners: findCrowd(),
      time: now() - begun.time,
      cpuTime: (user + system) / 1000,
      loop: { active, idle },
      heap: bytesInUse(),
      latency: latency.count ? latency.percentile(50) / 1000 : 0,
      latencyP99: latency.count ? latency.percentile(99) / 1000 : 0
    }
    newInterval()
    return reading
  }

  // This command has forced a collection, which stopped everything: only what it has left counts.
  function dropInterval () {
    ensureStarted()
    const { collected } = interval
    countedFrom = now()
    waitForCore()
    newInterval()
    interval.collected = collected
  }

  function ports () {
    ensureStarted()
    adoptOpen()
    const known = new Set()
    for (const [socket, { written }] of links) {
      if (written === BY_METHODS) known.add(socket.localPort)
    }
    for (const [socket, { written }] of links) {
      const { localPort } = socket
      if (bytesWrittenBy(socket) > written && !known.has(localPort)) unseen.add('HTTP/2')
      known.add(localPort)
    }
    return Array.from(known)
  }

  // What one collection has found free may hold what only the next one can free.
  async function rest () {
    ensureStarted()
    isResting = true
    silentTicks = -PATIENCE
    const limit = now() + REST_LIMIT
    let isWorking = true
    while (isWorking && now() < limit) isWorking = await isAtWork()
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    for (let i = 0; i < 2; i++) {
      collect()
      await sleep(1) // finalizers run
    }
    /** @type {Record<string, number>} */
    const resources = {}
    for (const kind of getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
    const bytes = bytesInUse()
    const { poolDelays } = interval // of calls that began before
    newInterval()
    interval.poolDelays = poolDelays
    tickLater()
    isResting = false
    silentTicks = 0
    return { bytes, resources, files: countFiles(), inProgress }
  }

  function openSession () {
    const { Session } = require('node:inspector')
    const opened = new Session()
    opened.connect()
    return opened
  }

  /** @returns {any} at once: it is this thread */
  function post (method, params = {}) {
    /** @type {any} */
    let outcome
    session.post(method, params, (err, answer) => { outcome = { err, answer } })
    if (outcome.err) throw new Error(`${method}: ${outcome.err.message}`)
    return outcome.answer
  }

  // Of what is allocated from now on, the heap profile has what is still in use at its end.
  function startProfile (/** @type {ProfileSteps} */ { cpu, heap }) {
    session = openSession()
    if (heap) post('HeapProfiler.startSampling', { samplingInterval: heap })
    if (!cpu) return
    post('Profiler.enable')
    post('Profiler.setSamplingInterval', { interval: cpu })
    post('Profiler.start')
    tickLater() // what this took is no pause of the process
  }

  function stopProfile (/** @type {ProfileSteps} */ { cpu, heap }) {
    /** @type {Profiles} */
    const profiles = {}
    if (cpu) profiles.cpu = { ...post('Profiler.stop').profile, sourceMaps: readSourceMaps() }
    if (heap) profiles.heap = post('HeapProfiler.stopSampling').profile
    session.disconnect()
    return profiles
  }

  // Loaders such as tsx transpile in memory, and put the source map into the script's last line.
  function readSourceMaps () {
    const sourceMaps = {}
    for (const { url, sourceMapURL } of scripts()) {
      if (sourceMapURL?.startsWith('data:')) sourceMaps[url] = sourceMapURL
    }
    return sourceMaps
  }

  // The only place that enables a debugger. No statement of the program runs meanwhile, so that
  // `debugger` does not stop it.
  function scripts () {
    const found = []
    const own = openSession()
    own.on('Debugger.scriptParsed', ({ params }) => {
      found.push({ id: params.scriptId, url: params.url, sourceMapURL: params.sourceMapURL })
    })
    own.on('Debugger.paused', () => own.post('Debugger.resume'))
    own.post('Debugger.setSkipAllPauses', { skip: true })
    own.post('Debugger.enable')
    own.disconnect()
    return found
  }

  /** Sends so many stacks to the inspector: of what asks others, starts a child or opens a file. */
  function startTraces ({ most }) {
    ensureStarted()
    for (const { wrap } of openings) wrap()
    traces = most
  }

  function stopTraces () {
    for (const { unwrap } of openings) unwrap()
    if (traces === undefined) return
    traces = undefined
    const own = openSession()
    own.post('Runtime.discardConsoleEntries') // the next debugger would get the traces
    own.disconnect()
  }

  // Opens it for this machine only.
  function inspect () {
    if (FILE_LIMIT && FILE_LIMIT - countFiles() < FREE_FILES) return undefined
    const { open, url } = require('node:inspector')
    if (!url()) open(0, '127.0.0.1')
    const { hostname, port } = new URL(String(url()))
    return { host: hostname, port: Number(port) }
  }

  function stop () {
    clearTimeout(timer)
    timer = undefined
    stopTraces()
    for (const { unwrap } of methods) unwrap()
    session?.disconnect()
    for (const [channel, count] of Object.entries(subscribers)) unsubscribe(channel, count)
    collections.disconnect()
    for (const { response, onClose } of findRequests()) response.removeListener('close', onClose)
    slots.length = 0
    freeSlots.length = 0
    for (const known of [children, links, peers]) known.clear()
    inProgress = 0
    tripCount = 0
  }

  function end () {
    ensureStarted()
    stop()
    if (failure) throw failure
    return Array.from(routes.values())
  }

  return {
    start,
    read,
    rest,
    dropInterval,
    ports,
    startProfile,
    stopProfile,
    startTraces,
    stopTraces,
    inspect,
    scripts,
    end
  }
}

module.exports = { observe }

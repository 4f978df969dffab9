'use strict'

/** @import { ServerResponse } from 'node:http' */
/** @import { Interval, Observer, Profiles, ProfileSteps, Route } from '../types' */

/**
 * What a diagnosis asks in a process. It is sent there as text and evaluated, so it needs nothing
 * from outside of this function but what it gets. Nothing here throws into the program. It ends by
 * itself when nobody asks any more, and then nothing of it is left.
 * @param {NodeJS.Require} require
 * @param {object} [kept] functions of Node.js from before the program, which may replace them
 * @param {typeof process.cpuUsage} [kept.cpuUsage]
 * @param {typeof process.getActiveResourcesInfo} [kept.getActiveResourcesInfo]
 * @returns {Observer}
 */
function observe (require, kept = {}) {
  const { subscribe, unsubscribe } = require('node:diagnostics_channel')
  const { readFileSync, stat } = require('node:fs')
  const {
    constants, createHistogram, performance, PerformanceObserver
  } = require('node:perf_hooks')
  const { clearInterval, setInterval } = require('node:timers')
  const { setTimeout: sleep } = require('node:timers/promises')
  const { getHeapStatistics, setFlagsFromString } = require('node:v8')
  const { runInNewContext } = require('node:vm')

  const {
    cpuUsage = process.cpuUsage,
    getActiveResourcesInfo = process.getActiveResourcesInfo
  } = kept
  const { eventLoopUtilization } = performance
  const now = performance.now.bind(performance)

  const TICK = 100 // ms between two looks at the event loop and the thread pool
  const SILENCE = 50 // ticks: a blocked event loop hears the command no sooner
  const PATIENCE = 600 // ticks, while the command waits for what is in progress
  const REST_LIMIT = 3000 // ms until the last request has to be answered
  const IDLE_POOL = 10 // ms that a file call takes at most if a thread is free
  const FORCED = constants.NODE_PERFORMANCE_GC_FLAGS_FORCED // a collection that was asked for here
  const MAJOR = constants.NODE_PERFORMANCE_GC_MAJOR
  const ROUTES = 200
  const SEGMENTS = 10 // of a path: the rest is cut off
  const LONG = 24 // characters of a segment
  // Only digits, eight or more characters with letters and digits, or what no fixed path has.
  const ID = /^\d+$|^(?=.*\d)(?=.*[a-z]).{8}|[^\w.~-]/i

  const inProgress = new Map() // responses, with the times of their starts
  const calls = new Set() // requests to other servers that have not ended
  /** @type {Interval} */
  let interval // since the last reading
  let begun // what the counters of the process were then
  /** @type {Map<string, Route>} */
  let routes
  let latency // µs, since the start
  let served = 0 // requests, since the start
  let timer
  let silentTicks = 0
  let expected = 0 // when the timer has to fire
  let waited = 0 // ms for a core, until the last tick
  let servingSince // event-loop utilisation when the interval began, or a first request came in
  let isResting = false
  let failure
  let session // of the inspector, for the profilers

  /** @type {Record<string, (message: any) => void>} by diagnostics channel */
  const subscribers = {
    'http.server.request.start': ({ response }) => {
      served++
      interval.served++
      if (!inProgress.size) servingSince = eventLoopUtilization()
      inProgress.set(response, now())
      response.on('close', onClose)
    },
    'http.server.response.finish': () => { interval.answered++ },
    'net.server.socket': () => { interval.sockets++ },
    'http.client.request.start': ({ request }) => {
      countCall(request, request.getHeader('host') ?? request.host)
      request.once('close', onCallClose)
    },
    'undici:request:create': ({ request }) => countCall(request, request.origin),
    'undici:request:trailers': ({ request }) => { calls.delete(request) },
    'undici:request:error': ({ request }) => { calls.delete(request) }
  }
  for (const [name, count] of Object.entries(subscribers)) subscribers[name] = guard(count)

  const collections = new PerformanceObserver(guard((list) => {
    for (const { duration, detail } of list.getEntries()) {
      const counted = detail.flags & FORCED ? 0 : duration
      interval.gcTime += counted
      if (detail.kind !== MAJOR) continue
      interval.majorGcTime += counted
      interval.collected.push({ requests: served, bytes: bytesInUse() })
    }
  }))

  // What fails is reported at the end, and not to the program.
  function guard (run) {
    return function (message) {
      try {
        run(message)
      } catch (err) {
        failure ??= err
      }
    }
  }

  // An aborted request closes, but does not finish.
  function onClose () {
    const time = now() - inProgress.get(this)
    inProgress.delete(this)
    if (!inProgress.size) countServing()
    guard(() => countAnswer(this, time))()
  }

  function countAnswer ({ req, statusCode, writableFinished }, time) {
    interval.ended++
    interval.serviceTime += time
    if (!writableFinished || statusCode >= 500) interval.failed++
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

  // An event loop that is idle while requests are in progress waits for something.
  function countServing () {
    const { active, idle } = eventLoopUtilization(servingSince)
    interval.serving.active += active
    interval.serving.idle += idle
  }

  function countCall (request, host) {
    calls.add(request)
    const name = String(host).replace(/^https?:\/\//, '').replace(/^.*@/, '') // no credentials
    interval.outgoing[name] = (interval.outgoing[name] ?? 0) + 1
    interval.outgoingAtOnce = Math.max(interval.outgoingAtOnce, calls.size)
  }

  function onCallClose () {
    calls.delete(this)
  }

  function bytesInUse () {
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
    return heap + external
  }

  // Requests whose clients have gone may still have work in the thread pool.
  async function isPoolBusy () {
    const start = now()
    await new Promise((resolve) => stat('.', resolve))
    return now() - start > IDLE_POOL
  }

  // Gives the ms since the last call in which this thread had work, but no core (Linux).
  function waitForCore () {
    try {
      const total = Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
      const more = total - waited
      waited = total
      return more
    } catch {
      return 0
    }
  }

  function tick () {
    if (++silentTicks > SILENCE) return stop()
    const time = now()
    const waitedMore = waitForCore()
    if (!isResting) {
      interval.coreWait += waitedMore
      interval.loopDelays.push(Math.max(0, time - expected - waitedMore))
      interval.inProgress.push(inProgress.size)
      stat('.', () => interval.poolDelays.push(now() - time)) // it may take several intervals
    }
    expected = time + TICK
  }

  function newInterval () {
    begun = { time: now(), cpu: cpuUsage(), loop: eventLoopUtilization() }
    servingSince = begun.loop
    interval = {
      time: 0,
      cpuTime: 0,
      loop: { active: 0, idle: 0 },
      serving: { active: 0, idle: 0 },
      heap: 0,
      latency: 0,
      served: 0,
      answered: 0,
      ended: 0,
      failed: 0,
      serviceTime: 0,
      sockets: 0,
      outgoing: {},
      outgoingAtOnce: 0,
      gcTime: 0,
      majorGcTime: 0,
      coreWait: 0,
      collected: [],
      poolDelays: [],
      loopDelays: [],
      inProgress: []
    }
  }

  function ensureStarted () {
    if (!timer) throw new Error('it got no request from this command for 5 s')
    silentTicks = 0
  }

  /** Begins to observe, or begins anew. */
  function start () {
    failure = undefined
    routes = new Map()
    latency = createHistogram()
    served = 0
    silentTicks = 0
    newInterval()
    if (timer) return
    for (const [channel, count] of Object.entries(subscribers)) subscribe(channel, count)
    collections.observe({ type: 'gc' })
    expected = now() + TICK
    waitForCore()
    timer = setInterval(guard(tick), TICK).unref()
  }

  function read () {
    ensureStarted()
    if (inProgress.size) countServing()
    const { user, system } = cpuUsage(begun.cpu)
    const { active, idle } = eventLoopUtilization(begun.loop)
    const reading = {
      ...interval,
      time: now() - begun.time,
      cpuTime: (user + system) / 1000,
      loop: { active, idle },
      heap: getHeapStatistics().used_heap_size,
      latency: latency.count ? latency.percentile(50) / 1000 : 0
    }
    newInterval()
    return reading
  }

  // What one collection has found free may hold what only the next one can free.
  async function rest () {
    ensureStarted()
    isResting = true
    silentTicks = -PATIENCE
    const limit = now() + REST_LIMIT
    do await sleep(TICK)
    while ((inProgress.size || await isPoolBusy()) && now() < limit)
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
    expected = now() + TICK
    isResting = false
    silentTicks = 0
    return { bytes, resources, inProgress: inProgress.size }
  }

  /** @param {string} method @param {object} [params] @returns {any} at once: it is this thread */
  function post (method, params = {}) {
    /** @type {any} */
    let problem
    let answer
    session.post(method, params, (err, result) => {
      problem = err
      answer = result
    })
    if (problem) throw new Error(`${method}: ${problem.message}`)
    return answer
  }

  /** Of what is allocated from now on, the heap profile has what is still in use at its end. */
  function startProfile (/** @type {ProfileSteps} */ { cpu, heap }) {
    const { Session } = require('node:inspector')
    session = new Session()
    session.connect()
    if (heap) post('HeapProfiler.startSampling', { samplingInterval: heap })
    if (!cpu) return
    post('Profiler.enable')
    post('Profiler.setSamplingInterval', { interval: cpu })
    post('Profiler.start')
  }

  function stopProfile (/** @type {ProfileSteps} */ { cpu, heap }) {
    /** @type {Profiles} */
    const profiles = {}
    if (cpu) profiles.cpu = { ...post('Profiler.stop').profile, sourceMaps: readSourceMaps() }
    if (heap) profiles.heap = post('HeapProfiler.stopSampling').profile
    disconnect()
    return profiles
  }

  function disconnect () {
    session?.disconnect()
    session = undefined
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
    const { Session } = require('node:inspector')
    const own = new Session()
    own.connect()
    own.on('Debugger.scriptParsed', ({ params }) => {
      found.push({ id: params.scriptId, url: params.url, sourceMapURL: params.sourceMapURL })
    })
    own.on('Debugger.paused', () => own.post('Debugger.resume'))
    own.post('Debugger.setSkipAllPauses', { skip: true })
    own.post('Debugger.enable')
    own.disconnect()
    return found
  }

  function stop () {
    clearInterval(timer)
    timer = undefined
    disconnect()
    for (const [channel, count] of Object.entries(subscribers)) unsubscribe(channel, count)
    collections.disconnect()
    for (const response of inProgress.keys()) response.removeListener('close', onClose)
    for (const request of calls) request.removeListener?.('close', onCallClose)
    inProgress.clear()
    calls.clear()
  }

  function end () {
    ensureStarted()
    stop()
    if (failure) throw failure
    return Array.from(routes.values())
  }

  return { start, read, rest, startProfile, stopProfile, scripts, end }
}

module.exports = { observe }

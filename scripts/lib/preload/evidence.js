'use strict'

// What a diagnosis asks of the process, beyond a sample: what it waits for, what is in progress,
// and what it keeps once nothing is in progress. It is preloaded, or evaluated in a running server:
// so nothing here throws into the program, and when it ends, nothing of it is left.

/** @import { ClientRequest, ServerResponse } from 'node:http' */
/** @import { AtRest, Evidence } from './types' */

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const { readFileSync, stat } = require('node:fs')
const { constants, performance, PerformanceObserver } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const v8 = require('node:v8')
const vm = require('node:vm')
const { countByName } = require('./count-by-name')

const INTERVAL = 100 // ms between two readings
const REST_LIMIT = 3000 // ms until the last request has to be answered
const FORCED = constants.NODE_PERFORMANCE_GC_FLAGS_FORCED // a collection that was asked for here
const MAJOR = constants.NODE_PERFORMANCE_GC_MAJOR

/** @returns {Evidence} */
const nothing = () => ({
  gcTime: 0,
  collected: [],
  poolDelays: [],
  loopDelays: [],
  inProgress: [],
  served: 0,
  answered: 0,
  sockets: 0,
  outgoing: {},
  outgoingAtOnce: 0
})

let evidence = nothing()
let outgoingNow = 0
let isResting = false
/** @type {Error|undefined} */
let failure
/** @type {(response: ServerResponse, ms: number) => void} */
let onAnswer = () => {}

/** @type {Map<ServerResponse, number>} the requests in progress, with the times of their starts */
const inProgress = new Map()

/** @param {(message: any) => void} run */
function guard (run) {
  /** @param {any} [message] */
  return function (message) {
    try {
      run(message)
    } catch (err) {
      failure ??= /** @type {Error} */ (err)
    }
  }
}

const observer = new PerformanceObserver(guard((list) => {
  for (const { duration, detail } of list.getEntries()) {
    if (!(detail.flags & FORCED)) evidence.gcTime += duration
    if (detail.kind !== MAJOR) continue
    evidence.collected.push({ requests: evidence.served, bytes: inUse() })
  }
}))

/** @returns {number} bytes */
function inUse () {
  const { used_heap_size: heap, external_memory: external } = v8.getHeapStatistics()
  return heap + external
}

/** @type {(this: ServerResponse) => void} An aborted request closes, but does not finish. */
function onClose () {
  const start = inProgress.get(this)
  inProgress.delete(this)
  if (start === undefined) return
  try {
    onAnswer(this, performance.now() - start)
  } catch (err) {
    failure ??= /** @type {Error} */ (err)
  }
}

/** Counts a request to another server. @param {string} host */
function countOutgoing (host) {
  evidence.outgoing[host] = (evidence.outgoing[host] ?? 0) + 1
  outgoingNow++
  evidence.outgoingAtOnce = Math.max(evidence.outgoingAtOnce, outgoingNow)
}

/** @type {Set<ClientRequest>} requests of node:http that have not ended */
const calls = new Set()

/** @type {(this: ClientRequest) => void} */
function onCallClose () {
  if (calls.delete(this)) outgoingNow--
}

/** @type {WeakSet<object>} requests of undici that have not ended */
const open = new WeakSet()

/** @param {object} request of undici */
function endUndici (request) {
  if (open.delete(request)) outgoingNow--
}

/** @type {Record<string, (message: any) => void>} by diagnostics channel */
const SUBSCRIBERS = {
  'http.server.request.start': ({ response }) => {
    evidence.served++
    inProgress.set(response, performance.now())
    response.on('close', onClose)
  },
  'http.server.response.finish': () => { evidence.answered++ },
  'net.server.socket': () => { evidence.sockets++ },
  'http.client.request.start': ({ request }) => {
    countOutgoing(request.getHeader('host') ?? request.host)
    calls.add(request)
    request.once('close', onCallClose)
  },
  'undici:request:create': ({ request }) => {
    open.add(request)
    countOutgoing(String(request.origin).replace(/^https?:\/\//, ''))
  },
  'undici:request:trailers': ({ request }) => endUndici(request),
  'undici:request:error': ({ request }) => endUndici(request)
}

/** @type {[string, (message: unknown) => void][]} */
const CHANNELS = Object.entries(SUBSCRIBERS).map(([name, count]) => [name, guard(count)])

let expected = 0
/** @type {NodeJS.Timeout|undefined} */
let timer

let waited = 0

/** @returns {number} ms since the last call in which this thread had work, but no core (Linux) */
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

function read () {
  const now = performance.now()
  if (!isResting) {
    evidence.loopDelays.push(Math.max(0, now - expected - waitForCore()))
    evidence.inProgress.push(inProgress.size)
    const current = evidence
    stat('.', () => current.poolDelays.push(performance.now() - now))
  }
  expected = now + INTERVAL
}

/**
 * Begins to collect, or begins anew.
 * @param {typeof onAnswer} [callback] is called when a response is over, answered or not
 */
function startEvidence (callback = () => {}) {
  onAnswer = callback
  failure = undefined
  evidence = nothing()
  if (!timer) {
    for (const [channel, count] of CHANNELS) subscribe(channel, count)
    observer.observe({ type: 'gc' })
  }
  clearInterval(timer)
  expected = performance.now() + INTERVAL
  waitForCore()
  timer = setInterval(guard(read), INTERVAL).unref()
}

/** @returns {Evidence} what has been collected so far */
function readEvidence () {
  return evidence
}

/** @returns {Evidence} what was collected since the start @throws What failed meanwhile. */
function stopEvidence () {
  if (!timer) throw new Error('no evidence is collected')
  clearInterval(timer)
  timer = undefined
  for (const [channel, count] of CHANNELS) unsubscribe(channel, count)
  observer.disconnect()
  for (const response of inProgress.keys()) response.removeListener('close', onClose)
  for (const request of calls) request.removeListener('close', onCallClose)
  inProgress.clear()
  calls.clear()
  outgoingNow = 0
  if (failure) throw failure
  return evidence
}

/**
 * Reads what the process keeps when no request is in progress. What one collection has found free
 * may hold what only the next one can free.
 * @returns {Promise<AtRest>}
 */
async function atRest () {
  isResting = true
  const limit = performance.now() + REST_LIMIT
  for (let isOver = false; !isOver; isOver = !inProgress.size || performance.now() > limit) {
    await sleep(INTERVAL)
  }
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  for (let i = 0; i < 2; i++) {
    collect()
    await sleep(1) // finalizers run
  }
  const bytes = inUse()
  const resources = countByName(process.getActiveResourcesInfo())
  expected = performance.now() + INTERVAL
  isResting = false
  return { bytes, inProgress: inProgress.size, resources }
}

module.exports = { atRest, readEvidence, startEvidence, stopEvidence }

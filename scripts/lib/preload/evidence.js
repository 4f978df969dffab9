'use strict'

// What a diagnosis asks of the process, beyond a sample: what it waits for, what is in progress,
// and what it keeps once nothing is in progress. It is preloaded, or evaluated in a running server:
// so nothing here throws into the program, and when it ends, nothing of it is left.

/** @import { ServerResponse } from 'node:http' */
/** @import { Evidence } from './types' */

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const { readFileSync, stat } = require('node:fs')
const { constants, performance, PerformanceObserver } = require('node:perf_hooks')
const { clearInterval, setInterval } = require('node:timers')
const { setTimeout: sleep } = require('node:timers/promises')
const { getHeapStatistics, setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')

// The program may replace them.
const { eventLoopUtilization } = performance
const { getActiveResourcesInfo } = process
const now = performance.now.bind(performance)

const INTERVAL = 100 // ms between two readings
const REST_LIMIT = 3000 // ms until the last request has to be answered
const IDLE_POOL = 10 // ms that a file call takes at most if a thread is free
const FORCED = constants.NODE_PERFORMANCE_GC_FLAGS_FORCED // a collection that was asked for here
const MAJOR = constants.NODE_PERFORMANCE_GC_MAJOR

const inProgress = new Map() // responses, with the times of their starts
const calls = new Set() // requests to other servers that have not ended
/** @type {Evidence} */
let evidence
let failure
let onAnswer
let timer
let expected = 0 // when the timer has to fire
let waited = 0 // ms for a core, until the last reading
let isResting = false
let servingSince // event-loop utilisation when it was last counted, or a first request came in

/** @type {Record<string, (message: any) => void>} by diagnostics channel */
const SUBSCRIBERS = {
  'http.server.request.start': ({ response }) => {
    evidence.served++
    if (!inProgress.size) servingSince = eventLoopUtilization()
    inProgress.set(response, now())
    response.on('close', onClose)
  },
  'http.server.response.finish': () => { evidence.answered++ },
  'net.server.socket': () => { evidence.sockets++ },
  'http.client.request.start': ({ request }) => {
    countCall(request, request.getHeader('host') ?? request.host)
    request.once('close', onCallClose)
  },
  'undici:request:create': ({ request }) => {
    countCall(request, request.origin)
  },
  'undici:request:trailers': ({ request }) => { calls.delete(request) },
  'undici:request:error': ({ request }) => { calls.delete(request) }
}
for (const [name, count] of Object.entries(SUBSCRIBERS)) SUBSCRIBERS[name] = guard(count)

const observer = new PerformanceObserver(guard((list) => {
  for (const { duration, detail } of list.getEntries()) {
    const counted = detail.flags & FORCED ? 0 : duration
    evidence.gcTime += counted
    if (detail.kind !== MAJOR) continue
    evidence.majorGcTime += counted
    evidence.collected.push({ requests: evidence.served, bytes: inUse() })
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
  const ms = now() - inProgress.get(this)
  inProgress.delete(this)
  if (!inProgress.size) countServing()
  evidence.serviceTime += ms
  guard(() => onAnswer(this, ms))()
}

// An event loop that is idle while requests are in progress waits for something.
function countServing () {
  const { active, idle } = eventLoopUtilization(servingSince)
  evidence.serving.active += active
  evidence.serving.idle += idle
  servingSince = eventLoopUtilization()
}

function countCall (request, origin) {
  calls.add(request)
  const host = String(origin).replace(/^(https?:\/\/)?([^]*@)?/, '') // without credentials
  evidence.outgoing[host] = (evidence.outgoing[host] ?? 0) + 1
  evidence.outgoingAtOnce = Math.max(evidence.outgoingAtOnce, calls.size)
}

function onCallClose () {
  calls.delete(this)
}

function inUse () {
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

function read () {
  const time = now()
  const waitedMore = waitForCore()
  if (inProgress.size) countServing()
  if (!isResting) {
    evidence.coreWait += waitedMore
    evidence.loopDelays.push(Math.max(0, time - expected - waitedMore))
    evidence.inProgress.push(inProgress.size)
    const { poolDelays } = evidence
    stat('.', () => poolDelays.push(now() - time))
  }
  expected = time + INTERVAL
}

/**
 * Begins to collect, or begins anew.
 * @param {(response: ServerResponse, ms: number) => void} [callback] for each response that is over
 * @returns {Evidence} what has been collected so far, at any time
 */
function startEvidence (callback = () => {}) {
  onAnswer = callback
  failure = undefined
  evidence = {
    gcTime: 0,
    majorGcTime: 0,
    serviceTime: 0,
    serving: { active: 0, idle: 0 },
    coreWait: 0,
    collected: [],
    poolDelays: [],
    loopDelays: [],
    inProgress: [],
    served: 0,
    answered: 0,
    sockets: 0,
    outgoing: {},
    outgoingAtOnce: 0
  }
  if (!timer) {
    for (const [channel, count] of Object.entries(SUBSCRIBERS)) subscribe(channel, count)
    observer.observe({ type: 'gc' })
  }
  clearInterval(timer)
  expected = now() + INTERVAL
  servingSince = eventLoopUtilization()
  waitForCore()
  timer = setInterval(guard(read), INTERVAL).unref()
  return evidence
}

/** @returns {Evidence} what was collected since the start @throws What failed meanwhile. */
function stopEvidence () {
  if (!timer) throw new Error('no evidence is collected')
  clearInterval(timer)
  timer = undefined
  for (const [channel, count] of Object.entries(SUBSCRIBERS)) unsubscribe(channel, count)
  observer.disconnect()
  for (const response of inProgress.keys()) response.removeListener('close', onClose)
  for (const request of calls) request.removeListener?.('close', onCallClose)
  inProgress.clear()
  calls.clear()
  if (failure) throw failure
  return evidence
}

/**
 * Reads what the process keeps when no request is in progress. What one collection has found free
 * may hold what only the next one can free.
 */
async function atRest () {
  isResting = true
  const limit = now() + REST_LIMIT
  do await sleep(INTERVAL)
  while ((inProgress.size || await isPoolBusy()) && now() < limit)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  for (let i = 0; i < 2; i++) {
    collect()
    await sleep(1) // finalizers run
  }
  const bytes = inUse()
  /** @type {Record<string, number>} */
  const resources = {}
  for (const kind of getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  expected = now() + INTERVAL
  isResting = false
  return {
    bytes, // in use after a collection
    inProgress: inProgress.size, // requests that have not ended in time
    resources // that keep the event loop alive, by kind
  }
}

module.exports = { atRest, startEvidence, stopEvidence }

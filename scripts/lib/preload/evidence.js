'use strict'

// What a diagnosis asks of the process, beyond a sample: what it waits for, what is in progress,
// and what it keeps once nothing is in progress.

/** @import { AtRest, Evidence } from './types' */

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const { readFileSync, stat } = require('node:fs')
const { constants, performance, PerformanceObserver } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const v8 = require('node:v8')
const vm = require('node:vm')
const { countByName } = require('./sampler')

const INTERVAL = 100 // ms between two readings
const REST_LIMIT = 3000 // ms until the last request has to be answered
const FORCED = constants.NODE_PERFORMANCE_GC_FLAGS_FORCED // a collection that was asked for here

/** @returns {Evidence} */
const nothing = () => ({
  gcTime: 0,
  poolDelays: [],
  loopDelays: [],
  inProgress: [],
  served: 0,
  sockets: 0,
  outgoing: {},
  outgoingAtOnce: 0
})

let evidence = nothing()
let inProgress = 0
let outgoingNow = 0
let isResting = false

const observer = new PerformanceObserver((list) => {
  for (const { duration, detail } of /** @type {any[]} */ (list.getEntries())) {
    if (!(detail.flags & FORCED)) evidence.gcTime += duration
  }
})

/** Counts a request to another server, until `ended` is called. @param {string} host */
function countOutgoing (host) {
  evidence.outgoing[host] = (evidence.outgoing[host] ?? 0) + 1
  outgoingNow++
  evidence.outgoingAtOnce = Math.max(evidence.outgoingAtOnce, outgoingNow)
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
    inProgress++
    response.once('close', () => { inProgress-- }) // an aborted request does not finish
  },
  'net.server.socket': () => { evidence.sockets++ },
  'http.client.request.start': ({ request }) => {
    countOutgoing(request.getHeader('host') ?? request.host)
    request.once('close', () => { outgoingNow-- })
  },
  'undici:request:create': ({ request }) => {
    open.add(request)
    countOutgoing(String(request.origin).replace(/^https?:\/\//, ''))
  },
  'undici:request:trailers': ({ request }) => endUndici(request),
  'undici:request:error': ({ request }) => endUndici(request)
}

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
    evidence.inProgress.push(inProgress)
    const current = evidence
    stat('.', () => current.poolDelays.push(performance.now() - now))
  }
  expected = now + INTERVAL
}

/** Begins to collect, or begins anew. */
function startEvidence () {
  evidence = nothing()
  if (!timer) {
    for (const [channel, count] of Object.entries(SUBSCRIBERS)) subscribe(channel, count)
    observer.observe({ type: 'gc' })
  }
  clearInterval(timer)
  expected = performance.now() + INTERVAL
  waitForCore()
  timer = setInterval(read, INTERVAL).unref()
}

/** @returns {Evidence} what was collected since the start */
function stopEvidence () {
  if (!timer) throw new Error('no evidence is collected')
  clearInterval(timer)
  timer = undefined
  for (const [channel, count] of Object.entries(SUBSCRIBERS)) unsubscribe(channel, count)
  observer.disconnect()
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
  for (let isOver = false; !isOver; isOver = inProgress === 0 || performance.now() > limit) {
    await sleep(INTERVAL)
  }
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  for (let i = 0; i < 2; i++) {
    collect()
    await sleep(1) // finalizers run
  }
  const { heapUsed, external } = process.memoryUsage()
  const resources = countByName(process.getActiveResourcesInfo())
  expected = performance.now() + INTERVAL
  isResting = false
  return { bytes: heapUsed + external, inProgress, resources }
}

module.exports = { atRest, startEvidence, stopEvidence }

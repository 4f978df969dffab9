'use strict'

/** @import { Generator, Load, LoadMeasurement, LoadOptions, Report, Turn } from './types' */

const { performance } = require('node:perf_hooks')
const autocannon = require('autocannon')
const hdr = require('hdr-histogram-js')
const { abortable } = require('../cli/abortable')
const { UserError } = require('../cli/errors')
const { mean, standardDeviation, sum } = require('./statistics')

// autocannon ends a load in the first full second after its duration. A load of 10 s whose tenth
// second ends too early would last 11 s.
const HALF = 0.5 // s
const RESERVED = 64 // files that a harness or a server opens besides its connections

const { emitWarning } = process

/**
 * Sends a load. With a rate, autocannon corrects the latencies for coordinated omission.
 * @param {Load} load
 * @param {LoadOptions} [options]
 * @returns {Promise<LoadMeasurement>} of all turns, if there are some
 * @throws {UserError} When the process may not open so many connections.
 */
async function sendLoad (load, options = {}) {
  const { onProgress, meter, signal, turns = [] } = options
  signal?.throwIfAborted()
  ensureOpenFiles(load.connections)
  const endUsage = watchUsage()
  const instance = autocannon(autocannonOptions(load))
  const seconds = createSeconds(load)
  instance.once('start', seconds.start)
  instance.on('response', (client, status, bytes, ms) => {
    seconds.count(bytes)
    meter?.answered(status, ms)
  })
  if (meter) instance.on('reqError', meter.failed)
  let ticks = 0 // each second
  if (onProgress) instance.on('tick', () => onProgress(Math.min(1, ++ticks / load.duration)))

  const report = await untilEnded(instance, signal)
  turns.push({ report, ...seconds.end(), used: endUsage() })
  return describeTurns(turns)
}

/** @param {Generator} instance @param {AbortSignal} [signal] */
async function untilEnded (instance, signal) {
  const stop = () => instance.stop()
  signal?.addEventListener('abort', stop)
  process.emitWarning = emitOtherWarning
  try {
    return await abortable(instance, signal)
  } finally {
    process.emitWarning = emitWarning
    signal?.removeEventListener('abort', stop)
  }
}

// A timer of autocannon may be late by more than its time: Node.js 22 and later warn of that when
// slow takes more than 10 s for an answer.
/** @param {unknown[]} args */
function emitOtherWarning (...args) {
  if (args[1] !== 'TimeoutNegativeWarning') Reflect.apply(emitWarning, process, args)
}

/**
 * Counts the answers of each second: autocannon's own ticks leave some of them out.
 * @param {Load} load
 */
function createSeconds ({ amount, duration }) {
  const count = amount ? 1 : Math.ceil(duration)
  const answers = Array(count).fill(0)
  const bytes = Array(count).fill(0)
  let startTime = performance.now()
  let answerTime = 0 // of the last one

  return {
    start () { startTime = performance.now() },
    /** @param {number} size */
    count (size) {
      answerTime = performance.now()
      let index = Math.floor((answerTime - startTime) / 1000)
      if (!amount) index = Math.min(index, count - 1) // late answers count in the last second
      while (answers.length <= index) {
        answers.push(0)
        bytes.push(0)
      }
      answers[index]++
      bytes[index] += size
    },
    end () {
      // autocannon's duration is wrong if the clock is set meanwhile, and ends an amount late, too.
      const endTime = amount && answerTime ? answerTime : performance.now()
      return { took: (endTime - startTime) / 1000, answers, bytes }
    }
  }
}

// The result gives the ms that this process used since.
function watchUsage () {
  const time = performance.now()
  const cpu = process.cpuUsage()
  const loop = performance.eventLoopUtilization()
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return {
      time: performance.now() - time,
      cpu: (user + system) / 1000,
      loop: performance.eventLoopUtilization(loop).active
    }
  }
}

/** @param {Turn[]} turns of one load @returns {LoadMeasurement} */
function describeTurns (turns) {
  const reports = turns.map(({ report }) => report)
  /** @param {keyof Omit<Report, 'statusCodeStats'|'latencies'>} name */
  const total = (name) => sum(reports.map((report) => report[name]))
  /** @param {keyof Turn['used']} name */
  const used = (name) => sum(turns.map((turn) => turn.used[name]))
  const answers = turns.flatMap((turn) => turn.answers)
  return {
    took: sum(turns.map(({ took }) => took)),
    requests: {
      ...describe(answers),
      total: total('totalCompletedRequests'),
      sent: total('totalRequests'),
      perSecond: answers
    },
    latency: describeLatencies(reports),
    throughput: describe(turns.flatMap(({ bytes }) => bytes)),
    errors: total('errors'),
    timeouts: total('timeouts'),
    non2xx: total('non2xx'),
    statuses: countStatuses(reports),
    generator: {
      cpu: used('cpu') / used('time'),
      elu: used('loop') / used('time')
    }
  }
}

/** @param {Report[]} reports */
function countStatuses (reports) {
  /** @type {Record<string, number>} */
  const statuses = {}
  for (const { statusCodeStats } of reports) {
    for (const [status, { count }] of Object.entries(statusCodeStats)) {
      statuses[status] = (statuses[status] ?? 0) + count
    }
  }
  return statuses
}

/** @param {number[]} values */
function describe (values) {
  return {
    average: mean(values),
    stddev: standardDeviation(values),
    max: Math.max(...values)
  }
}

// autocannon's own aggregateResult keeps 4 MB of each call for ever.
/** @param {Report[]} reports */
function describeLatencies (reports) {
  const [histogram, ...others] = reports.map(({ latencies }) =>
    hdr.decodeFromCompressedBase64(latencies))
  for (const other of others) histogram.add(other)
  return {
    average: histogram.mean,
    stddev: histogram.stdDeviation,
    max: histogram.maxValue,
    p50: histogram.getValueAtPercentile(50),
    p90: histogram.getValueAtPercentile(90),
    p97_5: histogram.getValueAtPercentile(97.5),
    p99: histogram.getValueAtPercentile(99)
  }
}

// Beyond the limit, autocannon retries for ever and takes all memory.
/** @param {number} connections */
function ensureOpenFiles (connections) {
  /** @type {{userLimits?: {open_files: {soft: number}}}} */
  const { userLimits } = process.report.getReport()
  const limit = userLimits?.open_files.soft ?? NaN // or "unlimited"; Windows has none
  const needed = connections + RESERVED
  if (!(needed > limit)) return
  throw new UserError(`${connections} connections are more than ${limit} open files allow: ` +
    `take ${limit - RESERVED} at most, or allow more with ulimit -n ${needed}`)
}

/** @param {Load} load @returns {object} */
function autocannonOptions ({ url, connections, duration, amount, rate, ...more }) {
  const { method = 'GET', headers, body, timeout, bailout } = more
  return {
    url,
    method,
    connections,
    skipAggregateResult: true,
    timeout,
    bailout,
    ...headers && { headers },
    ...body && { body },
    ...amount ? { amount } : { duration: duration - HALF },
    ...rate && { overallRate: rate }
  }
}

module.exports = { sendLoad }

'use strict'

// Loads a target twice, with one connection and with many, and diagnoses what it observes.

const { bottleneck } = require('../measure/bottleneck')
const { resultHeader } = require('../measure/result-header')
const { sampleDuringLoad } = require('../measure/sampling')
const { startServer } = require('../measure/server')
const { BlockedError } = require('../measure/server-errors')
const { hottestUserFrame } = require('../profiling/frames')
const { cpuProfileSamples } = require('../profiling/samples')
const { median } = require('../statistics/median')
const { watchBackgroundCpu } = require('../system/environment')
const { diagnose } = require('./rules')

/** @import { Flag } from '../base/types' */
/** @import { Load, Request, Server, Target } from '../measure/types' */
/** @import { StackSample } from '../profiling/types' */
/** @import { Diagnosis, Facts, LoadEvidence, Settings, Window } from './types' */

const WINDOWS = 2 // in a row: a single one has few requests of a server with a high cost
const SYNC = /Sync$/
// Synchronous functions of other modules compute.
const IO = /^node:(internal\/)?(fs|child_process)\b/

/** @type {Record<string, Flag>} */
const diagnosisFlags = {
  alone: secondsFlag(4, 'seconds of load with one connection'),
  connections: {
    type: 'integer',
    min: 2,
    max: 1000,
    default: 50,
    help: 'connections of the second load'
  },
  duration: secondsFlag(8, 'seconds of the second load')
}

/**
 * @param {Target} target
 * @param {Settings} settings
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Diagnosis>}
 */
async function measureDiagnosis (target, settings, { onProgress, signal } = {}) {
  const { alone, connections, duration } = settings
  const { request } = target
  const header = resultHeader({ kind: /** @type {const} */ ('diagnosis'), target: target.name })
  const server = await startServer(target, { signal })
  try {
    const first = await loadServer(server, { connections: 1, duration: alone, ...request })
    onProgress?.(alone / (alone + duration))
    await server.ask('startProfile')
    const second = await loadServer(server, { connections, duration, ...request })
    const samples = cpuProfileSamples(await server.ask('stopProfile'))
    const facts = readFacts(first, second, samples)
    return {
      ...header,
      settings: { alone, connections, duration },
      facts,
      hottestFrame: hottestUserFrame(samples),
      excessListeners: second.sample.excessListeners ?? [],
      ...diagnose(facts)
    }
  } finally {
    await server.stop()
  }
}

/**
 * @param {Server} server
 * @param {Omit<Load, 'url'>} load
 * @returns {Promise<LoadEvidence>}
 */
async function loadServer (server, load) {
  const { runLoad } = require('../measure/load') // not at the top: see measure.js
  const readBackgroundCpu = watchBackgroundCpu()
  await server.sample()
  await server.ask('startEvidence')
  /** @type {Window[]} */
  const windows = []
  let counted = 0
  const measured = await sampleDuringLoad(server, ({ answered, probe }) => {
    if (!probe) return
    windows.push({ answered: answered - counted, cpuTime: probe.cpuTime })
    counted = answered
  }, (meter) => runLoad({ url: server.url, ...load }, { meter, signal: server.over }))
  try {
    const evidence = await server.ask('stopEvidence')
    const sample = await server.sample()
    const backgroundCpu = readBackgroundCpu(sample.cpuTime) ?? 0
    return { measured, sample, evidence, windows, backgroundCpu }
  } catch (err) {
    throw err instanceof BlockedError ? err.after(measured) : err
  }
}

/**
 * @param {LoadEvidence} first With one connection.
 * @param {LoadEvidence} second With many.
 * @param {StackSample[]} samples
 * @returns {Facts}
 */
function readFacts (first, second, samples) {
  const { errors, generator } = second.measured
  const { evidence } = second
  const answered = second.measured.requests.total
  const requests = Math.max(1, answered)
  const requestsAlone = Math.max(1, first.measured.requests.total)
  const lowestCost = lowestCostOf(first.windows)
  return {
    answered,
    errorShare: errors / Math.max(1, errors + answered),
    cpuPerRequest: second.sample.cpuTime / 1000 / requests,
    elu: second.sample.elu,
    gcShare: evidence.gcTime / evidence.duration,
    retained: evidence.kept,
    retainedPerRequest: evidence.kept / requests,
    costGrowth: lateCostOf(second.windows) / lowestCost,
    costGrowthAlone: lateCostOf(first.windows) / lowestCost,
    poolDelay: medianOf(evidence.poolDelays),
    loopDelay: medianOf(evidence.loopDelays),
    serviceTime: first.measured.took * 1000 / requestsAlone,
    serviceCpu: first.sample.cpuTime / 1000 / requestsAlone,
    syncShare: syncShareOf(samples),
    inProgress: medianOf(evidence.inProgress),
    resources: evidence.resources,
    generatorBound: bottleneck(second.sample, generator, 1) === 'generator',
    backgroundCpu: Math.max(first.backgroundCpu, second.backgroundCpu)
  }
}

/**
 * @param {number} seconds
 * @param {string} help
 * @returns {Flag}
 */
function secondsFlag (seconds, help) {
  return { type: 'integer', min: 2, max: 600, default: seconds, help }
}

/** @param {number[]} values */
function medianOf (values) {
  return values.length ? median(values) : 0
}

/** @param {Window[]} windows */
function lateCostOf (windows) {
  return costOf(windows.slice(Math.floor(windows.length / 2)))
}

/** @param {Window[]} windows */
function lowestCostOf (windows) {
  let lowest = Infinity
  for (let i = 0; i < windows.length - WINDOWS; i++) {
    const cost = costOf(windows.slice(i, i + WINDOWS))
    if (cost > 0) lowest = Math.min(lowest, cost)
  }
  return lowest
}

/**
 * @param {Window[]} windows
 * @returns {number} µs of CPU time per request.
 */
function costOf (windows) {
  let answered = 0
  let cpuTime = 0
  for (const window of windows) {
    answered += window.answered
    cpuTime += window.cpuTime
  }
  return cpuTime / answered
}

/** @param {StackSample[]} samples */
function syncShareOf (samples) {
  let all = 0
  let sync = 0
  for (const { stack, weight } of samples) {
    all += weight
    if (stack.some(({ name, file }) => SYNC.test(name) && IO.test(file))) sync += weight
  }
  return all ? sync / all : 0
}

module.exports = { diagnosisFlags, measureDiagnosis }

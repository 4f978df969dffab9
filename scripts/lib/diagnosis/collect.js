'use strict'

// Loads a target twice, with one connection and with many, and collects the evidence for a diagnosis.

const { median } = require('../statistics/median')
const { bottleneck } = require('../measure/bottleneck')
const { resultHeader } = require('../measure/result-header')
const { sampleDuringLoad } = require('../measure/sampling')
const { startServer } = require('../measure/server')
const { hottestOwnFrame } = require('../profiling/frames')
const { cpuProfileSamples } = require('../profiling/samples')
const { watchBackgroundCpu } = require('../system/environment')
const { diagnose } = require('./rules')

const SPAN = 2 // windows: single ones have few requests of a server with a high cost
const SYNC = /Sync$/
const IO = /^node:(internal\/)?(fs|child_process)\b/ // synchronous functions of others compute

/** @type {Record<string, import('../base/types').Flag>} */
const diagnosisFlags = {
  alone: { type: 'integer', min: 2, max: 600, default: 4, help: 'seconds of load with one connection' },
  connections: { type: 'integer', min: 2, max: 1000, default: 50, help: 'connections of the second load' },
  duration: { type: 'integer', min: 2, max: 600, default: 8, help: 'seconds of the second load' }
}

/**
 * @typedef {import('./rules').Facts} Facts
 * @typedef {import('../profiling/frames').StackSample} StackSample
 * @typedef {{answered: number, cpuTime: number}} Window requests, and CPU time in µs
 * @typedef {object} Settings
 * @property {number} alone s of load with one connection
 * @property {number} connections of the second load
 * @property {number} duration s of the second load
 */

/**
 * @typedef {ReturnType<typeof diagnose> & {startedAt: string, kind: string, target: string, settings: Settings,
 *   facts: Facts, own?: import('../profiling/frames').HotFrame,
 *   excessListeners: import('../preload/excess-listeners').ExcessListeners[]}} Diagnosis
 *
 * @type {(target: import('../measure/targets').Target, settings: Settings & import('../measure/target-flags').Request,
 *   options?: {onProgress?: (share: number) => void, signal?: AbortSignal}) => Promise<Diagnosis>}
 */
async function measureDiagnosis (target, { alone, connections, duration, ...sent }, { onProgress, signal } = {}) {
  const { runLoad } = require('../measure/load')
  const header = resultHeader({ kind: 'diagnosis', target: target.name })
  const server = await startServer(target, { signal })
  /** @param {{connections: number, duration: number}} settings */
  const load = async (settings) => {
    const readBackgroundCpu = watchBackgroundCpu()
    await server.sample()
    await server.ask('start evidence')
    /** @type {Window[]} */
    const windows = []
    let counted = 0
    /** @param {import('../measure/sampling').LiveSample} sample */
    const onSample = ({ answered, probe }) => {
      if (!probe) return
      windows.push({ answered: answered - counted, cpuTime: probe.cpuTime })
      counted = answered
    }
    const measured = await sampleDuringLoad(server, onSample, (meter) =>
      runLoad({ url: server.url, ...settings, ...sent }, { meter, signal: server.over }))
    const evidence = await server.ask('stop evidence')
    const sample = await server.sample()
    return { measured, sample, evidence, windows, backgroundCpu: readBackgroundCpu(sample.cpuTime) ?? 0 }
  }
  try {
    const first = await load({ connections: 1, duration: alone })
    onProgress?.(alone / (alone + duration))
    await server.ask('start profile')
    const second = await load({ connections, duration })
    const samples = cpuProfileSamples(await server.ask('stop profile'))
    const facts = readFacts(first, second, samples)
    const own = hottestOwnFrame(samples)
    const { excessListeners = [] } = second.sample
    return { ...header, settings: { alone, connections, duration }, facts, own, excessListeners, ...diagnose(facts) }
  } finally {
    await server.stop()
  }
}

/** @type {(first: any, second: any, samples: StackSample[]) => Facts} */
function readFacts (first, second, samples) {
  const { requests, errors } = second.measured
  const { duration, gcTime, inProgress, kept, loopDelays, poolDelays, resources } = second.evidence
  return {
    answered: requests.total,
    errorShare: errors / Math.max(1, errors + requests.total),
    cpuPerRequest: second.sample.cpuTime / 1000 / Math.max(1, requests.total),
    elu: second.sample.elu,
    gcShare: gcTime / duration,
    kept,
    keptPerRequest: kept / Math.max(1, requests.total),
    growth: growthOf(second.windows, first.windows),
    growthAlone: growthOf(first.windows, first.windows),
    poolDelay: medianOf(poolDelays),
    loopDelay: medianOf(loopDelays),
    serviceTime: first.measured.took * 1000 / Math.max(1, first.measured.requests.total),
    serviceCpu: first.sample.cpuTime / 1000 / Math.max(1, first.measured.requests.total),
    syncShare: syncShareOf(samples),
    inProgress: medianOf(inProgress),
    resources,
    generatorBound: bottleneck(second.sample, second.measured.generator, 1) === 'generator',
    backgroundCpu: Math.max(first.backgroundCpu, second.backgroundCpu)
  }
}

/** @param {number[]} values */
const medianOf = (values) => values.length ? median(values) : 0

/** @type {(windows: Window[], before: Window[]) => number} cost in the second half, to the lowest before */
const growthOf = (windows, before) => costOf(windows.slice(Math.floor(windows.length / 2))) / lowestCost(before)

/** @param {Window[]} windows of a load @returns {number} µs per request, over some windows in a row */
const lowestCost = (windows) => Math.min(...windows.map((_, i) => costOf(windows.slice(i, i + SPAN)))
  .slice(0, -SPAN).filter((cost) => cost > 0))

/** @param {Window[]} windows @returns {number} µs per request */
const costOf = (windows) => windows.reduce((sum, { cpuTime }) => sum + cpuTime, 0) /
  windows.reduce((sum, { answered }) => sum + answered, 0)

/** @param {StackSample[]} samples @returns {number} of the CPU time in synchronous calls */
function syncShareOf (samples) {
  const sync = samples.filter(({ stack }) => stack.some(({ name, file }) => SYNC.test(name) && IO.test(file)))
  const [all, found] = [samples, sync].map((some) => some.reduce((total, { weight }) => total + weight, 0))
  return all ? found / all : 0
}

module.exports = { diagnosisFlags, measureDiagnosis }

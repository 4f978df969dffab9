'use strict'

// One load from start to end: target → server → load → result. A series sends the load of a
// target in turns with those of others.

/** @import { Load, LoadMeasurement, Meter, MeasureOptions, OtherLoad } from './types' */
/** @import { Result, Run, Settings, Target, Turn, TurnLoad } from './types' */

const { watchBackgroundCpu } = require('../system/environment')
const { mean, sum } = require('../statistics/median')
const { ensureAnswered } = require('./answers')
const { bottleneck } = require('./bottleneck')
const { resultHeader, withoutSecrets } = require('./result-header')
const {
  backgroundCpuWarnings, listenerWarnings, loadWarnings
} = require('./result-warnings')
const { sampleDuringLoad } = require('./sampling')
const { ANSWER_LIMIT, startServer } = require('./server')
const { BlockedError } = require('./server-errors')

const LATENCIES = 20 // mean latencies in a turn, at least: then 5 % of its requests stay open

/**
 * Starts a target, loads it, and stops it.
 * @param {Target} target
 * @param {Settings} settings
 * @param {MeasureOptions} [options]
 * @returns {Promise<Result>}
 * @throws {UserError} When the server does not start, dies, blocks for ever, or answers nothing.
 */
async function measure (target, settings, options = {}) {
  const run = await startRun(target, settings, options)
  try {
    await run.send(settings.duration)
    await options.atEnd?.(run.url)
    return run.result()
  } finally {
    await run.stop()
  }
}

/**
 * Starts a target and warms it up.
 * @param {Target} target
 * @param {Settings} settings
 * @param {MeasureOptions} [options]
 * @returns {Promise<Run>}
 * @throws {UserError} When the server does not start, or ends in its warm-up.
 */
async function startRun (target, settings, options = {}) {
  // Not at the top: it takes 0.15 s, in vain with --help.
  const { createLoad, runLoad } = require('./load')
  const { progress, onSample, signal } = options
  const { warmup = target.warmup, others = {}, mayFail, ...rest } = settings
  const { answerLimit = Math.max(ANSWER_LIMIT, rest.duration * 1000) } = options
  const header = resultHeader({ kind: 'load', target: target.name })
  const server = await startServer(target, { answerLimit, signal })
  const load = { url: server.url, ...target.request, warmup, ...rest }
  /** @type {TurnLoad} */
  let mainLoad
  /** @type {LoadMeasurement|undefined} */
  let last // for the error, in case the server then answers no question any more
  /** @type {Record<string, LoadMeasurement>} */
  const otherLoads = {}
  /** @type {Turn[]} */
  const turns = []

  /** @param {[name: string, other: OtherLoad]} entry */
  async function sendOther ([name, { path, ...other }]) {
    // A path never changes the host, whatever it begins with.
    const url = path === undefined ? server.url : `${new URL(server.url).origin}${path}`
    const settings = { url, duration: load.duration, ...other }
    otherLoads[name] = await runLoad(settings, { signal: server.over })
  }

  /** @param {number} duration */
  async function send (duration) {
    await server.sample() // the next sample begins here
    const readBackgroundCpu = watchBackgroundCpu()
    const sendMain = (/** @type {Meter|undefined} */ meter) => mainLoad.send(duration, meter)
    const sending = onSample ? sampleDuringLoad(server, onSample, sendMain) : sendMain(undefined)
    await Promise.all([sending, ...Object.entries(others).map(sendOther)])
    last = mainLoad.measured()
    if (!mayFail) await ensureAnswered(target.name, { ...load, duration }, last)
    const sample = await server.sample()
    turns.push({ sample, backgroundCpu: readBackgroundCpu(sample.cpuTime) })
  }

  try {
    mainLoad = createLoad(load, { progress, signal: server.over })
    if (warmup) {
      const warmupLoad = { ...load, amount: undefined, duration: warmup }
      last = await runLoad(warmupLoad, { signal: server.over })
    }
  } catch (err) {
    await server.stop()
    throw err
  }
  const hasTurns = !load.amount && !Object.keys(others).length
  return {
    url: server.url,
    turns: last && hasTurns ? divide(load.duration, last) : [load.duration],
    async send (duration) {
      try {
        await send(duration)
      } catch (err) {
        throw err instanceof BlockedError && last ? err.after(last) : err
      }
    },
    result () {
      const result = createResult(header, load, mainLoad.measured(), turns, otherLoads)
      if (!target.hidesListeners) result.warnings.push(...listenerWarnings(result.server))
      return result
    },
    stop: server.stop
  }
}

/**
 * Divides a load into turns that are short, but not so short that the requests which are open at
 * their end count: these cost CPU time and are no answers.
 * @param {number} duration s
 * @param {LoadMeasurement} warmup
 * @returns {number[]} whole seconds
 */
function divide (duration, { latency }) {
  const shortest = Math.max(1, LATENCIES * latency.average / 1000)
  const count = Math.max(1, Math.floor(duration / shortest))
  return Array.from({ length: count }, (_, i) => Math.floor((duration + i) / count))
}

/**
 * @param {any} header
 * @param {Result['load']} load
 * @param {LoadMeasurement} measured
 * @param {Turn[]} turns
 * @param {Record<string, LoadMeasurement>} others
 * @returns {Result}
 */
function createResult (header, load, measured, turns, others) {
  const { server, backgroundCpu } = joinTurns(turns)
  let answered = measured.requests.total
  for (const { requests } of Object.values(others)) answered += requests.total
  const result = {
    ...header,
    load: withoutSecrets(load),
    ...measured,
    server,
    cpuPerRequest: server.cpuTime / answered,
    bottleneck: bottleneck(server, measured.generator),
    backgroundCpu,
    warnings: backgroundCpuWarnings(backgroundCpu).concat(loadWarnings(measured))
  }
  if (Object.keys(others).length) result.others = others
  return result
}

/**
 * @param {Turn[]} turns
 * @returns {Pick<Result, 'server'|'backgroundCpu'>} sums and means; else the state after the last
 */
function joinTurns (turns) {
  const [first] = turns
  if (turns.length === 1) return { server: first.sample, backgroundCpu: first.backgroundCpu }
  const samples = turns.map(({ sample }) => sample)
  const server = {
    ...samples[samples.length - 1],
    cpu: mean(samples.map(({ cpu }) => cpu)),
    cpuTime: sum(samples.map(({ cpuTime }) => cpuTime)),
    userTime: sum(samples.map(({ userTime }) => userTime)),
    elu: mean(samples.map(({ elu }) => elu)),
    delayP99: Math.max(...samples.map(({ delayP99 }) => delayP99))
  }
  const shares = turns.flatMap(({ backgroundCpu }) => backgroundCpu ?? [])
  return { server, backgroundCpu: shares.length ? mean(shares) : null }
}

module.exports = { joinTurns, measure, startRun }

'use strict'

// One load from start to end: target → server → load → result.

/** @import { Load, LoadMeasurement, MeasureOptions, SendSampled } from '../server/types' */
/** @import { Result, Server, Settings, Target } from '../server/types' */

const { setTimeout: sleep } = require('node:timers/promises')
const { mean, sum } = require('./medians')
const { watchBackgroundCpu } = require('../server/environment')
const { ensureAnswered } = require('./answers')
const { bottleneck } = require('./bottleneck')
const { resultWarnings } = require('./result-warnings')
const { resultHeader, withoutSecrets } = require('./results')
const { ANSWER_LIMIT, startServer } = require('../server/server')
const { BlockedError } = require('../server/server-errors')

const AT_REST = 0.1 // of one core: what an idle server uses at most
const REST_STEP = 50 // ms
const REST_LIMIT = 1000 // ms: a server may have work of its own

/**
 * Starts a target, loads it, and stops it.
 * @param {Target} target
 * @param {Settings} settings
 * @param {MeasureOptions} [options]
 * @returns {Promise<Result>}
 * @throws {UserError} When the server does not start, dies, blocks for ever, or answers nothing.
 */
async function measure (target, settings, options) {
  const run = await startRun(target, settings, options)
  try {
    await run.send(settings.duration)
    return run.result()
  } finally {
    await run.stop()
  }
}

/**
 * Starts a target and warms it up. Its load is sent in one turn or in several.
 * @param {Target} target
 * @param {Settings} settings
 * @param {MeasureOptions} [options]
 * @throws {UserError} When the server does not start, or ends in its warm-up.
 */
async function startRun (target, settings, { onProgress, sendSampled, signal, ...options } = {}) {
  const { warmup = target.warmup, mayFail, ...rest } = settings
  const answerLimit = Math.max(ANSWER_LIMIT, rest.duration * 1000)
  const header = resultHeader({ kind: 'load', target: target.name })
  const server = await startServer(target, { answerLimit, signal, ...options })
  const load = {
    url: server.url,
    ...target.request,
    warmup,
    ...rest
  }
  let warmed
  let turns

  try {
    if (warmup) {
      const { runLoad } = require('./load')
      const warmupLoad = { ...load, amount: undefined, duration: warmup }
      warmed = await runLoad(warmupLoad, { signal: server.over })
    }
    turns = loadInTurns(server, load, {
      onProgress,
      warmed,
      check: (measured) => mayFail || ensureAnswered(target.name, load, measured)
    })
  } catch (err) {
    await server.stop()
    throw err
  }
  return {
    url: server.url,
    stop: server.stop,
    warmed, // what the warm-up measured, if there was one
    send: (duration) => turns.send(duration, sendSampled),
    rest: () => waitForRest(server),
    result () {
      const measured = turns.measured()
      const { server, requests, generator } = measured
      return {
        ...header,
        load: withoutSecrets(load),
        ...measured,
        cpuPerRequest: server.cpuTime / requests.total,
        bottleneck: bottleneck(server, generator),
        warnings: resultWarnings(measured, target)
      }
    }
  }
}

/**
 * Divides a load into turns of whole seconds, because autocannon ends a load only then.
 * @param {number} duration s
 * @param {number} count of turns, at most the duration
 */
function divide (duration, count) {
  return Array.from({ length: count }, (_, i) => Math.floor((duration + i) / count))
}

/**
 * Loads a server in turns, of so many seconds each.
 * @param {Server} server
 * @param {Load} load
 * @param {{
 *   onProgress?: (share: number) => void,
 *   warmed?: LoadMeasurement,
 *   check?: (measured: LoadMeasurement) => unknown
 * }} [options] `warmed`: what was measured before; `check`: of the load, before the server is asked
 * @throws {UserError} When the process may not open so many connections.
 */
function loadInTurns (server, load, { onProgress, warmed, check } = {}) {
  const { createLoad } = require('./load') // not at the top: it takes 0.15 s, in vain with --help
  const { send, measured } = createLoad(load, {
    onProgress,
    signal: server.over
  })
  const turns = []
  let last = warmed

  /** @type {(duration: number, sendSampled?: SendSampled) => Promise<void>} */
  async function sendTurn (duration, sendSampled) {
    try {
      await server.sample() // the next sample begins here
      const readBackgroundCpu = watchBackgroundCpu()
      const sendMetered = (meter) => send(duration, meter)
      await (sendSampled ? sendSampled(server, sendMetered) : sendMetered())
      last = measured()
      await check?.(last)
      const sample = await server.sample()
      turns.push({
        sample,
        backgroundCpu: readBackgroundCpu(sample.cpuTime)
      })
    } catch (err) {
      throw err instanceof BlockedError && last ? err.after(last) : err
    }
  }

  return {
    send: sendTurn,
    measured: () => ({ ...measured(), ...joinTurns(turns) })
  }
}

/**
 * Waits until a server is at rest. What its last requests have left behind, such as work in the
 * thread pool, would disturb the load of another server.
 * @param {Pick<Server, 'sample'>} server
 */
async function waitForRest (server) {
  for (let waited = 0; waited < REST_LIMIT; waited += REST_STEP) {
    await sleep(REST_STEP)
    const { cpu } = await server.sample()
    if (cpu < AT_REST) return
  }
}

/** @returns {Pick<Result, 'server'|'backgroundCpu'>} sums, means, and the state at the end */
function joinTurns (turns) {
  const valuesOf = (name) => turns.map(({ sample }) => sample[name])
  const shares = turns.flatMap(({ backgroundCpu }) => backgroundCpu ?? [])
  return {
    server: {
      ...turns.at(-1).sample,
      cpu: mean(valuesOf('cpu')),
      cpuTime: sum(valuesOf('cpuTime')),
      userTime: sum(valuesOf('userTime')),
      elu: mean(valuesOf('elu')),
      delayP99: Math.max(...valuesOf('delayP99'))
    },
    backgroundCpu: shares.length ? mean(shares) : null
  }
}

module.exports = { divide, loadInTurns, measure, startRun, waitForRest }

'use strict'

// One load: start → warm up → sample → load → sample → stop.

/** @import { Header, Load, LoadServerOptions, Measured, MeasureOptions } from './types' */
/** @import { Meter, Result, Server, Settings, StartOptions, Target, WarmServer } from './types' */

const { watchBackgroundCpu } = require('../server/environment')
const { ANSWER_LIMIT, startServer } = require('../server/server')
const { ensureAnswered } = require('./answers')
const { bottleneck, resultWarnings } = require('./bottleneck')
const { resultHeader, withoutSecrets } = require('./results')

/**
 * Starts a target, loads it, and stops it.
 * @param {Target} target
 * @param {Settings} settings
 * @param {MeasureOptions} [options]
 * @returns {Promise<Result>}
 * @throws {UserError} When the server does not start, dies, blocks for ever, or answers nothing.
 */
async function measure (target, settings, { onProgress, during, after, ...options } = {}) {
  const header = resultHeader({ kind: 'load', target: target.name })
  const { server, load } = await startWarm(target, settings, options)
  try {
    const measured = await loadServer(server, load, { onProgress, during })
    await after?.(server)
    return resultOf(header, load, measured)
  } finally {
    await server.stop()
  }
}

/**
 * Starts a target and warms it up.
 * @param {Target} target
 * @param {Settings} settings
 * @param {StartOptions} [options]
 * @returns {Promise<WarmServer>}
 * @throws {UserError} When the server does not start, or ends in its warm-up.
 */
async function startWarm (target, { warmup = target.warmup, ...settings }, options) {
  const answerLimit = Math.max(ANSWER_LIMIT, settings.duration * 1000)
  const server = await startServer(target, { answerLimit, ...options })
  const load = { url: server.url, ...target.request, warmup, ...settings }
  if (!warmup) return { server, load }
  try {
    const { sendLoad } = require('./load') // not at the top: it takes 0.15 s, in vain with --help
    const warmupLoad = { ...load, amount: undefined, duration: warmup }
    return { server, load, warmed: await sendLoad(warmupLoad, { signal: server.over }) }
  } catch (err) {
    await server.stop()
    throw err
  }
}

/**
 * Loads a server, and samples it before and after.
 * @param {Server} server
 * @param {Load} load
 * @param {LoadServerOptions} [options]
 * @returns {Promise<Measured>}
 * @throws {UserError} When the server dies, blocks for ever, or answers nothing.
 */
async function loadServer (server, load, { onProgress, during, turns } = {}) {
  const { sendLoad } = require('./load')
  const signal = server.over
  await server.ask('sample') // the next sample begins here
  const readBackgroundCpu = watchBackgroundCpu()
  /** @param {Meter} [meter] */
  const send = (meter) => sendLoad(load, { onProgress, meter, signal, turns })
  const sent = await (during ? during(server, send) : send())
  if (!load.mayFail) ensureAnswered(server.target.name, load.url, sent)
  const sample = await server.ask('sample')
  return { ...sent, server: sample, backgroundCpu: readBackgroundCpu(sample.cpuTime) }
}

/** @param {Header & {target: string}} header @param {Load} load @param {Measured} measured */
function resultOf (header, load, measured) {
  const { server, requests } = measured
  return {
    ...header,
    load: withoutSecrets(load),
    ...measured,
    cpuPerRequest: server.cpuTime / requests.total,
    bottleneck: bottleneck(measured, load.rate),
    warnings: resultWarnings(measured)
  }
}

module.exports = { loadServer, measure, resultOf, startWarm }

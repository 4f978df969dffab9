'use strict'

/** @import { Growth, GrowthLimits, GrowthOptions, Line } from './types' */
/** @import { OnProgress, Server, Target } from './types' */

const { performance } = require('node:perf_hooks')
const { abortable } = require('../cli/abortable')
const { UserError } = require('../cli/errors')
const { resultHeader, withoutSecrets } = require('../load/results')
const { preload, startServer } = require('../server/server')
const { fitLine } = require('./fit')
const { mean } = require('../load/statistics')
const { excerpt, request } = require('../server/http-client')

const WARM_UP = 1 / 8 // of the requests; not in the fit, because V8 is still compiling
const BLOCKS = 16 // points of the fit
const GRACE = 20 // s in which the last request has to be answered

/**
 * Sends requests one after another on one keep-alive connection, and times each.
 * @param {Target} target
 * @param {GrowthLimits} settings the first one ends it
 * @param {GrowthOptions} [options]
 * @returns {Promise<Growth>}
 * @throws {UserError} When the server ends, leaves a request without an answer, answers another
 *   status than 2xx, or too few requests.
 */
async function measureGrowth (target, settings, options = {}) {
  const { onProgress = () => {}, signal } = options
  const header = resultHeader({ kind: 'growth', target: target.name })
  const limits = { ...settings, ...target.request }
  const server = await startServer(target, { execArgv: preload('excess-listeners'), signal })
  try {
    const { samples, times } = await timeRequests(server, limits, onProgress)
    if (times.length < 4 * BLOCKS) {
      const answered = `${times.length} requests in ${settings.duration} s`
      throw new UserError(`${target.name} answered ${answered}, too few for a fit: raise DURATION`)
    }
    const fit = fitGrowth(times)
    return {
      ...header,
      settings: withoutSecrets(limits),
      samples,
      fit
    }
  } finally {
    await server.stop()
  }
}

/** @param {Server} server @param {Growth['settings']} limits @param {OnProgress} onProgress */
async function timeRequests (server, { duration, max, ...sent }, onProgress) {
  /** @type {number[]} */
  const times = [] // ms
  /** @type {Growth['samples']} */
  const samples = []
  let elapsed = 0 // s spent on requests, without the time that the samples take
  let sampled = 0 // requests at the last sample

  async function addSample () {
    const [excess] = await server.ask('excessListeners')
    const ms = mean(times.slice(sampled))
    sampled = times.length
    const listeners = excess?.listeners ?? null
    samples.push({ requests: sampled, listeners, ms, perSecond: 1000 / ms })
  }

  const timeout = AbortSignal.timeout((duration + GRACE) * 1000)
  const over = AbortSignal.any([server.over, timeout])
  while (times.length < max && elapsed < duration) {
    const sentTime = performance.now()
    const answer = request(server.url, { keepAlive: true, ...sent })
    const { status, body } = await abortable(answer, over).catch(async (err) => {
      const problem = timeout.aborted ? 'without an answer' : `unanswered: ${err.message}`
      if (!timeout.aborted) await server.ask('sample') // if it has died, this says why
      throw new UserError(`${server.url} leaves request ${times.length + 1} ${problem}`)
    })
    const ms = performance.now() - sentTime
    if (status < 200 || status > 299) {
      throw new UserError(`${server.url} answered ${status}: ${excerpt(body)}`)
    }
    times.push(ms)
    elapsed += ms / 1000
    if (times.length === 1 || times.length === 2 * sampled) await addSample()
    if (times.length % 100 === 0) onProgress(Math.max(elapsed / duration, times.length / max))
  }
  if (times.length > sampled) await addSample()
  return { samples, times }
}

/**
 * Fits a line to the means of equal blocks of consecutive requests, after the warm-up (batch means:
 * A. M. Law, "Simulation Modeling and Analysis", chapter 9). A garbage collection, which delays one
 * request in many, is spread over its block. Where neighbouring requests resemble each other, the
 * interval of b is a little too narrow.
 * @param {number[]} times ms, in the order of the requests
 * @returns {Line} service time in ms = a + b·k, after k requests
 */
function fitGrowth (times) {
  const first = Math.floor(times.length * WARM_UP)
  const size = Math.floor((times.length - first) / BLOCKS)
  const points = []
  for (let i = 0; i < BLOCKS; i++) {
    const begin = first + i * size
    const y = mean(times.slice(begin, begin + size))
    points.push({ x: begin + (size + 1) / 2, y })
  }
  return fitLine(points)
}

/**
 * Predicts how many requests a growing server answers. Request k costs c·k, so n requests cost
 * c·n²/2, and T seconds are enough for n ≈ √(2T/c).
 * @param {Pick<Growth, 'fit'|'samples'>} growth
 * @param {number} seconds T
 * @returns {number|null} n; null unless the growing part of the cost exceeds the constant one at
 *   the end: a significant slope can be too small to matter
 */
function predictAnswers ({ fit, samples }, seconds) {
  const { requests } = samples[samples.length - 1]
  const dominates = fit.bInterval[0] > 0 && fit.b * requests > fit.a
  return dominates ? Math.sqrt(2 * seconds * 1000 / fit.b) : null
}

module.exports = { fitGrowth, measureGrowth, predictAnswers, WARM_UP }

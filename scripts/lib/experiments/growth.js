'use strict'

// Measures how the service time of a request grows with the number of requests served before it, and predicts from that
// how many requests a server answers.

const { performance } = require('node:perf_hooks')
const { abortable } = require('../base/abortable')
const { resultHeader, withoutSecrets } = require('../measure/result-header')
const { UserError } = require('../base/errors')
const { fitLine, logSlope } = require('../statistics/fit')
const { createAgent, excerpt, request } = require('../system/http-client')
const { startServer } = require('../measure/server')
const { codeOf } = require('../measure/targets')

const WARM_UP = 1 / 8 // of the requests; not in the fit, because V8 is still compiling
const BLOCKS = 16 // points of the fit
const LISTENERS_DOMINATE = 300 // requests after which the listeners of slow cost far more than the rest

/**
 * @typedef {import('../measure/server').Server} Server
 * @typedef {object} Growth
 * @property {number} schema version of this shape
 * @property {string} kind `growth`
 * @property {string} stage name of the target
 * @property {string} [code] of the exercise: a short hash of its files
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the start
 * @property {{duration: number, max: number} & import('../measure/target-flags').Request} settings s, and requests:
 *   whichever is reached first ends the run
 * @property {GrowthSample[]} samples after 1, 2, 4, … requests and at the end
 * @property {{requests: number, ms: number}[]} blocks the points of the fit: the middle of each block of consecutive
 *   requests, and the mean service time in it
 * @property {Fit} fit
 *
 * @typedef {object} GrowthSample
 * @property {number} requests served so far
 * @property {number|null} listeners
 * @property {number} ms mean service time since the sample before
 * @property {number} perSecond req/s since the sample before
 *
 * @typedef {import('../statistics/fit').Line & {slope: number|null}} Fit service time in ms = a + b·k, where k is the
 *   number of requests served before; `slope`: of log time over log k after the first few hundred requests, null if the
 *   run was too short for it
 *
 * @typedef {Growth['settings']} Limits
 * @typedef {(share: number) => void} OnProgress gets the share of the limits that is used up, 0 to 1
 * @typedef {{onProgress?: OnProgress, signal?: AbortSignal}} GrowthOptions
 */

/**
 * Sends requests one after another on one keep-alive connection, and times each.
 * @type {(target: import('../measure/targets').Target, limits: Limits, options?: GrowthOptions) => Promise<Growth>}
 * @throws {UserError} if the server ends, answers with a status other than 2xx, or too few requests for a fit
 */
async function measureGrowth (target, limits, { onProgress = () => {}, signal } = {}) {
  const header = resultHeader({ kind: 'growth', stage: target.name, ...codeOf(target) })
  const server = await startServer(target, { signal })
  const agent = createAgent(server.url)
  try {
    const { samples, times } = await timeRequests(server, agent, limits, onProgress)
    if (times.length < 4 * BLOCKS) {
      const answered = `${target.name} answered ${times.length} requests in ${limits.duration} s`
      throw new UserError(`${answered}, too few for a fit: raise DURATION`)
    }
    const blocks = batchMeans(times)
    return { ...header, settings: withoutSecrets(limits), samples, blocks, fit: fitGrowth(blocks) }
  } finally {
    agent.destroy()
    await server.stop()
  }
}

/**
 * @type {(server: Server, agent: import('node:http').Agent, limits: Limits, onProgress: OnProgress) => Promise<any>}
 */
async function timeRequests (server, agent, { duration, max, ...sent }, onProgress) {
  /** @type {number[]} ms */
  const times = []
  /** @type {GrowthSample[]} */
  const samples = []
  let elapsed = 0 // s spent on requests, without the time that the samples take
  let last = { requests: 0, elapsed }
  while (times.length < max && elapsed < duration) {
    const start = performance.now()
    const { status, body } = await abortable(request(server.url, { agent, ...sent }), server.over)
    const ms = performance.now() - start
    if (status < 200 || status > 299) throw new UserError(`${server.url} answered ${status}: ${excerpt(body)}`)
    times.push(ms)
    elapsed += ms / 1000
    if (times.length === last.requests * 2 || times.length === 1) await addSample()
    if (times.length % 100 === 0) onProgress(Math.min(1, Math.max(elapsed / duration, times.length / max)))
  }
  if (times.length > last.requests) await addSample()
  return { samples, times }

  async function addSample () {
    const { listeners } = await server.sample()
    const requests = times.length
    const seconds = elapsed - last.elapsed
    const count = requests - last.requests
    samples.push({ requests, listeners, ms: seconds / count * 1000, perSecond: count / seconds })
    last = { requests, elapsed }
  }
}

/**
 * Means over equal blocks of consecutive requests, after the warm-up. The mean of a straight line over a block is the
 * line at the block's middle, so nothing is lost. A garbage collection, which delays one request in many, is spread
 * over its block. A disturbance of neighbouring requests mostly stays within one block; `fitLine` allows for the rest.
 * Source: the method of batch means, A. M. Law, "Simulation Modeling and Analysis", chapter 9.
 * @type {(times: number[]) => Growth['blocks']} `times`: ms, in the order of the requests
 */
function batchMeans (times) {
  const first = Math.floor(times.length * WARM_UP)
  const size = Math.floor((times.length - first) / BLOCKS)
  return Array.from({ length: BLOCKS }, (_, i) => {
    const from = first + i * size
    const ms = times.slice(from, from + size).reduce((sum, time) => sum + time, 0) / size
    return { requests: from + (size + 1) / 2, ms }
  })
}

/**
 * Of the 95 % intervals of b, 95 % hold the true slope where the service times are independent. Where neighbouring
 * requests resemble each other (a correlation of 0.99 with the next), 88 % do after 1,000 requests and 92 % after
 * 4,000: sixteen blocks tell only in part how correlated they are. Simulated in test/unit/growth.test.js.
 * @type {(blocks: Growth['blocks']) => Fit}
 */
function fitGrowth (blocks) {
  const points = blocks.map(({ requests, ms }) => ({ x: requests, y: ms }))
  const late = points.filter(({ x }) => x > LISTENERS_DOMINATE)
  const wideEnough = late.length > 2 && late[late.length - 1].x > 2 * late[0].x // for a slope
  return { ...fitLine(points), slope: wideEnough ? logSlope(late) : null }
}

/**
 * Whether the growing part of the cost exceeds the constant part at the end. Otherwise there is nothing to predict
 * from: a slope can be significant and still too small to matter.
 * @param {Pick<Growth, 'fit'|'samples'>} growth
 */
function growthDominates ({ fit, samples }) {
  const { requests } = samples[samples.length - 1]
  return fit.bInterval[0] > 0 && fit.b * requests > fit.a
}

// Request k costs c·k, so n requests cost c·n²/2, and T seconds are enough for n ≈ √(2T/c).

/** @type {(cost: number, seconds: number) => number} n from T and c, the seconds that one listener run costs */
const predictRequests = (cost, seconds) => Math.sqrt(2 * seconds / cost)

/** @type {(requests: number, seconds: number) => number} c, in seconds, from n and T */
const predictListenerCost = (requests, seconds) => 2 * seconds / requests ** 2

module.exports = { batchMeans, fitGrowth, growthDominates, measureGrowth, predictListenerCost, predictRequests }

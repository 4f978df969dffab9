'use strict'

// How the cost of a request grows with the requests served before it.

const http = require('node:http')
const { performance } = require('node:perf_hooks')
const { abortable } = require('../cli/abortable')
const { resultHeader } = require('../measure/result-header')
const { UserError } = require('../cli/errors')
const { fitLine, logSlope } = require('../statistics/fit')
const { request } = require('../system/http-client')
const { startServer } = require('../measure/server')
const { codeOf } = require('../measure/targets')

const WARM_UP = 1 / 8 // share of the requests that stays out of the fit: V8 is still compiling
const BLOCKS = 16 // points of the fit
const FEW_HUNDRED = 300 // requests, from which on the listeners of slow cost far more than the rest

/**
 * @typedef {object} Growth
 * @property {number} schema version of this shape
 * @property {'growth'} kind
 * @property {string} stage name of the target
 * @property {string} [code] of the exercise: a short hash of its files
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the start
 * @property {{duration: number, max: number}} settings s; requests
 * @property {{requests: number, listeners: number|null, ms: number, perSecond: number}[]} samples at 1, 2, 4, …
 *   requests and at the end; `ms` and `perSecond` are means over the requests since the sample before
 * @property {{requests: number, ms: number}[]} blocks what the fit goes through: the middle of each block, and the
 *   mean service time in it
 * @property {Fit} fit
 */

/**
 * @typedef {import('../statistics/fit').Line & {slope: number|null}} Fit service time in ms = a + b·k, k being the requests
 *   served; `slope`: of log time over log k beyond the first few hundred requests, null where the run ended too soon
 */

/**
 * Sends requests one after another on one keep-alive connection, and times each.
 *
 * @param {import('../measure/targets').Target} target
 * @param {{duration: number, max: number}} limits s, and requests: whichever comes first ends it
 * @param {object} [options]
 * @param {(share: number) => void} [options.onProgress] is told what share of the limits is used up, 0 to 1
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<Growth>}
 * @throws {UserError} when the server dies, does not start, answers with another status than 200, or answers so few
 *   requests that there is nothing to fit
 */
async function measureGrowth (target, limits, { onProgress = () => {}, signal } = {}) {
  const before = resultHeader({ kind: 'growth', stage: target.name, ...codeOf(target) })
  const server = await startServer(target, { signal })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const { samples, times } = await sampled(server, agent, limits, onProgress)
    if (times.length < 4 * BLOCKS) throw new UserError(`${target.name} answered ${times.length} requests in ${limits.duration} s, too few for a fit: raise DURATION`)
    const blocks = batchMeans(times)
    return { ...before, settings: limits, samples, blocks, fit: fitGrowth(blocks) }
  } finally {
    agent.destroy()
    await server.stop()
  }
}

async function sampled (server, agent, { duration, max }, onProgress) {
  const times = []
  const samples = []
  let elapsed = 0 // s in requests, without the time that the samples take
  let since = { requests: 0, elapsed }
  while (times.length < max && elapsed < duration) {
    const begun = performance.now()
    const { status } = await abortable(request(server.url, { agent }), server.over)
    const ms = performance.now() - begun
    if (status !== 200) throw new UserError(`${server.url} answered ${status}, not 200`)
    times.push(ms)
    elapsed += ms / 1000
    if (times.length === since.requests * 2 || times.length === 1) await sample()
    if (times.length % 100 === 0) onProgress(Math.min(1, Math.max(elapsed / duration, times.length / max)))
  }
  if (times.length > since.requests) await sample()
  return { samples, times }

  async function sample () {
    const { listeners } = await server.sample()
    const requests = times.length
    const took = elapsed - since.elapsed
    const count = requests - since.requests
    samples.push({ requests, listeners, ms: took / count * 1000, perSecond: count / took })
    since = { requests, elapsed }
  }
}

/**
 * Means over equal blocks of consecutive requests, after the warm-up. The mean of a straight line over a block is the
 * line at the block's middle, so nothing is lost; a garbage collection, which strikes one request in many, is
 * spread over its block; and what troubles neighbouring requests alike stays within a block mostly. What it does not
 * hide, `line` allows for.
 * Source: the method of batch means, A. M. Law, "Simulation Modeling and Analysis", chapter 9.
 *
 * @param {number[]} times ms, in the order of the requests
 * @returns {{requests: number, ms: number}[]}
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
 * @param {{requests: number, ms: number}[]} blocks
 * @returns {Fit}
 */
function fitGrowth (blocks) {
  const points = blocks.map(({ requests, ms }) => ({ x: requests, y: ms }))
  const late = points.filter(({ x }) => x > FEW_HUNDRED)
  const far = late.length > 2 && late.at(-1).x > 2 * late[0].x // a slope wants some distance
  return { ...fitLine(points), slope: far ? logSlope(late) : null }
}

module.exports = { batchMeans, fitGrowth, measureGrowth }

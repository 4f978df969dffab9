'use strict'

// A long load whose every answer is checked, while ten minutes pass on the server's clock and its memory is sampled.

const { createHistogram, performance } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const autocannon = require('autocannon')
const { abortable } = require('../../../scripts/lib/base/abortable')
const { bytes, ms, number, ratio } = require('../../../scripts/lib/base/format')
const { findTarget } = require('../../../scripts/lib/measure/targets')
const { fitLine } = require('../../../scripts/lib/statistics/fit')
const { defineCheck, listCounts, preload, withServer } = require('../check')
const { createResponseChecker } = require('../response-checker')

const TENTHS = 10
const INTERVAL = 200 // ms between two samples
const WARM_UP = 1 / 5 // share of the samples that does not count
const POINTER = 8 // bytes: a leak keeps at least a pointer for each request
const MAX_SLOWDOWN = 1.1 // p99 of the last tenth, as a ratio to that of the second

/**
 * @typedef {object} Soak
 * @property {Record<string, number>} answers by status; `wrong` ones by what is wrong; `lost`: without an answer
 * @property {{first: number|null, last: number|null}} listeners after the warm-up; `tags`: one for each minute
 * @property {{heap: object, rss: object}} growth lines: bytes over requests, after the warm-up
 * @property {{p99: number[], change: number, growth: object}} latency ms of each tenth; last to second; ms over tenths
 */

/** @throws {import('../../../scripts/lib/base/errors').UserError} when the server dies @returns {Promise<Soak>} */
function run ({ stage, target = findTarget(stage), requests, connections }, { onProgress, signal }) {
  const checker = createResponseChecker()
  const histograms = Array.from({ length: TENTHS }, () => createHistogram()) // µs
  const conditional = { setupRequest: checker.prepareRequest, onResponse: checker.checkResponse }
  const others = Array(TENTHS - 1).fill({ onResponse: checker.checkResponse })
  const tenth = () => Math.min(TENTHS - 1, Math.floor(answered / requests * TENTHS))
  let answered = 0
  return withServer(target, { execArgv: preload('manual-clock'), signal }, async (server) => {
    const begun = performance.now()
    const instance = autocannon({ url: server.url, connections, amount: requests, requests: [conditional, ...others] })
    instance.on('response', (client, status, bytes, ms) => {
      histograms[tenth()].record(Math.max(1, Math.round(ms * 1000)))
      answered++
    })
    server.over.addEventListener('abort', () => instance.stop())
    const loaded = abortable(instance, server.over).then(() => (performance.now() - begun) / 1000)
    const progress = () => ({ answered, tenth: tenth(), share: answered / requests })
    const sampled = sampleServer(server, loaded, { checker, progress, onProgress })
    const [took, samples] = await Promise.all([loaded, sampled])
    return { took, ...checker.findings(), lost: requests - answered, ...summarize(samples, histograms) }
  })
}

/** Samples the server until the load has ended, and moves its clock on by a minute with each tenth of the requests. */
async function sampleServer (server, loaded, { checker, progress, onProgress }) {
  const ended = loaded.then(() => true, () => true)
  const sample = async () => ({ requests: progress().answered, ...await server.sampleInterval() })
  const samples = []
  let minutes = 0
  do {
    samples.push(await sample())
    onProgress(progress().share)
    if (progress().tenth > minutes) {
      checker.clockMoves()
      await server.ask('skipMinute')
      await sleep(INTERVAL)
      checker.clockMoved()
      minutes++
    }
  } while (!await Promise.race([ended, sleep(INTERVAL, false)]))
  return [...samples, await sample()]
}

function summarize (samples, histograms) {
  const counted = samples.slice(Math.ceil(samples.length * WARM_UP))
  const fitGrowth = (what) => fit(counted.map((sample) => ({ x: sample.requests, y: sample[what] })))
  const p99 = histograms.map((histogram) => histogram.count ? histogram.percentile(99) / 1000 : NaN)
  return {
    listeners: { first: counted[0].listeners, last: counted.at(-1).listeners },
    growth: { heap: fitGrowth('heap'), rss: fitGrowth('rss') },
    latency: { p99, change: p99[TENTHS - 1] / p99[1], growth: fit(p99.slice(1).map((y, x) => ({ x, y }))) }
  }
}

function fit (points) {
  const isEnough = points.length > 2 && points.every(({ y }) => Number.isFinite(y))
  return isEnough ? fitLine(points) : { b: NaN, bInterval: [NaN, NaN] }
}

const interval = ([low, high]) => `(95 %: ${number(low)} to ${number(high)})`

/** @param {number|null} count that the probe knows of */
const listeners = (count) => count === null ? 'at most ten' : number(count)

/** A slope passes only where its whole interval lies below the threshold. */
function growthProblem (what, { b, bInterval: [low, high] }) {
  if (high < POINTER) return
  if (low > 0 && b > POINTER) return `${what} grows by ${bytes(b)} a request`
  if (Number.isNaN(high)) return `the growth of ${what} is unknown: run more requests`
  return `inconclusive: ${what} grows by ${number(low)} to ${number(high)} bytes a request (95 %): run more requests`
}

function report ({ settings, took, answers, lost, wrong, tags, listeners: { first, last }, growth, latency }) {
  const { p99, change, growth: { b, bInterval } } = latency
  const bytesText = ({ b, bInterval }) => `${number(b)} bytes a request ${interval(bInterval)}`
  const isSlower = change > MAX_SLOWDOWN && bInterval[0] > 0 // one tenth alone may have met a busy moment
  return [
    ['requests', `${number(settings.requests)} over ${number(settings.connections)} connections, in ${number(took)} s`],
    ['answers', listCounts(answers, ' with ')],
    ['without an answer', number(lost), lost && `${number(lost)} requests had no answer`],
    ['wrong answers', listCounts(wrong, ': ') || '0',
      ...Object.entries(wrong).map(([what, count]) => `${number(count)} times ${what}`)],
    ['tags, in ten minutes of the server\'s clock', number(tags)],
    ['most listeners of one event, first and last', `${listeners(first)}, ${listeners(last)}`,
      last !== first && `the listeners of one event went from ${listeners(first)} to ${listeners(last)}`],
    ['the heap grows by', bytesText(growth.heap), growthProblem('the heap', growth.heap)],
    ['RSS grows by', bytesText(growth.rss), growthProblem('RSS', growth.rss)],
    ['p99 of the second tenth, of the last', `${ms(p99[1])}, ${ms(p99.at(-1))} (${ratio(change)})`,
      Number.isNaN(change) && 'the p99 of the second or the last tenth is unknown: run more requests',
      isSlower && `the p99 of the last tenth is ${ratio(change)} that of the second`],
    ['p99, from tenth to tenth, grows by', `${number(b)} ms ${interval(bInterval)}`]
  ]
}

const flags = {
  stage: { type: 'string', choices: ['optimized', 'fast'], default: 'optimized', help: 'optimized or fast' },
  requests: { type: 'integer', min: 20_000, max: 1e9, default: 1e6, help: 'in all' },
  connections: { type: 'integer', min: 1, max: 1000, default: 50, help: 'at once' }
}
const summary = 'Sends many requests, a tenth of them conditional, checks each answer, and samples memory for a leak.'

module.exports = defineCheck({ summary, flags, run, report })

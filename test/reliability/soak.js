'use strict'

// A long load that trusts no answer, while ten minutes turn on the server's clock, and memory is watched to the end.

const path = require('node:path')
const { createHistogram, performance } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const autocannon = require('autocannon')
const { abortable } = require('../../scripts/lib/cli/abortable')
const { fitLine } = require('../../scripts/lib/statistics/fit')
const { bytes, ms, number, ratio } = require('../../scripts/lib/cli/format')
const { startServer } = require('../../scripts/lib/measure/server')
const { createJudge } = require('./soak-checker')

const CLOCK = path.join(__dirname, '../../scripts/lib/preload/manual-clock.js')
const TENTHS = 10
const EVERY = 200 // ms between two looks inside
const WARM_UP = 1 / 5 // share of the looks that does not count
const POINTER = 8 // bytes: whatever keeps something for each request keeps a pointer at least
const LATER = 1.1 // times the p99 of the second tenth, that of the last may be

/**
 * @typedef {object} Soak
 * @property {string} stage name of the target
 * @property {{requests: number, connections: number}} settings
 * @property {number} took s
 * @property {Record<string, number>} answers by status
 * @property {number} lost requests without an answer
 * @property {Record<string, number>} wrong by what is wrong with them
 * @property {number} tags that were seen: one for each minute
 * @property {{first: number|null, last: number|null}} listeners after the warm-up
 * @property {{heap: import('../../scripts/lib/statistics/fit').Line, rss: import('../../scripts/lib/statistics/fit').Line}} growth bytes over requests, after the warm-up
 * @property {{p99: number[], change: number, growth: import('../../scripts/lib/statistics/fit').Line}} latency ms in each tenth of the answers; the last to
 *   the second, as a ratio; ms over tenths, from the second on
 */

/**
 * @param {import('../../scripts/lib/measure/targets').Target} target
 * @param {{requests: number, connections: number}} settings
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Soak>}
 * @throws {import('../../scripts/lib/cli/errors').UserError} when the server dies
 */
async function soak (target, settings, { onProgress = () => {}, signal } = {}) {
  const { requests, connections } = settings
  const server = await startServer(target, { execArgv: ['--require', CLOCK], signal })
  const judge = createJudge()
  const tenths = Array.from({ length: TENTHS }, () => createHistogram()) // µs
  const tenth = (answered) => Math.min(TENTHS - 1, Math.floor(answered / requests * TENTHS))
  const begun = performance.now()
  let answered = 0
  try {
    const instance = autocannon({ url: server.url, connections, amount: requests, requests: [{ setupRequest: judge.ask, onResponse: judge.answered }, ...Array(TENTHS - 1).fill({ onResponse: judge.answered })] })
    instance.on('response', (client, status, bytes, ms) => tenths[tenth(answered++)].record(Math.max(1, Math.round(ms * 1000))))
    const loaded = abortable(instance, server.over)
    const looks = lookOn(server, loaded, () => answered, (minutes) => {
      onProgress(answered / requests)
      return tenth(answered) > minutes
    }, judge)
    await loaded
    const took = (performance.now() - begun) / 1000
    const all = await looks
    const seen = all.slice(Math.ceil(all.length * WARM_UP))
    const p99 = tenths.map((tenth) => tenth.count ? tenth.percentile(99) / 1000 : null)
    return {
      stage: target.name,
      settings,
      took,
      ...judge.verdict(),
      lost: requests - answered,
      listeners: { first: seen[0].listeners, last: seen.at(-1).listeners },
      growth: { heap: slope(seen, 'heap'), rss: slope(seen, 'rss') },
      latency: { p99, change: p99[TENTHS - 1] / p99[1], growth: fitLine(p99.slice(1).map((y, x) => ({ x, y }))) }
    }
  } finally {
    await server.stop()
  }
}

/** Looks inside until the load is over; moves the server's clock on where a minute is due. */
async function lookOn (server, loaded, answered, isDue, judge) {
  const looks = []
  let minutes = 0
  const over = loaded.then(() => true, () => true)
  do {
    looks.push({ requests: answered(), ...await server.sampleInterval() })
    if (isDue(minutes)) {
      judge.moving()
      await server.ask('a minute later')
      await sleep(EVERY)
      judge.moved()
      minutes++
    }
  } while (!await Promise.race([over, sleep(EVERY, false)]))
  return [...looks, { requests: answered(), ...await server.sampleInterval() }]
}

const slope = (looks, what) => fitLine(looks.map((look) => ({ x: look.requests, y: look[what] })))

/** @param {Soak} soak */
function rows ({ settings, took, answers, lost, wrong, tags, listeners, growth, latency }) {
  const slope = ({ b, bInterval: [low, high] }) => `${number(b)} bytes a request (95 %: ${number(low)} to ${number(high)})`
  return [
    ['requests', `${number(settings.requests)} over ${number(settings.connections)} connections, in ${number(took)} s`],
    ['answers', Object.entries(answers).map(([status, count]) => `${number(count)} with ${status}`).join(', ')],
    ['without an answer', number(lost)],
    ['wrong answers', Object.entries(wrong).map(([what, count]) => `${number(count)}: ${what}`).join(', ') || '0'],
    ['tags seen, in ten minutes of the server\'s clock', number(tags)],
    ['`after` listeners, first and last', `${number(listeners.first)}, ${number(listeners.last)}`],
    ['the heap grows by', slope(growth.heap)],
    ['RSS grows by', slope(growth.rss)],
    ['p99 of the second tenth, of the last', `${ms(latency.p99[1])}, ${ms(latency.p99.at(-1))} (${ratio(latency.change)})`],
    ['p99, from tenth to tenth, grows by', `${number(latency.growth.b)} ms (95 %: ${latency.growth.bInterval.map(number).join(' to ')})`]
  ]
}

/** @param {Soak} soak */
function problems ({ lost, wrong, listeners, growth, latency }) {
  const grows = ({ b, bInterval: [low] }) => low > 0 && b > POINTER
  const slower = latency.change > LATER && latency.growth.bInterval[0] > 0 // one tenth alone may have met a busy moment
  return [
    ...(lost ? [`${number(lost)} requests had no answer`] : []),
    ...Object.entries(wrong).map(([what, count]) => `${number(count)} times ${what}`),
    ...(listeners.last !== listeners.first ? [`the listeners went from ${listeners.first} to ${listeners.last}`] : []),
    ...(grows(growth.heap) ? [`the heap grows by ${bytes(growth.heap.b)} a request`] : []),
    ...(grows(growth.rss) ? [`RSS grows by ${bytes(growth.rss.b)} a request`] : []),
    ...(slower ? [`the p99 of the last tenth is ${ratio(latency.change)} that of the second`] : [])
  ]
}

module.exports = { soak, rows, problems }

'use strict'

// The blocks of docs/measuring.md that show recorded runs: one function for each, which returns Markdown.

const article = require('../present/article')
const { comparisonFacts, meansTable, pText, welchTable, WELCH } = require('../present/comparison-table')
const { bytes, ms, number, percent } = require('../base/format')
const { fitRow, growthVerdict, predictionTable, samplesTable, us } = require('../present/growth-table')
const { predictListenerCost, predictRequests } = require('../experiments/growth')
const { recorded, recordedRun, recordedRuns } = require('./recorded')
const { analyzeComparison } = require('../experiments/analysis')
const { describeEnvironment, describeRun } = require('../present/result-table')
const { markdownTable } = require('../present/table')

const STAGES = ['slow', 'fast', 'optimized']

/** @type {(head: string[], rows: string[][], results: any[]) => string} with a line on how the results were measured */
const resultsTable = (head, rows, results) => `${markdownTable({ head, rows })}\n\n${describeRun(results)}`

/** @param {string} name */
function comparison (name) {
  const runs = recorded(name)
  const analysis = analyzeComparison(runs)
  const facts = comparisonFacts(analysis).map(([name, text]) => `- ${name}: ${text}`).join('\n')
  const welch = `${WELCH}\n\n${markdownTable(welchTable(analysis))}\n\np-value: ${pText(analysis.welch)}`
  return [markdownTable(meansTable(analysis)), facts, welch, describeRun(runs.runs.a)].join('\n\n')
}

function growth () {
  const growths = STAGES.map((stage) => recorded(`growth-${stage}`))
  const { head, rows } = samplesTable(growths[0])
  return [
    markdownTable({ head: head.slice(0, -1), rows: rows.map((row) => row.slice(0, -1)) }),
    markdownTable({ head: ['', 'a', 'b', '95 % interval of b', 'R²', 'log-log slope'], rows: growths.map(fitRow) }),
    growths.map((growth) => `- ${growthVerdict(growth)}`).join('\n'),
    `${describeEnvironment(growths[0])}; one request after another on one connection. The first table is slow's.`
  ].join('\n\n')
}

function prediction () {
  const bench = recordedRun('slow')
  return `${markdownTable(predictionTable(recorded('growth-slow'), bench))}\n\n${describeRun([bench])}`
}

/** The formula applied to the article's machine and to this one, and the ratio that longer loads would give. */
function ratios () {
  const then = predictListenerCost(231, 10) // "231 requests in 10 s", slow in the article
  const now = recorded('growth-slow').fit.b / 1000
  const fast = recordedRun('fast').requests.average
  /** @type {(what: string, c: number, seconds: number, rate: number) => string[]} */
  const row = (what, c, seconds, rate) => {
    const slow = predictRequests(c, seconds) / seconds
    return [what, us(c * 1000), `${seconds} s`, number(slow), number(rate), `${number(Math.round(rate / slow))} ×`]
  }
  return markdownTable({
    head: ['', 'a listener run', 'load', 'slow, by √(2T/c)', 'fast, measured', 'ratio'],
    rows: [
      row('the article, 2018', then, 10, article.fast.requests.average),
      ...[3, 10, 40].map((seconds) => row('this repository', now, seconds, fast))
    ]
  })
}

/** The reported mean latency beside the one by Little's law. */
function hidden () {
  const slow = recordedRun('slow')
  const { latency, load, requests, timeouts } = slow
  return resultsTable(['slow', ''], [
    ['mean latency of the requests that were answered', ms(latency.average)],
    ['p50', ms(latency.p50)],
    ['largest latency', ms(latency.max)],
    ['requests that timed out and count in none of these', number(timeouts)],
    ['connections / (Req/Sec), by Little\'s law', ms(load.connections / requests.average * 1000)]
  ], [slow])
}

/** How the generator slows down with the server. */
function omission () {
  /** @type {{perSecond: number[], total: number}} */
  const { perSecond, total } = recordedRun('slow').requests
  const steady = perSecond[0] * perSecond.length
  const head = ['second', ...perSecond.map((_, i) => String(i + 1))]
  return `${markdownTable({ head, rows: [['requests answered', ...perSecond.map(number)]] })}\n\n` +
    `A client that kept the pace of the first second would have sent ${number(steady)} requests. ${number(total)} ` +
    `were answered; the other ${number(steady - total)} were never sent, and no percentile includes them.`
}

function rates () {
  const rows = ['fast', 'fast-rate-4000', 'slow', 'slow-rate-100'].map((name) => {
    const result = name.includes('rate') ? recorded(`bench-${name}`) : recordedRun(name)
    const { latency: { average, p50, p99, max }, requests, timeouts } = result
    const latencies = [average, p50, p99, max].map(ms)
    return [name.replace('-rate-', ', RATE='), number(requests.average), ...latencies, number(timeouts)]
  })
  const results = [recorded('bench-fast-rate-4000')]
  return resultsTable(['', 'Req/Sec', 'mean', 'p50', 'p99', 'max', 'timeouts'], rows, results)
}

/** The same two servers under one connection, which waits for each answer, and under a hundred. */
function naive () {
  const rows = ['-connections-1', ''].map((suffix) => {
    const comparison = recorded(`compare-fast-optimized${suffix}`)
    const [a, b, speedUp] = meansTable(analyzeComparison(comparison)).rows
    return [String(comparison.settings.connections), a[2], b[2], speedUp[2], speedUp[3]]
  })
  const head = ['connections', 'fast, Req/Sec', 'optimized, Req/Sec', 'by Req/Sec', 'by CPU time per request']
  return markdownTable({ head, rows })
}

function bottlenecks () {
  const results = recordedRuns()
  const head = ['', 'Req/Sec', 'server, of a core', 'generator, of a core', 'bottleneck']
  return resultsTable(head, results.map(({ target, requests, server, generator, bottleneck }) =>
    [target, number(requests.average), server ? percent(server.cpu) : '', percent(generator.cpu), bottleneck]), results)
}

function network () {
  const results = STAGES.map(recordedRun)
  const head = ['', 'Req/Sec', 'on the loopback', 'in the units of networks']
  return resultsTable(head, results.map(({ target, requests, throughput: { average } }) =>
    [target, number(requests.average), `${bytes(average)}/s`, `${number(average * 8 / 1e6)} Mbit/s`]), results)
}

const comparisons = Object.fromEntries(['fast-fast', 'fast-optimized', 'optimized-optimized-watched']
  .map((targets) => [`compare-${targets}`, () => comparison(`compare-${targets}`)]))

module.exports = {
  ...comparisons, bottlenecks, growth, hidden, naive, network, omission, prediction, rates, ratios
}

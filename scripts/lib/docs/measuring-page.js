'use strict'

// What docs/measuring.md shows of recorded runs: one function a block, each gives Markdown.

const path = require('node:path')
const article = require('../present/article')
const { contrastTable, meansTable, pText, ratioText, verdict } = require('../present/comparison-table')
const { bytes, ms, number, percent } = require('../cli/format')
const { fitRow, growthVerdict, predictionTable, samplesTable, us } = require('../present/growth-table')
const { predictListenerCost, predictRequests } = require('../statistics/growth-prediction')
const { readResult, RECORDED } = require('../results/store')
const { judgeComparison } = require('../experiments/judgement')
const { describeEnvironment, describeRun } = require('../present/result-table')
const { markdownTable } = require('../present/table')

const STAGES = ['slow', 'fast', 'optimized']
const ARTICLE = { requests: 231, seconds: 10 } // "231 requests in 10 s", slow in the article

const recorded = (name) => readResult(path.join(RECORDED, `${name}.json`))
const table = ({ head, rows }) => markdownTable(head, rows)

function comparison (name) {
  const runs = recorded(name)
  const judgement = judgeComparison(runs)
  const facts = [
    `- ratio B/A: ${ratioText(judgement)}`,
    `- p-value: ${pText(judgement)}`,
    `- verdict: ${verdict(judgement)}`,
    ...judgement.warnings.map((warning) => `- warning: ${warning}`)
  ]
  return [table(meansTable(judgement)), '', table(contrastTable(judgement)), '', ...facts, '', describeRun(runs.runs.a)].join('\n')
}

function growth () {
  const growths = STAGES.map((stage) => recorded(`growth-${stage}`))
  const { head, rows } = samplesTable(growths[0])
  return [
    markdownTable(head.slice(0, -1), rows.map((row) => row.slice(0, -1))),
    '',
    markdownTable(['', 'a', 'b', '95 % interval of b', 'R²', 'log-log slope'], growths.map(fitRow)),
    '',
    ...growths.map((growth) => `- ${growthVerdict(growth)}`),
    '',
    `${describeEnvironment(growths[0])}; one request after another on one connection. The first table is slow's.`
  ].join('\n')
}

function prediction () {
  const slow = recorded('growth-slow')
  const bench = recorded('bench-slow')
  return `${table(predictionTable(slow, bench))}\n\n${describeRun([bench])}`
}

/** The formula forwards and backwards: the article's machine, this one, and what longer loads would make of the ratio. */
function ratios () {
  const then = predictListenerCost(ARTICLE.requests, ARTICLE.seconds)
  const now = recorded('growth-slow').fit.b / 1000
  const fast = recorded('bench-fast').requests.average
  const row = (what, c, seconds, rate) => {
    const slow = predictRequests(c, seconds) / seconds
    return [what, us(c * 1000), `${seconds} s`, number(slow), number(rate), `${number(Math.round(rate / slow))} ×`]
  }
  return markdownTable(['', 'a listener run', 'load', 'slow, by √(2T/c)', 'fast, measured', 'ratio'], [
    row('the article, 2018', then, 10, article.fast.requests.average),
    ...[3, 10, 40].map((seconds) => row('this repository', now, seconds, fast))
  ])
}

/** Little's law beside the mean that was reported. */
function hidden () {
  const slow = recorded('bench-slow')
  const { latency, load, requests, timeouts } = slow
  return `${markdownTable(['slow', ''], [
    ['mean latency, of the answers that came', ms(latency.average)],
    ['p50', ms(latency.p50)],
    ['largest latency', ms(latency.max)],
    ['requests that timed out, and count in none of these', number(timeouts)],
    ['connections / (Req/Sec), by Little\'s law', ms(load.connections / requests.average * 1000)]
  ])}\n\n${describeRun([slow])}`
}

/** How the generator slows down with the server. */
function omission () {
  const slow = recorded('bench-slow')
  const { perSecond, total } = slow.requests
  const steady = perSecond[0] * perSecond.length
  return `${markdownTable(['second', ...perSecond.map((_, i) => String(i + 1))], [['requests answered', ...perSecond.map(number)]])}\n\n` +
    `A client that had kept the pace of the first second would have asked ${number(steady)} times. ` +
    `${number(total)} requests were answered; the other ${number(steady - total)} were never sent, and no percentile knows of them.`
}

function rates () {
  const rows = [['fast', 'bench-fast'], ['fast, RATE=4000', 'bench-fast-rate-4000'], ['slow', 'bench-slow'], ['slow, RATE=100', 'bench-slow-rate-100']]
    .map(([what, name]) => [what, recorded(name)])
  return `${markdownTable(['', 'Req/Sec', 'mean', 'p50', 'p99', 'max', 'timeouts'], rows.map(([what, { latency, requests, timeouts }]) => [
    what, number(requests.average), ms(latency.average), ms(latency.p50), ms(latency.p99), ms(latency.max), number(timeouts)
  ]))}\n\n${describeRun([rows[1][1]])}`
}

/** The same two servers through a client that sends one request at a time, and through autocannon. */
function naive () {
  const one = ['fast', 'optimized'].map((stage) => recorded(`growth-${stage}`).samples.at(-1).perSecond)
  const { a, b, improvement } = judgeComparison(recorded('compare-fast-optimized'))
  return markdownTable(['client', 'fast', 'optimized', 'improvement'], [
    ['one request at a time (`make growth`, last sample)', number(one[0]), number(one[1]), `${percent(one[1] / one[0] - 1)}`],
    ['100 connections (`make compare`)', number(a.mean), number(b.mean), `${percent(improvement / 100)}`]
  ])
}

function bottlenecks () {
  const results = [...STAGES, 'baseline'].map((name) => recorded(`bench-${name}`))
  return `${markdownTable(['', 'Req/Sec', 'server, of a core', 'generator, of a core', 'bottleneck'], results.map((result) => [
    result.target, number(result.requests.average), percent(result.server.cpu), percent(result.generator.cpu), result.bottleneck
  ]))}\n\n${describeRun(results)}`
}

function network () {
  const results = STAGES.map((name) => recorded(`bench-${name}`))
  return `${markdownTable(['', 'Req/Sec', 'on the loopback', 'as a network has it'], results.map(({ target, requests, throughput }) => [
    target, number(requests.average), `${bytes(throughput.average)}/s`, `${number(throughput.average * 8 / 1e6)} Mbit/s`
  ]))}\n\n${describeRun(results)}`
}

module.exports = {
  'compare-fast-optimized': () => comparison('compare-fast-optimized'),
  'compare-fast-fast': () => comparison('compare-fast-fast'),
  'compare-optimized-optimized-watched': () => comparison('compare-optimized-optimized-watched'),
  bottlenecks,
  growth,
  hidden,
  naive,
  network,
  omission,
  prediction,
  rates,
  ratios
}

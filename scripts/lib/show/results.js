'use strict'

// Results of loads: a card for one, and a table of several targets.

/** @import { LatencyFigure, Result, StatRow, TableData, Usage } from './types' */

const { bytes, micros, ms, number, percent, rough, significant } = require('../cli/format')
const { STAGES } = require('../cli/project')
const { factLines, sparkline, titleLine } = require('../cli/terminal')
const { busyShare, explainBottleneck } = require('../load/bottleneck')
const { describeLoad } = require('../load/load-settings')
const { terminalTable } = require('./table')

const MANY = 60 // seconds: more would fill the screen
/** @type {LatencyFigure[]} */
const PERCENTILES = ['p50', 'p90', 'p97_5', 'p99']
const CPU_NOTE =
  'Speed-up and share of the baseline: by the CPU time that a request costs the server.'

/** Shows what was answered, the table of autocannon, and its limits. @param {Result} result */
function resultCard (result) {
  const { load, requests, took } = result
  const conditions = [describeLoad(load)]
  if (took > load.duration + 0.5) conditions.push(`which took ${significant(took)} s`)
  if (load.warmup) conditions.push(`after ${load.warmup} s of warm-up`)
  conditions.push(`Node.js ${result.environment.node}`)
  /** @type {StatRow} */
  const row = (name, format) => [name, format('average'), format('stddev'), format('max')]
  const table = {
    head: ['Stat', 'Avg', 'Stdev', 'Max'],
    main: 1,
    rows: [
      row('Latency', (figure) => latencyCell(result, figure)),
      row('Req/Sec', (figure) => number(requests[figure])),
      row('Bytes/Sec', (figure) => bytes(result.throughput[figure]))
    ]
  }
  return [
    titleLine(result.target, conditions.join(', ')),
    factLines(answerFacts(result)),
    terminalTable(table),
    factLines(costFacts(result))
  ].join('\n')
}

/** @param {Result} result */
function answerFacts ({ errors, non2xx, requests }) {
  const { perSecond, total } = requests
  const failed = errors || non2xx ? 'with errors: see the warnings' : 'no errors'
  const facts = [['requests', `${number(total)} answered, ${failed}`]]
  if (perSecond.length <= MANY) {
    facts.push(['each second', `${sparkline(perSecond)} ${perSecond.map(number).join(' ')}`])
  }
  return facts
}

/** @param {Result} result */
function costFacts (result) {
  const { bottleneck, cpuPerRequest, server } = result
  const latencies = PERCENTILES.map((name) =>
    `${name.replace('_', '.')} ${latencyCell(result, name)}`)
  const rss = server.rss === undefined ? '' : `, RSS ${bytes(server.rss)}`
  const memory = `heap ${bytes(server.heap)}${rss}`
  const cpu = `${micros(cpuPerRequest)} per request, on average over this load`
  const rate = 1e6 / cpuPerRequest
  const answers = number(rate < 10 ? rough(rate) : Math.round(rate))
  const busy = (/** @type {Usage} */ usage) => `${percent(Math.min(1, busyShare(usage)))} busy`
  const shares = `server ${busy(server)}, load generator ${busy(result.generator)}`
  const facts = [
    ['latency', latencies.join('   ')],
    ['server', `event-loop delay p99 ${ms(server.delayP99)}, ${memory}`],
    ['CPU time', `${cpu}: ${answers} answers per second of CPU time`],
    ['bottleneck', `${bottleneck} (${shares}): ${explainBottleneck(result)}`]
  ]
  for (const warning of result.warnings ?? []) facts.push(['warning', warning])
  return facts
}

/** @param {Result} result @param {LatencyFigure} figure @returns {string} a dash without answers */
function latencyCell ({ requests, latency }, figure) {
  return requests.total ? ms(latency[figure]) : '–'
}

/** @param {Result[]} results one of each target @returns {TableData} */
function summaryTable (results) {
  /** @param {string} [name] */
  const find = (name) => results.find(({ target }) => target === name)
  const baseline = find('baseline')
  const rows = results.map((result) => {
    const { target, requests, cpuPerRequest: cost, bottleneck } = result
    const earlier = STAGES.slice(0, Math.max(0, STAGES.indexOf(target)))
    const before = find(earlier.findLast(find)) // the last that was measured
    return [
      target,
      `${bottleneck === 'generator' ? '≥ ' : ''}${number(requests.average)}`,
      `${significant(cost)} µs`,
      before ? `${significant(before.cpuPerRequest / cost)} × ${before.target}` : '',
      baseline ? `${significant(baseline.cpuPerRequest / cost * 100)} %` : '',
      latencyCell(result, 'p99'),
      bottleneck
    ]
  })
  const costs = ['CPU time per request', 'speed-up', 'of the baseline']
  return { head: ['', 'Req/Sec', ...costs, 'p99', 'limited by'], rows }
}

module.exports = { resultCard, summaryTable, CPU_NOTE }

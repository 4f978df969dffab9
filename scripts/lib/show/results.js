'use strict'

// Results of loads: a card for one, and a table of several targets.

/** @import { LatencyFigure, Result, StatRow, TableData, Usage } from './types' */

const { bytes, ms, number, percent, significant } = require('../cli/format')
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

/** Shows the table of autocannon, and what that does not show. @param {Result} result */
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
    terminalTable(table),
    '',
    factLines(resultFacts(result))
  ].join('\n')
}

/** @param {Result} result */
function resultFacts (result) {
  const { bottleneck, cpuPerRequest, requests, server } = result
  const latencies = PERCENTILES.map((name) =>
    `${name.replace('_', '.')} ${latencyCell(result, name)}`)
  const failed = `${number(result.errors)} errors (${number(result.timeouts)} of them timeouts)`
  const facts = [
    ['latency', latencies.join('   ')],
    ['requests', `${number(requests.total)} answered, ${failed}, ${number(result.non2xx)} non-2xx`]
  ]
  const { perSecond } = requests
  if (perSecond.length <= MANY) {
    facts.push(['each second', `${sparkline(perSecond)} ${perSecond.map(number).join(' ')}`])
  }
  const rss = server.rss === undefined ? '' : `, RSS ${bytes(server.rss)}`
  const memory = `heap ${bytes(server.heap)}${rss}`
  const cpu = `${significant(cpuPerRequest)} µs per request`
  const busy = (/** @type {Usage} */ usage) => `${percent(Math.min(1, busyShare(usage)))} busy`
  const shares = `server ${busy(server)}, load generator ${busy(result.generator)}`
  facts.push(
    ['server', `event-loop delay p99 ${ms(server.delayP99)}, ${memory}`],
    ['CPU time', `${cpu}: ${significant(1e6 / cpuPerRequest)} requests per second of CPU time`],
    ['bottleneck', `${bottleneck} (${shares}): ${explainBottleneck(result)}`]
  )
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

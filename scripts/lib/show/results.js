'use strict'

// Results of loads: a card for one, and a table of several targets.

/** @import { Interval } from '../load/types' */
/** @import { Result } from '../server/types' */
/** @import { TableData } from './types' */

const {
  bytes,
  ms,
  number,
  percent,
  significant
} = require('../cli/format')
const { STAGES } = require('../cli/project')
const { factLines, sparkline, titleLine } = require('../cli/terminal')
const { busyShare, explainBottleneck } = require('../load/bottleneck')
const { cpuTimes, summarizeRuns } = require('../load/medians')
const { describeLoad } = require('./describe')
const {
  middleCell,
  rateCell,
  ratioCell,
  terminalTable
} = require('./table')

const MANY = 60 // seconds: more would fill the screen
const CPU_NOTE =
  'Speed-up and share of the baseline: by the CPU time that a request costs the server.'

/** Shows the table of autocannon, and what that does not show. @param {Result} result */
function resultCard (result) {
  const { load, requests, took } = result
  const conditions = [describeLoad(load)]
  if (took > load.duration + 0.5) conditions.push(`which took ${significant(took)} s`)
  if (load.warmup) conditions.push(`after ${load.warmup} s of warm-up`)
  conditions.push(`Node.js ${result.environment.node}`)
  const row = (name, format) => [name, ...['average', 'stddev', 'max'].map(format)]
  const table = {
    head: ['Stat', 'Avg', 'Stdev', 'Max'],
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

function resultFacts (result) {
  const { bottleneck, cpuPerRequest, requests, server } = result
  const latencies = ['p50', 'p90', 'p97.5', 'p99'].map((name) =>
    `${name} ${latencyCell(result, name.replace('.', '_'))}`)
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
  const busy = (usage) => `${percent(Math.min(1, busyShare(usage)))} busy`
  const shares = `server ${busy(server)}, load generator ${busy(result.generator)}`
  facts.push(
    ['server', `event-loop delay p99 ${ms(server.delayP99)}, ${memory}`],
    ['CPU time', `${cpu}: ${significant(1e6 / cpuPerRequest)} requests per second of CPU time`],
    ['bottleneck', `${bottleneck} (${shares}): ${explainBottleneck(result)}`]
  )
  for (const warning of result.warnings ?? []) facts.push(['warning', warning])
  return facts
}

/** @param {Result} result @param {string} figure @returns {string} a dash without answers */
function latencyCell ({ requests, latency }, figure) {
  return requests.total ? ms(latency[figure]) : '–'
}

/**
 * @param {Result[][]} series the runs of each target
 * @param {(a: number[], b: number[]) => {ratio: number, interval: Interval|null}} [contrast]
 *   compares the figures of two targets, by default those of their first runs
 * @returns {TableData} of medians
 */
function summaryTable (series, contrast = ([a], [b]) => ({ ratio: b / a, interval: null })) {
  const isSingle = series.every(({ length }) => length === 1)
  const head = ['', 'Req/Sec', 'CPU time per request', 'speed-up', 'of the baseline']
  if (isSingle) head.push('p99') // no room for it beside intervals
  head.push('limited by')
  const runsOf = (name) => series.find(([{ target }]) => target === name)
  const baseline = runsOf('baseline')
  const rows = series.map((runs) => {
    const [{ target }] = runs
    const earlier = STAGES.slice(0, Math.max(0, STAGES.indexOf(target)))
    const before = earlier.findLast(runsOf) // the last that was measured
    const sample = summarizeRuns(runs)

    function contrastCell (reference, unit, format) {
      const { ratio, interval } = contrast(cpuTimes(runs), cpuTimes(reference))
      return ratioCell({ ratio, interval: reference === runs ? null : interval }, unit, format)
    }

    const row = [
      target,
      rateCell(sample),
      middleCell(sample.cpu, ' µs'),
      before ? contrastCell(runsOf(before), ` × ${before}`) : '',
      baseline ? contrastCell(baseline, ' %', (ratio) => significant(ratio * 100)) : ''
    ]
    if (isSingle) row.push(latencyCell(runs[0], 'p99'))
    row.push([...new Set(runs.map(({ bottleneck }) => bottleneck))].join('\n'))
    return row
  })
  return { head, rows }
}

module.exports = { resultCard, summaryTable, CPU_NOTE }

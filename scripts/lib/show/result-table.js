'use strict'

/** @import { Result } from '../server/types' */

const {
  bytes,
  ms,
  number,
  percent,
  significant
} = require('../cli/format')
const { busyShare, explainBottleneck } = require('../load/bottleneck')
const { latencyCell } = require('./cells')
const { describeLoad } = require('./describe')
const { factLines, sparkline, titleLine } = require('../cli/terminal')
const { terminalTable } = require('./table')

const MANY = 60 // seconds: more would fill the screen

/** Shows the table of autocannon, and what that does not show. @param {Result} result */
function resultCard (result) {
  const {
    environment,
    load,
    requests,
    throughput,
    took
  } = result
  const conditions = [describeLoad(load)]
  if (took > load.duration + 0.5) conditions.push(`which took ${significant(took)} s`)
  if (load.warmup) conditions.push(`after ${load.warmup} s of warm-up`)
  conditions.push(`Node.js ${environment.node}`)
  const figures = ['average', 'stddev', 'max']
  const table = {
    head: ['Stat', 'Avg', 'Stdev', 'Max'],
    rows: [
      ['Latency', ...figures.map((figure) => latencyCell(result, figure))],
      ['Req/Sec', ...figures.map((figure) => number(requests[figure]))],
      ['Bytes/Sec', ...figures.map((figure) => bytes(throughput[figure]))]
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
  const {
    bottleneck,
    cpuPerRequest,
    generator,
    requests,
    server
  } = result
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
  const shares = `server ${busy(server)}, load generator ${busy(generator)}`
  facts.push(
    ['server', `event-loop delay p99 ${ms(server.delayP99)}, ${memory}`],
    ['CPU time', `${cpu}: ${significant(1e6 / cpuPerRequest)} requests per second of CPU time`],
    ['bottleneck', `${bottleneck} (${shares}): ${explainBottleneck(result)}`]
  )
  for (const warning of result.warnings ?? []) facts.push(['warning', warning])
  return facts
}

module.exports = { resultCard }

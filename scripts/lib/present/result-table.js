'use strict'

// One result as text, and the conditions of a measurement.

/** @import { Load, Request, Result } from '../measure/types' */
/** @import { Environment } from '../system/types' */
/** @import { Header, Paint } from './types' */

const path = require('node:path')
const { bytes, ms, number, percent, significant } = require('../base/format')
const { busyShare, explainBottleneck } = require('../measure/bottleneck')
const { factLines, terminalTable, titleLine } = require('./table')

const MANY = 60 // seconds: more are a chart of the report

/**
 * @param {Result} result
 * @param {string} figure of the latencies
 * @returns {string} a dash if nothing was answered
 */
function latencyText ({ requests, latency }, figure) {
  return requests.total ? ms(latency[figure]) : '–'
}

/**
 * Shows one result: the table of autocannon, and what that does not show.
 * @param {Result} result
 * @param {Paint} paint
 * @returns {string}
 */
function resultCard (result, paint) {
  const { environment, load, requests, throughput, took } = result
  const conditions = [describeLoad(load)]
  if (took > load.duration + 0.5) {
    conditions.push(`which took ${significant(took)} s`)
  }
  if (load.warmup) conditions.push(`after ${load.warmup} s of warm-up`)
  conditions.push(`Node.js ${environment.node}`)
  const figures = ['average', 'stddev', 'max']
  const table = {
    head: ['Stat', 'Avg', 'Stdev', 'Max'],
    rows: [
      ['Latency', ...figures.map((figure) => latencyText(result, figure))],
      ['Req/Sec', ...figures.map((figure) => number(requests[figure]))],
      ['Bytes/Sec', ...figures.map((figure) => bytes(throughput[figure]))]
    ]
  }
  return [
    titleLine(result.target, conditions.join(', '), paint),
    terminalTable(table, paint),
    '',
    factLines(resultFacts(result), paint)
  ].join('\n')
}

function resultFacts (result) {
  const { bottleneck, cpuPerRequest, generator, requests, server } = result
  const percentiles = { p50: 'p50', p90: 'p90', 'p97.5': 'p97_5', p99: 'p99' }
  const latencies = Object.entries(percentiles).map(
    ([name, figure]) => `${name} ${latencyText(result, figure)}`
  )
  const failed = `${number(result.errors)} errors (${number(result.timeouts)} of them timeouts)`
  const busy = (usage) => percent(Math.min(1, busyShare(usage)))
  const shares = `server ${busy(server)} busy, load generator ${busy(generator)} busy`
  const facts = [
    ['latency', latencies.join('   ')],
    [
      'requests',
      `${number(requests.total)} answered, ${failed}, ${number(result.non2xx)} non-2xx`
    ]
  ]
  const { perSecond } = requests
  if (perSecond.length <= MANY) {
    facts.push(['each second', perSecond.map(number).join(' ')])
  }
  facts.push(
    [
      'server',
      `event-loop delay p99 ${ms(server.delayP99)}, ` +
        `heap ${bytes(server.heap)}, RSS ${bytes(server.rss)}`
    ],
    [
      'CPU time',
      `${significant(cpuPerRequest)} µs per request: ` +
        `${significant(1e6 / cpuPerRequest)} requests per second of CPU time`
    ],
    ['bottleneck', `${bottleneck} (${shares}): ${explainBottleneck(result)}`]
  )
  for (const warning of result.warnings ?? []) facts.push(['warning', warning])
  return facts
}

/**
 * @param {Request} request
 * @returns {string[]} what is asked for, if the reader chose it
 */
function describeRequest ({ path: urlPath, method, body, bodyFile }) {
  if (!urlPath && !method) return []
  const text = [method ?? 'GET']
  if (urlPath) text.push(urlPath)
  if (bodyFile) text.push(`with ${path.basename(bodyFile)}`)
  else if (body) text.push(`with ${number(body.length)} characters`)
  return [text.join(' ')]
}

/**
 * @param {Omit<Load, 'url'>} load
 * @returns {string} its settings
 */
function describeLoad ({ connections, duration, rate, ...request }) {
  const plural = connections > 1 ? 's' : ''
  const parts = describeRequest(request)
  parts.push(`${number(connections)} connection${plural} for ${duration} s`)
  if (rate) parts.push(`constant ${number(rate)} req/s`)
  return parts.join(', ')
}

/**
 * @param {Result[]} results of one series
 * @returns {string} where, when and how they were measured
 */
function describeRun ([result]) {
  const load = `${describeLoad(result.load)} a run`
  const place = 'server and load generator on one machine'
  return `${describeEnvironment(result)}; ${load}, ${place}.`
}

/**
 * @param {Environment} environment
 * @returns {string} the machine and its Node.js
 */
function describeMachine ({ cpu, node, platform }) {
  return `${cpu.model}, ${cpu.count} cores, ${platform}, Node.js ${node}`
}

/**
 * @param {Pick<Header, 'environment'|'startedAt'>} result
 * @returns {string} where and when it was measured
 */
function describeEnvironment ({ environment, startedAt }) {
  return `${describeMachine(environment)}, ${startedAt.slice(0, 10)}`
}

module.exports = {
  describeEnvironment,
  describeLoad,
  describeMachine,
  describeRequest,
  describeRun,
  latencyText,
  resultCard
}

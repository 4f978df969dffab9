'use strict'

// One result as text, and the conditions of a measurement.

const { bytes, exact, ms, number, percent, significant } = require('../base/format')
const { explainBottleneck } = require('../measure/bottleneck')
const { ROOT } = require('../system/root')
const article = require('./article')
const { factLines, terminalTable, titleLine, wrapText } = require('./table')

/** @import { Load, Request, Result, Sample } from '../measure/types' */
/** @import { Environment } from '../system/types' */
/** @import { ArticleFigure, Header, Paint } from './types' */

/**
 * Names a result after its target, after the URL of a server that was not started here, or after
 * the exercise with a hash of its code.
 * @param {{ target: string, code?: string, load?: { url: string } }} result
 * @returns {string}
 */
function resultName ({ target, code, load }) {
  if (target === 'url' && load) return load.url
  return code ? `${target} ${code}` : target
}

/**
 * @param {Result} result
 * @param {keyof Result['latency']} figure
 * @returns {string} A dash if nothing was answered.
 */
function latencyText ({ requests, latency }, figure) {
  return requests.total ? ms(latency[figure]) : '–'
}

/**
 * Shows one result: the article's table, what that does not show, and the article's figures.
 * @param {Result} result
 * @param {Paint} paint
 * @returns {string}
 */
function resultCard (result, paint) {
  const { environment, load, requests, target, throughput } = result
  const conditions = [describeLoad(load)]
  if (load.warmup) conditions.push(`after ${load.warmup} s of warm-up`)
  conditions.push(`Node.js ${environment.node}`)
  const table = {
    head: ['Stat', 'Avg', 'Stdev', 'Max'],
    rows: [
      [
        'Latency',
        latencyText(result, 'average'),
        latencyText(result, 'stddev'),
        latencyText(result, 'max')
      ],
      ['Req/Sec', ...[requests.average, requests.stddev, requests.max].map(number)],
      ['Bytes/Sec', ...[throughput.average, throughput.stddev, throughput.max].map(bytes)]
    ]
  }
  const lines = [
    titleLine(resultName({ target, load }), conditions.join(', '), paint),
    terminalTable(table, paint)
  ]
  const published = article[target] ? wrapText(articleFigures(target)) : []
  for (const line of published) lines.push(paint('dim', line))
  return [...lines, '', factLines(resultFacts(result), paint)].join('\n')
}

/** @param {Result} result @returns {string[][]} Name and text of each fact. */
function resultFacts (result) {
  const { bottleneck, cpuPerRequest, errors, generator, non2xx, requests, server } = result
  const percentiles = [
    `p50 ${latencyText(result, 'p50')}`,
    `p90 ${latencyText(result, 'p90')}`,
    `p97.5 ${latencyText(result, 'p97_5')}`,
    `p99 ${latencyText(result, 'p99')}`
  ]
  const failed = `${number(errors)} errors (${number(result.timeouts)} of them timeouts)`
  const facts = [
    ['latency', percentiles.join('   ')],
    ['requests', `${number(requests.total)} answered, ${failed}, ${number(non2xx)} non-2xx`]
  ]
  let shares = `load generator ${percent(generator.cpu)}`
  if (server) {
    facts.push(['server', serverFigures(server)])
    shares = `server ${percent(server.cpu)} of a core, ${shares}`
  }
  if (cpuPerRequest) {
    facts.push(['CPU time', `${significant(cpuPerRequest)} µs per request: ` +
      `${significant(1e6 / cpuPerRequest)} requests per second of CPU time`])
  }
  facts.push(['bottleneck', `${bottleneck} (${shares}): ${explainBottleneck(result)}`])
  for (const warning of result.warnings ?? []) facts.push(['warning', warning])
  return facts
}

/** @param {Sample} sample */
function serverFigures ({ excessListeners = [], delayP99, heap, rss }) {
  const figures = []
  if (excessListeners.length) {
    const { emitter, event, listeners, location } = excessListeners[0]
    // In our own servers, the location is for the reader to find.
    const added = location && !location.startsWith(ROOT) ? `, added at ${location}` : ''
    figures.push(`${number(listeners)} listeners of "${event}" on ${emitter} at the end${added}`)
  }
  figures.push(`event-loop delay p99 ${ms(delayP99)}`, `heap ${bytes(heap)}`, `RSS ${bytes(rss)}`)
  return figures.join(', ')
}

/** @param {string} target */
function articleFigures (target) {
  const { connections, latency, requests, throughput } = article[target]
  const figures = []
  if (latency) figures.push(`${exact(latency.average)} ms${spread(latency)}`)
  figures.push(`${exact(requests.average)} req/s${spread(requests)}`)
  if (throughput) figures.push(`${bytes(throughput)}/s`)
  return `the article, 2018, ${connections} connections: ${figures.join(', ')}`
}

/** @param {ArticleFigure} figure */
function spread ({ stddev, max }) {
  return stddev && max ? ` (stdev ${exact(stddev)}, max ${exact(max)})` : ''
}

/**
 * @param {Request} request
 * @returns {string[]} What is asked for, if it is not the target's own request.
 */
function describeRequest ({ path, method, body }) {
  if (!path && !method) return []
  const text = [method ?? 'GET']
  if (path) text.push(path)
  if (body) text.push(`with ${number(body.length)} characters`)
  return [text.join(' ')]
}

/**
 * @param {Omit<Load, 'url'>} load
 * @returns {string} Its settings.
 */
function describeLoad ({ connections, duration, pipelining = 1, rate, workers, ...request }) {
  const plural = connections > 1 ? 's' : ''
  const parts = describeRequest(request)
  parts.push(`${number(connections)} connection${plural} for ${duration} s`)
  if (pipelining > 1) parts.push(`pipelining ${pipelining}`)
  if (rate) parts.push(`constant ${number(rate)} req/s`)
  if (workers) parts.push(`${workers} workers`)
  return parts.join(', ')
}

/**
 * @param {Result[]} results Of one series.
 * @returns {string} Where, when and how they were measured.
 */
function describeRun ([result]) {
  const { connections, duration } = result.load
  const plural = connections > 1 ? 's' : ''
  return `${describeEnvironment(result)}; ${connections} connection${plural}, ` +
    `${duration} s each, server and load generator on the same machine.`
}

/** @param {Environment} environment @returns {string} The machine and its Node.js. */
function describeMachine ({ cpu, node, platform }) {
  return `${cpu.model}, ${cpu.count} cores, ${platform}, Node.js ${node}`
}

/** @param {Header} result Of any kind. @returns {string} Where and when it was measured. */
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
  resultCard,
  resultName
}

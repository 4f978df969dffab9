'use strict'

// One result as text, and the conditions of a measurement.

const article = require('./article')
const { bytes, exact, ms, number, percent, significant } = require('../base/format')
const { explainBottleneck } = require('../measure/bottleneck')
const { ROOT } = require('../system/root')
const { factLines, terminalTable, titleLine, wrapText } = require('./table')

/** @typedef {import('../measure/measure').Result} Result */
/** @typedef {{environment: import('../system/environment').Environment, startedAt: string}} Header */

// The target; the URL of a server that was not started here; the exercise with a hash of its code.
/** @type {(result: {target: string, code?: string, load?: {url: string}}) => string} */
function resultName ({ target, code, load }) {
  if (target === 'url' && load) return load.url
  return code ? `${target} ${code}` : target
}

/** @type {(result: Result, figure: keyof Result['latency']) => string} a dash if nothing was answered */
const latencyText = ({ requests, latency }, figure) => requests.total ? ms(latency[figure]) : '–'

// One result: the article's table, what it does not show, and the article's figures.
/** @type {(result: Result, paint: import('./table').Paint) => string} */
function resultCard (result, paint) {
  const { bottleneck, cpuPerRequest, environment, generator, load, requests, server, target, throughput } = result
  /** @param {...keyof Result['latency']} figures */
  const latency = (...figures) => figures.map((figure) => latencyText(result, figure))
  const [p50, p90, p975, p99] = latency('p50', 'p90', 'p97_5', 'p99')
  const warmup = load.warmup ? [`after ${load.warmup} s of warm-up`] : []
  const errors = `${number(result.errors)} errors (${number(result.timeouts)} of them timeouts)`
  const shares = `${server ? `server ${percent(server.cpu)} of a core, ` : ''}load generator ${percent(generator.cpu)}`
  const conditions = [describeLoad(load), ...warmup, `Node.js ${environment.node}`].join(', ')
  return [
    titleLine(resultName({ target, load }), conditions, paint),
    terminalTable({
      head: ['Stat', 'Avg', 'Stdev', 'Max'],
      rows: [
        ['Latency', ...latency('average', 'stddev', 'max')],
        ['Req/Sec', number(requests.average), number(requests.stddev), number(requests.max)],
        ['Bytes/Sec', bytes(throughput.average), bytes(throughput.stddev), bytes(throughput.max)]
      ]
    }, paint),
    ...(article[target] ? wrapText(articleFigures(article[target])).map((line) => paint('dim', line)) : []),
    '',
    factLines([
      ['latency', `p50 ${p50}   p90 ${p90}   p97.5 ${p975}   p99 ${p99}`],
      ['requests', `${number(requests.total)} answered, ${errors}, ${number(result.non2xx)} non-2xx`],
      ...(server ? [['server', serverFigures(server)]] : []),
      ...(cpuPerRequest ? [['CPU time', cpuFigures(cpuPerRequest)]] : []),
      ['bottleneck', `${bottleneck} (${shares}): ${explainBottleneck(result)}`],
      ...(result.warnings ?? []).map((warning) => ['warning', warning])
    ], paint)
  ].join('\n')
}

/** @param {import('../measure/server').Sample} sample */
function serverFigures ({ excessListeners = [], delayP99, heap, rss }) {
  const counts = excessListeners.slice(0, 1).map(({ emitter, event, listeners, location }) =>
    `${number(listeners)} listeners of "${event}" on ${emitter} at the end${addedAt(location)}`)
  return [...counts, `event-loop delay p99 ${ms(delayP99)}`, `heap ${bytes(heap)}`, `RSS ${bytes(rss)}`].join(', ')
}

/** @param {string} [location] of our own servers it is for the reader to find */
const addedAt = (location) => location && !location.startsWith(ROOT) ? `, added at ${location}` : ''

/** @param {number} time µs */
const cpuFigures = (time) =>
  `${significant(time)} µs per request: ${significant(1e6 / time)} requests per second of CPU time`

/** @param {import('./article').Figures} figures */
function articleFigures ({ connections, latency, requests, throughput }) {
  /** @param {import('./article').Figure} figure */
  const spread = ({ stddev, max }) => stddev && max ? ` (stdev ${exact(stddev)}, max ${exact(max)})` : ''
  const parts = [
    latency && `${exact(latency.average)} ms${spread(latency)}`,
    `${exact(requests.average)} req/s${spread(requests)}`,
    throughput && `${bytes(throughput)}/s`
  ].filter(Boolean)
  return `the article, 2018, ${connections} connections: ${parts.join(', ')}`
}

/** @param {import('../measure/target-flags').Request} request @returns {string[]} what was asked for, if anything */
const describeRequest = ({ path, method, body }) => path || method
  ? [`${method ?? 'GET'}${path ? ` ${path}` : ''}${body ? ` with ${number(body.length)} characters` : ''}`]
  : []

/** @param {Omit<import('../measure/load').Load, 'url'>} load @returns {string} its settings */
const describeLoad = ({ connections, duration, pipelining = 1, rate, workers, ...request }) => [
  ...describeRequest(request),
  `${number(connections)} connection${connections > 1 ? 's' : ''} for ${duration} s`,
  pipelining > 1 && `pipelining ${pipelining}`,
  rate && `constant ${number(rate)} req/s`,
  workers && `${workers} workers`
].filter(Boolean).join(', ')

/** @param {Result[]} results of one run @returns {string} where, when and how they were measured */
const describeRun = ([result]) => `${describeEnvironment(result)}; ${result.load.connections} connections, ` +
  `${result.load.duration} s each, server and load generator on the same machine.`

/** @param {Header['environment']} environment @returns {string} the machine and its Node.js */
const describeMachine = ({ cpu, node, platform }) => `${cpu.model}, ${cpu.count} cores, ${platform}, Node.js ${node}`

/** @param {Header} result of any kind @returns {string} where and when it was measured */
const describeEnvironment = ({ environment, startedAt }) => `${describeMachine(environment)}, ${startedAt.slice(0, 10)}`

module.exports = {
  describeEnvironment, describeLoad, describeRequest, describeMachine, describeRun, latencyText, resultCard, resultName
}

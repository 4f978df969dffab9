'use strict'

// Results of loads as text: one in full, several side by side, and the conditions of a measurement.

const article = require('./article')
const { bytes, exact, ms, number, percent, ratio } = require('../cli/format')
const { explainBottleneck } = require('../measure/bottleneck')
const { factLines, terminalTable, terminalWidth, titleLine, wrapText } = require('./table')

const STAGES = ['slow', 'fast', 'optimized']

/** @typedef {import('../measure/measure').Result} Result */
/** @typedef {{environment: import('../system/environment').Environment, startedAt: string}} Header */

// The target; the URL of a server that was not started here; the exercise with a hash of its code.
/** @type {(result: {target: string, code?: string, load?: {url: string}}) => string} */
function resultName ({ target, code, load }) {
  if (target === 'url' && load) return load.url
  return code ? `${target} ${code}` : target
}

/** @type {(result: Result, figure: keyof Result['latency']) => string} a dash if nothing was answered */
function latencyText ({ requests, latency }, figure) {
  const value = requests.total ? latency[figure] : null
  return value == null ? '–' : ms(value)
}

// One result: the article's table, what it does not show, and the article's figures.
/** @type {(result: Result, paint: import('./table').Paint, width?: number) => string} */
function resultCard (result, paint, width = terminalWidth()) {
  const { bottleneck, environment, generator, load, requests, server, target, throughput, warnings = [] } = result
  /** @param {...keyof Result['latency']} figures */
  const latency = (...figures) => figures.map((figure) => latencyText(result, figure))
  const [p50, p90, p975, p99] = latency('p50', 'p90', 'p97_5', 'p99')
  const warmup = load.warmup ? [`after ${load.warmup} s of warm-up`] : []
  const errors = `${number(result.errors)} errors (${number(result.timeouts)} of them timeouts)`
  const shares = `${server ? `server ${percent(server.cpu)} of a core, ` : ''}load generator ${percent(generator.cpu)}`
  const conditions = [describeLoad(load), ...warmup, `Node.js ${environment.node}`].join(', ')
  return [
    titleLine(resultName({ target, load }), conditions, paint, width),
    terminalTable(['Stat', 'Avg', 'Stdev', 'Max'], [
      ['Latency', ...latency('average', 'stddev', 'max')],
      ['Req/Sec', number(requests.average), number(requests.stddev), number(requests.max)],
      ['Bytes/Sec', bytes(throughput.average), bytes(throughput.stddev), bytes(throughput.max)]
    ], paint, undefined, width),
    ...(article[target] ? wrapText(articleFigures(article[target]), width).map((line) => paint('dim', line)) : []),
    '',
    factLines([
      ['latency', `p50 ${p50}   p90 ${p90}   p97.5 ${p975}   p99 ${p99}`],
      ['requests', `${number(requests.total)} answered, ${errors}, ${number(result.non2xx)} non-2xx`],
      ...(server ? [['server', serverFigures(server)]] : []),
      ['bottleneck', `${bottleneck} (${shares}): ${explainBottleneck(result)}`],
      ...warnings.map((warning) => ['warning', warning])
    ], paint, width)
  ].join('\n')
}

/** @param {import('../measure/server').Sample} sample */
function serverFigures ({ listeners, delayP99, heap, rss }) {
  const count = listeners === null ? [] : [`${number(listeners)} after listeners at the end`]
  return [...count, `event-loop delay p99 ${ms(delayP99)}`, `heap ${bytes(heap)}`, `RSS ${bytes(rss)}`].join(', ')
}

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

// Results of the same load on the same machine as rows. A stage has its ratio to the stage before it.
/** @type {(results: Result[]) => import('./table').TableData} */
function summaryRows (results) {
  const baseline = results.find(({ target }) => target === 'baseline')
  const rows = results.map((result) => [
    resultName(result),
    (isLimited(result) ? '≥ ' : '') + number(result.requests.average),
    latencyText(result, 'p50'),
    latencyText(result, 'p99'),
    speedUp(result, results),
    baseline?.requests.total ? compareRates(result, baseline, percent) : '',
    result.bottleneck,
    article[result.target] ? number(article[result.target].requests.average) : ''
  ])
  return { head: ['', 'Req/Sec', 'p50', 'p99', 'speed-up', 'of the baseline', 'bottleneck', 'article, Req/Sec'], rows }
}

/** @param {Result} result @param {Result[]} results */
function speedUp (result, results) {
  const earlier = STAGES.slice(0, Math.max(0, STAGES.indexOf(result.target)))
  const before = results.filter(({ target, requests }) => earlier.includes(target) && requests.total)
    .sort((a, b) => STAGES.indexOf(a.target) - STAGES.indexOf(b.target)).at(-1)
  return before ? `${compareRates(result, before, ratio)} ${before.target}` : ''
}

/** @param {Result} result @returns {boolean} whether its server could do more than was measured */
const isLimited = ({ bottleneck }) => bottleneck === 'generator'

/**
 * The ratio of two rates is only a bound if the load generator limited one of them, and tells nothing if both.
 *
 * @param {Result} result @param {Result} reference @param {(ratio: number) => string} format
 */
function compareRates (result, reference, format) {
  const text = format(result.requests.average / reference.requests.average)
  if (result === reference) return text
  if (isLimited(result) && isLimited(reference)) return '?'
  return isLimited(result) ? `≥ ${text}` : isLimited(reference) ? `≤ ${text}` : text
}

/** @param {Omit<import('../measure/load').Load, 'url'>} load @returns {string} its settings */
const describeLoad = ({ connections, duration, pipelining = 1, rate, workers }) => [
  `${number(connections)} connections for ${duration} s`,
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
  describeEnvironment, describeLoad, describeMachine, describeRun, latencyText, resultCard, resultName, summaryRows
}

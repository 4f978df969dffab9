'use strict'

// Results as text: one in full, several side by side.

const path = require('node:path')
const Table = require('cli-table3')
const article = require('./article')
const { bytes, exact, ms, number, percent, ratio } = require('../cli/format')
const { frameOwner } = require('../profiling/frames')

const DENSE = 12 // from more rows than these on, no lines stand between them

/** @typedef {import('../measure/measure').Result} Result */
/** @typedef {(style: string, text: string) => string} Paint */

/**
 * One result: the article's table, what it does not show, and the article's figures.
 *
 * @param {Result} result
 * @param {Paint} paint
 * @returns {string}
 */
function resultCard (result, paint) {
  const { latency, requests, throughput } = result
  const rows = [
    ['Latency', ms(latency.average), ms(latency.stddev), ms(latency.max)],
    ['Req/Sec', number(requests.average), number(requests.stddev), number(requests.max)],
    ['Bytes/Sec', bytes(throughput.average), bytes(throughput.stddev), bytes(throughput.max)]
  ]
  const facts = [
    ['latency', ['p50', 'p90', 'p97_5', 'p99'].map((p) => `${p.replace('_', '.')} ${ms(latency[p])}`).join('   ')],
    ['requests', counts(result)],
    ...(result.server ? [['inside', inside(result.server)]] : []),
    ['bottleneck', verdict(result, paint)]
  ]
  return [
    title(result, paint),
    terminalTable(['Stat', 'Avg', 'Stdev', 'Max'], rows, paint),
    ...quote(result.target, paint),
    '',
    ...facts.map(([name, text]) => `${paint('bold', name.padEnd(11))} ${text}`)
  ].join('\n')
}

function title ({ target, load, environment }, paint) {
  const extras = [
    load.warmup && `after ${load.warmup} s of warm-up`,
    load.pipelining > 1 && `pipelining ${load.pipelining}`,
    load.rate && `constant ${number(load.rate)} req/s`,
    load.workers && `${load.workers} workers`
  ].filter(Boolean)
  const what = target === 'url' ? load.url : target
  const how = [`${number(load.connections)} connections for ${load.duration} s`, ...extras, `Node.js ${environment.node}`]
  return `${paint('bold', what)}: ${how.join(', ')}`
}

function counts ({ requests, errors, timeouts, non2xx }) {
  return `${number(requests.total)} answered, ${number(errors)} errors (${number(timeouts)} of them timeouts), ${number(non2xx)} non-2xx`
}

function inside ({ listeners, delayP99, heap, rss }) {
  const count = listeners === null ? [] : [`${number(listeners)} after listeners at the end`]
  return [...count, `event-loop delay p99 ${ms(delayP99)}`, `heap ${bytes(heap)}`, `RSS ${bytes(rss)}`].join(', ')
}

function verdict ({ bottleneck, server, generator }, paint) {
  const shares = `${server ? `server ${percent(server.cpu)} of a core, ` : ''}load generator ${percent(generator.cpu)}`
  const note = bottleneck === 'generator' ? paint('yellow', ': the server could do more; try WORKERS or a second machine') : ''
  return `${paint('bold', bottleneck)} (${shares})${note}`
}

function quote (target, paint) {
  const figures = article[target]
  if (!figures) return []
  const { connections, latency, requests, throughput } = figures
  const spread = ({ stddev, max }) => stddev === undefined ? '' : ` (stdev ${exact(stddev)}, max ${exact(max)})`
  const parts = [
    latency && `${exact(latency.average)} ms${spread(latency)}`,
    `${exact(requests.average)} req/s${spread(requests)}`,
    throughput && `${bytes(throughput.average)}/s`
  ].filter(Boolean)
  return [paint('dim', `the article, 2018, ${connections} connections: ${parts.join(', ')}`)]
}

/**
 * Several results as rows: each with its ratio to the row above and its share of the baseline.
 *
 * @param {Result[]} results
 * @returns {{head: string[], rows: string[][]}}
 */
function summaryRows (results) {
  const baseline = results.find(({ target }) => target === 'baseline')
  const rows = results.map((result, i) => [
    result.target,
    number(result.requests.average),
    ms(result.latency.p50),
    ms(result.latency.p99),
    i > 0 ? ratio(result.requests.average / results[i - 1].requests.average) : '',
    baseline ? percent(result.requests.average / baseline.requests.average) : '',
    result.bottleneck,
    article[result.target] ? `${number(article[result.target].requests.average)} req/s` : ''
  ])
  return { head: ['', 'Req/Sec', 'p50', 'p99', 'to the row above', 'of the baseline', 'bottleneck', 'article, 2018'], rows }
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {Paint} paint
 * @param {('left'|'right')[]} [colAligns] figures stand on the right, unless told otherwise
 * @returns {string} a table for the terminal
 */
function terminalTable (head, rows, paint, colAligns = head.map((text, i) => i === 0 ? 'left' : 'right')) {
  const table = new Table({
    ...(rows.length > DENSE && { chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' } }),
    head: head.map((text) => paint('cyan', text)),
    colAligns,
    style: { head: [], border: [] }
  })
  table.push(...rows)
  return table.toString()
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {'---'|'---:'} [align] of all columns but the first: figures stand on the right
 * @returns {string} a table in Markdown
 */
function markdownTable (head, rows, align = '---:') {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((text, i) => i === 0 ? '---' : align)), ...rows.map(line)].join('\n')
}

/**
 * @param {Result[]} results of one run
 * @returns {string} where, with what, when and how they were measured
 */
function describeRun ([result]) {
  const { connections, duration } = result.load
  return `${describeEnvironment(result)}; ${connections} connections, ${duration} s each, server and load generator on the same machine.`
}

/**
 * @param {{environment: import('../system/environment').Environment, startedAt: string}} result of any kind
 * @returns {string} where and when it was measured
 */
function describeEnvironment ({ environment: { cpu, node, platform }, startedAt }) {
  return `${cpu.model}, ${cpu.count} cores, ${platform}, Node.js ${node}, ${startedAt.slice(0, 10)}`
}

/**
 * The hottest frames of a profile: five by self time, five by total time, and of the stage alone.
 *
 * @param {import('../profiling').Profile} profile
 * @param {string} root that paths are shown relative to
 * @param {Paint} paint
 * @returns {string}
 */
function framesTable ({ frames: { self, total }, bytes: all }, root, paint) {
  const row = ({ frame, share }) => [
    frame.name, all ? `${percent(share)} (${bytes(share * all)})` : percent(share), place(frame, root), frameOwner(frame)
  ]
  const section = (title, hot, count = 5) => terminalTable([title, 'share', 'where', 'whose'], hot.slice(0, count).map(row), paint, ['left', 'right', 'left', 'left'])
  if (!total) return section('allocated here', self)
  const own = total.filter(({ frame }) => frameOwner(frame) === 'this stage')
  return [
    section('by self time', self),
    section('by total time', total),
    ...(own.length ? [section('this stage by total time', own, 3)] : [])
  ].join('\n')
}

function place ({ file, line }, root) {
  const shown = path.isAbsolute(file) ? path.relative(root, file) : file
  return file ? `${shown}:${line}` : ''
}

module.exports = { framesTable, terminalTable, describeRun, markdownTable, resultCard, summaryRows, describeEnvironment }

'use strict'

const { number } = require('../../cli/format')
const { latencyText, resultName } = require('../result-table')
const { logFromZero } = require('./channels')
const { lineChart } = require('./lines')

/** @type {[figure: 'p50'|'p90'|'p97_5'|'p99'|'max', label: string][]} */
const FIGURES = [['p50', 'p50'], ['p90', 'p90'], ['p97_5', 'p97.5'], ['p99', 'p99'], ['max', 'max']]

/**
 * How long a client waits: half of the answers came within p50, 99 of 100 within p99.
 *
 * @param {import('../result-table').Result[]} results one of each target
 * @returns {import('../draw-chart').Chart}
 */
function latencyChart (results) {
  const points = results.filter(({ requests }) => requests.total).flatMap((result) =>
    FIGURES.map(([figure, x]) => ({ name: resultName(result), x, y: result.latency[figure] })))
  const late = results.filter(({ timeouts }) => timeouts)
  const labels = FIGURES.map(([, label]) => label)
  const x = { type: 'ordinal', sort: labels, axis: { title: null, labelAngle: 0 } }
  return {
    title: 'Latency',
    alt: `Lines on a log axis, latency: ${results.map((result) => `${resultName(result)} p50 ${latencyText(result, 'p50')}, ` +
      `p99 ${latencyText(result, 'p99')}, max ${latencyText(result, 'max')}`).join('; ')}.`,
    notes: [
      'Half of the answers came within p50, 99 of 100 within p99. The axis is logarithmic.',
      ...late.map((result) =>
        `${resultName(result)}: ${number(result.timeouts)} requests timed out. They are in none of these figures.`)
    ],
    spec: lineChart(points, x, logFromZero(points.map(({ y }) => y), 'ms, log axis')),
    head: ['latency', ...labels],
    rows: results.map((result) => [resultName(result), ...FIGURES.map(([figure]) => latencyText(result, figure))])
  }
}

module.exports = { latencyChart }

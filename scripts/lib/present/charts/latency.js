'use strict'

const { number } = require('../../base/format')
const { latencyText, resultName } = require('../result-table')
const { logFromZero } = require('./channels')
const { lineChart } = require('./lines')

/** @type {[figure: 'p50'|'p90'|'p97_5'|'p99'|'max', label: string][]} */
const FIGURES = [['p50', 'p50'], ['p90', 'p90'], ['p97_5', 'p97.5'], ['p99', 'p99'], ['max', 'max']]

/** @type {import('../draw-chart').ResultsChart} How long a client waits. */
const latencyChart = (results) => {
  const points = results.filter(({ requests }) => requests.total).flatMap((result) =>
    FIGURES.map(([figure, x]) => ({ name: resultName(result), x, y: result.latency[figure] })))
  const labels = FIGURES.map(([, label]) => label)
  const x = { type: 'ordinal', sort: labels, axis: { title: null, labelAngle: 0 } }
  const rows = results.map((result) => [resultName(result), ...FIGURES.map(([figure]) => latencyText(result, figure))])
  const sentences = rows.map(([name, p50, , , p99, max]) => `${name} p50 ${p50}, p99 ${p99}, max ${max}`)
  return {
    title: 'Latency',
    alt: `Lines on a log axis, latency: ${sentences.join('; ')}.`,
    notes: [
      'Half of the answers came within p50, 99 of 100 within p99. The axis is logarithmic.',
      ...results.filter(({ timeouts }) => timeouts).map((result) =>
        `${resultName(result)}: ${number(result.timeouts)} requests timed out. They are in none of these figures.`)
    ],
    spec: lineChart(points, x, logFromZero(points.map(({ y }) => y), 'ms, log axis')),
    head: ['latency', ...labels],
    rows
  }
}

module.exports = { latencyChart }

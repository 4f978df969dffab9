'use strict'

const { number } = require('../../cli/format')
const { lineChart } = require('./lines')
const { resultName } = require('./names')
const { logFromZero } = require('./scales')

const PERCENTILES = { p50: 'p50', p90: 'p90', p97_5: 'p97.5', p99: 'p99', max: 'max' }

/**
 * How long a client waits: half of the answers came within p50, 99 of 100 within p99.
 *
 * @param {import('../../measure/measure').Result[]} results one of each target
 * @returns {import('../draw-chart').Chart}
 */
function latency (results) {
  const points = results.flatMap((result) => Object.entries(PERCENTILES)
    .map(([key, x]) => ({ name: resultName(result), x, y: result.latency[key] })))
  const late = results.filter(({ timeouts }) => timeouts)
  const labels = Object.values(PERCENTILES)
  return {
    title: 'Latency',
    alt: `Lines on a log axis, latency in ms: ${results.map((result) =>
      `${resultName(result)} p50 ${number(result.latency.p50)}, p99 ${number(result.latency.p99)}, max ${number(result.latency.max)}`).join('; ')}.`,
    notes: [
      'Half of the answers came within p50, 99 of 100 within p99. The axis is logarithmic.',
      ...late.map((result) => `${resultName(result)}: ${number(result.timeouts)} requests timed out. They are in none of these figures.`)
    ],
    spec: lineChart(points, { type: 'ordinal', sort: labels, axis: { title: null, labelAngle: 0, domain: false, ticks: false } },
      logFromZero(points.map(({ y }) => y), 'ms, log axis')),
    head: ['latency in ms', ...labels],
    rows: results.map((result) => [resultName(result), ...Object.keys(PERCENTILES).map((key) => number(result.latency[key]))])
  }
}

module.exports = { latency }

'use strict'

const { ratio } = require('../../base/format')
const { boundOf, isLimited } = require('../../experiments/analysis')
const { resultName } = require('../result-table')
const { boundText, rateText, summaryTable } = require('../summary-table')
const { colourChannel, log, logFromZero, rowChannel, rowsHeight } = require('./channels')

/** @typedef {{name: string, y: number, limited: boolean, text: string}} Point `limited`: the server could do more */
/** @typedef {import('./channels').Axis} Axis */

/** @type {import('../draw-chart').ResultsChart} A point of req/s for each target, with the ratios between them. */
const throughputChart = (results) => {
  const points = results.map((result) => {
    const [y, limited] = [result.requests.average, isLimited(result)]
    return { name: resultName(result), y, limited, text: rateText({ median: y, interval: null }, limited) }
  })
  const [names, rates] = [points.map(({ name }) => name), points.map(({ y }) => y)]
  const spread = Math.max(...rates) / Math.min(...rates) // no number, or infinite, where nothing was answered
  const axis = (spread >= 10 && spread < Infinity ? log : logFromZero)(rates, 'requests per second, log axis')
  /** @param {string} field */
  const x = (field) => ({ field, type: 'quantitative', ...axis.encoding })
  const [y, text, color] = [rowChannel(names), { field: 'text' }, colourChannel(names)]
  const listed = points.map(({ name, text }) => `${name} ${text}`)
  const steps = { data: { values: stepsBetween(points, axis) } }
  return {
    title: 'Requests per second',
    alt: `Points on a log axis, in requests per second: ${listed.join(', ')}.`,
    notes: [
      'The axis is logarithmic: each line stands for ten times as many requests as the one before it.',
      'A ratio is that to the row above: a bound, if the load generator was the bottleneck of one of the two.'
    ],
    spec: {
      height: rowsHeight(names, 46) + 50,
      data: { values: points },
      layer: [
        { ...steps, mark: { type: 'rule', strokeWidth: 1.5 }, encoding: { x: x('before'), x2: { field: 'y' }, y } },
        { ...steps, mark: { type: 'text', dy: -12 }, encoding: { x: x('middle'), y, text } },
        { mark: { type: 'point', filled: true, size: 110, opacity: 1 }, encoding: { x: x('y'), y, color } },
        { mark: { type: 'text', dy: 16, fontWeight: 'bold' }, encoding: { x: x('y'), y, text } }
      ]
    },
    ...summaryTable(results.map((result) => [result]))
  }
}

/** What is written between a point and the one of the row above. @type {(points: Point[], axis: Axis) => object[]} */
const stepsBetween = (points, { place, value }) => points.slice(1).flatMap(({ name, y, limited }, i) => {
  const before = points[i]
  const bound = boundOf(before.limited, limited)
  if (!y || !before.y || bound === '?') return [] // two bounds have no ratio
  const middle = value((place(before.y) + place(y)) / 2)
  return [{ name, before: before.y, y, middle, text: boundText(bound, ratio(y / before.y)) }]
})

module.exports = { throughputChart }

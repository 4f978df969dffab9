'use strict'

const { ratio } = require('../../cli/format')
const { boundOf, isLimited } = require('../../experiments/judgement')
const { resultName } = require('../result-table')
const { rateText, summaryTable } = require('../summary-table')
const { colour } = require('../theme')
const { colourChannel, log, logFromZero, rowChannel, rowsHeight } = require('./channels')

/** @typedef {{name: string, y: number, limited: boolean, text: string}} Point `limited`: the server could do more */
/** @typedef {import('./channels').Axis} Axis */

/** @type {import('../draw-chart').ResultsChart} A point of req/s for each target, and a line for the baseline. */
const throughputChart = (results) => {
  const all = results.map((result) => {
    const [y, limited] = [result.requests.average, isLimited(result)]
    return { name: resultName(result), y, limited, text: rateText({ median: y, interval: null }, limited) }
  })
  const baseline = all.length > 1 ? all.find(({ name }) => name === 'baseline') : undefined
  const points = all.filter((point) => point !== baseline)
  const names = points.map(({ name }) => name)
  const listed = points.map(({ name, text }) => `${name} ${text}`)
  const rates = all.map(({ y }) => y)
  const spread = Math.max(...rates) / Math.min(...rates) // no number, or infinite, where nothing was answered
  const axis = (spread >= 10 && spread < Infinity ? log : logFromZero)(rates, 'requests per second, log axis')
  const steps = stepsBetween(points, axis)
  /** @param {string} field */
  const x = (field) => ({ field, type: 'quantitative', ...axis.encoding })
  const y = rowChannel(names)
  const text = { field: 'text' }
  /** @type {(test: string, align: string, dx: number) => object} below the point, and not beyond the axis */
  const figure = (test, align, dx) => ({
    transform: [{ filter: test }],
    mark: { type: 'text', align, dx, dy: 16, fontWeight: 'bold' },
    encoding: { text }
  })
  const pointLayer = {
    data: { values: points.map((point) => ({ ...point, place: axis.place(point.y) })) },
    encoding: { x: x('y'), y },
    layer: [
      { mark: { type: 'point', filled: true, size: 110, opacity: 1 }, encoding: { color: colourChannel(names) } },
      figure('datum.place > 0.5', 'right', 6),
      figure('datum.place <= 0.5', 'left', -6)
    ]
  }
  const stepLayers = [
    { mark: { type: 'rule', strokeWidth: 1.5 }, encoding: { x: x('before'), x2: { field: 'y' }, y } },
    { mark: { type: 'text', dy: -12 }, encoding: { x: x('middle'), y, text } }
  ].map((layer) => ({ data: { values: steps }, ...layer }))
  return {
    title: 'Requests per second',
    alt: `Points on a log axis, in requests per second: ${listed.join(', ')}` +
      `${baseline ? `; the baseline, as a line, is at ${baseline.text}` : ''}.`,
    notes: [
      'The axis is logarithmic: each line stands for ten times as many requests as the one before it.',
      'A line from the row above shows how many times as many requests: a bound, if the load generator was the limit.'
    ],
    spec: {
      height: rowsHeight(names, 46) + 60,
      padding: { left: 4, top: 20, right: 12, bottom: 4 },
      layer: [...(steps.length ? stepLayers : []), pointLayer, ...(baseline ? baselineLayers(baseline, x('y')) : [])]
    },
    ...summaryTable(results.map((result) => [result]))
  }
}

/** What is written between a point and the one of the row above. @param {Point[]} points @param {Axis} axis */
function stepsBetween (points, { place, value }) {
  return points.slice(1).flatMap(({ name, y, limited }, i) => {
    const before = points[i]
    const bound = boundOf(before.limited, limited)
    if (!y || !before.y || bound === '?') return [] // two bounds have no ratio
    const middle = value((place(before.y) + place(y)) / 2)
    return [{ name, before: before.y, y, middle, text: `${bound} ${ratio(y / before.y)}`.trim() }]
  })
}

/** @param {Point} baseline @param {object} x */
function baselineLayers (baseline, x) {
  const data = { values: [{ ...baseline, text: `baseline ${baseline.text}` }] }
  const color = colour('baseline')
  const line = { type: 'rule', strokeDash: [5, 3], strokeWidth: 2, color }
  const text = { type: 'text', align: 'right', baseline: 'bottom', dx: 20, color, fontWeight: 'bold' }
  const y = { value: -4 }
  return [{ data, mark: line, encoding: { x } }, { data, mark: text, encoding: { x, y, text: { field: 'text' } } }]
}

module.exports = { throughputChart }

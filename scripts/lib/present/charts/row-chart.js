'use strict'

/** @import { Series } from '../../experiments/types' */
/** @import { Result } from '../../measure/types' */
/** @import { Chart } from '../types' */

const { ratio, significant } = require('../../base/format')
const { analyzeComparison, summarizeRuns } = require('../../experiments/analysis')
const { intervalCell, rateCell } = require('../cells')
const { summaryTable } = require('../summary-table')
const { colour, colourScale } = require('../theme')

const ROW = 46 // px
const MARGIN = 36 // px, for the half of a text that is above the first or the last point

/** @param {Result[][]} series the runs of each target @returns {Chart} of their req/s */
function throughputChart (series) {
  const points = series.map((runs) => {
    const [{ target }] = runs
    const { rate: { median, interval }, limited } = summarizeRuns(runs)
    const text = rateCell({ rate: { median, interval: null }, limited })
    return pointOf(target, target, median, interval, text)
  })
  const listed = points.map(({ name, text }) => `${name} ${text}`)
  return {
    title: 'Requests per second',
    alt: `Requests per second, log axis: ${listed.join(', ')}.`,
    notes: [
      'The axis is logarithmic: the same distance is the same ratio. ≥: the load generator was ' +
        'the bottleneck.'
    ],
    spec: rowSpec(points, 'requests per second, log axis'),
    ...summaryTable(series)
  }
}

/** @param {Series[]} comparisons @returns {Chart} of how many times as fast B is as A */
function comparisonsChart (comparisons) {
  const points = []
  const rows = []
  for (const comparison of comparisons) {
    const { a, b, byCpu } = analyzeComparison(comparison)
    const { ratio: value, interval, p } = byCpu
    const name = `${a.name} → ${b.name}`
    points.push(pointOf(name, b.name, value, interval, ratio(value)))
    rows.push([name, ratio(value), intervalCell(interval), significant(p)])
  }
  const listed = rows.map(([name, text, interval]) => `${name} ${text} (${interval})`)
  const spec = rowSpec(points, 'times as fast, log axis')
  spec.layer.unshift({
    mark: { type: 'rule', strokeDash: [5, 3] },
    encoding: { x: { datum: 1 }, y: null, color: null }
  })
  return {
    title: 'Comparisons',
    alt: `Speed-ups with 95 % confidence intervals, log axis: ${listed.join(', ')}.`,
    notes: [
      'By CPU time per request, which does not depend on who sends the load.',
      'Line: the 95 % confidence interval. Where it spans 1, no difference was shown.'
    ],
    spec,
    head: ['A → B', 'speed-up', '95 % interval', 'p'],
    rows
  }
}

// An interval without bounds is not drawn.
function pointOf (name, target, value, interval, text) {
  const [low, high] = interval && interval[0] > 0 ? interval : [value, value]
  return {
    name,
    target,
    value,
    low,
    high,
    text
  }
}

/** @returns {Record<string, any>} a Vega-Lite spec */
function rowSpec (points, title) {
  const scale = { type: 'log', nice: false, padding: MARGIN }
  const axis = { title, format: ',', tickCount: 3 }
  const x = { field: 'value', type: 'quantitative', scale, axis }
  const targets = points.map(({ target }) => target)
  return {
    height: points.length * ROW,
    data: { values: points.filter(({ value }) => value > 0) }, // a log axis has no 0
    encoding: {
      x,
      y: {
        field: 'name',
        scale: { domain: points.map(({ name }) => name) },
        axis: {
          title: null,
          grid: false,
          labelColor: colour('ink'),
          labelExpr: 'split(datum.label, /(?<=→) /)'
        }
      },
      color: { field: 'target', scale: colourScale(targets), legend: null }
    },
    layer: [
      {
        mark: { type: 'rule', strokeWidth: 2 },
        encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' } }
      },
      { mark: { type: 'point', filled: true, size: 90, opacity: 1 } },
      {
        mark: { type: 'text', dy: -14, fontWeight: 'bold' },
        encoding: { text: { field: 'text' }, color: { value: colour('ink') } }
      }
    ]
  }
}

module.exports = { comparisonsChart, throughputChart }

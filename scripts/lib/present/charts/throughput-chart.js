'use strict'

const { ratio } = require('../../base/format')
const { boundOf, isLimited } = require('../../experiments/analysis')
const { resultName } = require('../result-table')
const { boundText, rateText, summaryTable } = require('../summary-table')
const { colourChannel, log, logFromZero, rowChannel, rowsHeight } = require('./channels')

/** @import { Result } from '../../measure/types' */
/** @import { Axis, Chart } from '../types' */

/**
 * Draws a point of req/s for each target, with the ratios between them.
 * @param {Result[]} results One of each target.
 * @returns {Chart}
 */
function throughputChart (results) {
  const points = results.map((result) => {
    const rate = result.requests.average
    const limited = isLimited(result)
    const text = rateText({ median: rate, interval: null }, limited)
    return { name: resultName(result), rate, limited, text }
  })
  const names = points.map(({ name }) => name)
  const axis = rateAxis(points.map(({ rate }) => rate))
  const steps = { values: stepsBetween(points, axis) }
  const y = rowChannel(names)
  const text = { field: 'text' }
  /** @param {string} field */
  const x = (field) => ({ field, type: 'quantitative', ...axis.encoding })
  const listed = points.map((point) => `${point.name} ${point.text}`)
  return {
    title: 'Requests per second',
    alt: `Points on a log axis, in requests per second: ${listed.join(', ')}.`,
    notes: [
      'The axis is logarithmic: each line stands for ten times as many requests as the one ' +
        'before it.',
      'A ratio is that to the row above: a bound, if the load generator was the bottleneck of ' +
        'one of the two.'
    ],
    spec: {
      height: rowsHeight(names, 46) + 50,
      data: { values: points },
      layer: [
        {
          data: steps,
          mark: { type: 'rule', strokeWidth: 1.5 },
          encoding: { x: x('before'), x2: { field: 'rate' }, y }
        },
        {
          data: steps,
          mark: { type: 'text', dy: -12 },
          encoding: { x: x('middle'), y, text }
        },
        {
          mark: { type: 'point', filled: true, size: 110, opacity: 1 },
          encoding: { x: x('rate'), y, color: colourChannel(names) }
        },
        {
          mark: { type: 'text', dy: 16, fontWeight: 'bold' },
          encoding: { x: x('rate'), y, text }
        }
      ]
    },
    ...summaryTable(results.map((result) => [result]))
  }
}

/** @param {number[]} rates @returns {Axis} It has a zero unless it has two powers of ten. */
function rateAxis (rates) {
  const spread = Math.max(...rates) / Math.min(...rates)
  const isLog = spread >= 10 && spread < Infinity
  return (isLog ? log : logFromZero)(rates, 'requests per second, log axis')
}

/**
 * What stands between a point and the one of the row above. Two bounds have no ratio.
 * @param {{ name: string, rate: number, limited: boolean }[]} points
 * @param {Axis} axis
 */
function stepsBetween (points, { place, value }) {
  const steps = []
  for (const [i, { name, rate, limited }] of points.entries()) {
    const before = points[i - 1]
    if (!before?.rate || !rate) continue
    const bound = boundOf(before.limited, limited)
    if (bound === '?') continue
    const middle = value((place(before.rate) + place(rate)) / 2)
    const text = boundText(bound, ratio(rate / before.rate))
    steps.push({ name, before: before.rate, rate, middle, text })
  }
  return steps
}

module.exports = { throughputChart }

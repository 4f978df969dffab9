'use strict'

/** @import { Result } from '../../measure/types' */
/** @import { Chart } from '../types' */

const { isLimited, middle, rates } = require('../../experiments/analysis')
const { rateText, summaryTable } = require('../summary-table')
const { rowSpec } = require('./row-chart')

/**
 * Draws the median of the req/s of each target with its interval.
 * @param {Result[][]} series the runs of each target
 * @returns {Chart}
 */
function throughputChart (series) {
  const rows = series.map((runs) => {
    const { median, interval } = middle(rates(runs))
    const [low, high] = interval ?? [median, median]
    const text = rateText({ median, interval: null }, runs.some(isLimited))
    return { name: runs[0].target, value: median, low, high, text }
  })
  const listed = rows.map(({ name, text }) => `${name} ${text}`)
  return {
    title: 'Requests per second',
    alt: `Points on a log axis, in requests per second: ${listed.join(', ')}.`,
    notes: [
      'The axis is logarithmic: the same distance is the same ratio. ≥: the load generator was ' +
        'the bottleneck.'
    ],
    spec: rowSpec(rows, 'requests per second, log axis'),
    ...summaryTable(series)
  }
}

module.exports = { throughputChart }

'use strict'

/** @import { Result } from '../../../scripts/lib/server/types' */
/** @import { Chart } from '../../../scripts/lib/show/types' */

const { summarizeRuns } = require('../../../scripts/lib/load/runs')
const { rateCell } = require('../../../scripts/lib/show/cells')
const { colour, colourScale } = require('../../../scripts/lib/show/theme')

const ROW = 46 // px
const MARGIN = 36 // px, for the half of a text that is above the first or the last point

/** @param {Result[][]} series the runs of each target @returns {Chart} of their req/s */
function throughputChart (series) {
  const points = series.map((runs) => {
    const [{ target: name }] = runs
    const { rate: { median, interval }, limited } = summarizeRuns(runs)
    const [low, high] = interval ?? [median, median]
    const text = rateCell({ rate: { median, interval: null }, limited })
    return {
      name,
      value: median,
      low,
      high,
      text
    }
  })
  const listed = points.map(({ name, text }) => `${name} ${text}`)
  return {
    alt: `Requests per second, log axis: ${listed.join(', ')}.`,
    spec: rowSpec(points)
  }
}

/** @returns {Record<string, any>} a Vega-Lite spec */
function rowSpec (points) {
  const scale = { type: 'log', nice: false, padding: MARGIN }
  const axis = { title: 'requests per second, log axis', format: ',', tickCount: 3 }
  const x = { field: 'value', type: 'quantitative', scale, axis }
  const names = points.map(({ name }) => name)
  return {
    height: points.length * ROW,
    data: { values: points },
    encoding: {
      x,
      y: {
        field: 'name',
        scale: { domain: names },
        axis: { title: null, grid: false, labelColor: colour('ink') }
      },
      color: { field: 'name', scale: colourScale(names), legend: null }
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

module.exports = { throughputChart }

'use strict'

// A row for each target. Each function gives a Vega-Lite spec.

/** @import { Series } from '../../../scripts/lib/compare/types' */

const { ms, number, rough } = require('../../../scripts/lib/cli/format')
const { median, summarizeRuns } = require('../../../scripts/lib/compare/medians')
const { boundCell } = require('../../../scripts/lib/show/cells')
const { colour } = require('../draw-chart')

const ROW = 46 // px
const ROOM = 1.5 // times the longest bar: its text is on its right
const NAMES = {
  field: 'name',
  sort: null,
  axis: {
    title: null,
    grid: false,
    labelColor: colour('ink'),
    labelLimit: 200, // px
    labelPadding: 8 // px
  }
}

/** @param {Series} series @returns the req/s of its targets as bars from zero, in one scale */
function barChart ({ targets }) {
  const bars = []
  for (const { name, runs } of targets) {
    const { rate: { median: to }, limited } = summarizeRuns(runs)
    const text = boundCell(limited ? '≥' : '', number(rough(to)))
    bars.push({ name, from: 0, to, text, color: name })
  }
  return { title: 'Requests per second', ...drawBars(bars, null) }
}

/**
 * @param {{name: string, runs: {p99: number}[]}[]} targets
 * @returns their p99 as bars, with the ranges of the runs
 */
function latencyChart (targets) {
  const bars = targets.map(({ name, runs }) => {
    const values = runs.map(({ p99 }) => p99)
    const to = median(values)
    return {
      name,
      from: 0,
      to,
      low: Math.min(...values),
      high: Math.max(...values),
      text: ms(Math.round(to)),
      color: 'faint'
    }
  })
  const title = 'p99 of the accepted requests, ms'
  return { title, ...drawBars(bars, { title: null, tickCount: 4 }) }
}

/**
 * Draws bars with their texts to the right, and with intervals, where they have one.
 * @param {{name: string, from: number, to: number, low?: number, high?: number, text: string,
 *   color: string}[]} bars
 * @param {object|null} axis of Vega-Lite
 * @param {number} [row] px
 */
function drawBars (bars, axis, row = ROW) {
  const ends = bars.map(({ from, to, high = 0 }) => Math.max(from, to, high))
  const values = bars.map((bar, i) => ({ ...bar, end: ends[i], color: colour(bar.color) }))
  const scale = { domain: [0, Math.max(...ends) * ROOM], nice: false }
  const x = { type: 'quantitative', scale, axis }
  return {
    height: bars.length * row,
    data: { values },
    encoding: { y: NAMES },
    layer: [
      {
        mark: { type: 'bar', height: row / 2 },
        encoding: {
          x: { field: 'from', ...x },
          x2: { field: 'to' },
          fill: { field: 'color', scale: null },
          stroke: { condition: { test: 'datum.high', value: colour('muted') } }
        }
      },
      {
        mark: { type: 'rule', color: colour('ink') },
        encoding: { x: { field: 'low', ...x }, x2: { field: 'high' } }
      },
      {
        mark: { type: 'text', align: 'left', dx: 8 },
        encoding: { x: { field: 'end', ...x }, text: { field: 'text' } }
      }
    ]
  }
}

module.exports = { barChart, drawBars, latencyChart }

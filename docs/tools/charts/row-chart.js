'use strict'

// A row for each target. Each function gives a Vega-Lite spec.

/** @import { PairedContrast } from '../../../scripts/lib/compare/types' */
/** @import { Result } from '../../../scripts/lib/load/types' */

const { ms, number, ratio, rough } = require('../../../scripts/lib/cli/format')
const { median, summarizeRuns } = require('../../../scripts/lib/compare/medians')
const { STAGE_COLORS } = require('../../../scripts/lib/live/page-files')
const { boundCell } = require('../../../scripts/lib/show/cells')
const { colour, colourOf, logAxis } = require('../draw-chart')

const ROW = 46 // px
const MARGIN = 36 // px, for the half of a text that is above the first or the last point
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

/**
 * @param {Record<string, Result[]>} targets the runs by the words that the picture has for them
 * @returns their req/s as bars from zero, in one scale
 */
function barChart (targets) {
  const bars = []
  for (const [name, runs] of Object.entries(targets)) {
    const { rate: { median: value }, limited } = summarizeRuns(runs)
    const rate = number(rough(value))
    bars.push({ name, target: runs[0].target, value, text: boundCell(limited ? '≥' : '', rate) })
  }
  const longest = Math.max(...bars.map(({ value }) => value))
  const inside = `datum.value > ${longest / 2}`
  return {
    title: 'Requests per second',
    height: bars.length * ROW,
    data: { values: bars },
    encoding: {
      x: { field: 'value', type: 'quantitative', axis: null },
      y: NAMES
    },
    layer: [
      {
        mark: { type: 'bar', height: ROW / 2 },
        encoding: { color: colourOf('target', bars.map(({ target }) => target)) }
      },
      {
        mark: {
          type: 'text',
          align: { expr: `${inside} ? 'right' : 'left'` },
          dx: { expr: `${inside} ? -8 : 8` }
        },
        encoding: {
          text: { field: 'text' },
          color: { condition: { test: inside, value: colour('paper') }, value: colour('ink') }
        }
      }
    ]
  }
}

/**
 * @param {{name: string, runs: {p99: number}[]}[]} targets
 * @returns their p99, with the ranges of the runs
 */
function latencyChart (targets) {
  const points = targets.map(({ name, runs }) => {
    const values = runs.map(({ p99 }) => p99)
    const value = median(values)
    return {
      name,
      value,
      low: Math.min(...values),
      high: Math.max(...values),
      text: ms(Math.round(value))
    }
  })
  return intervalChart(points, logAxis('p99 of the accepted requests, ms, log axis', 3, MARGIN))
}

/**
 * @param {string} name
 * @param {PairedContrast} contrast how many times as fast
 * @param {number} maxLoss % that a gate allows for
 * @returns the interval beside the limit
 */
function gateChart (name, { ratio: value, interval }, maxLoss) {
  const [low, high] = interval ?? [value, value]
  const point = { name, value, low, high, text: ratio(value) }
  const chart = intervalChart([point], {
    scale: { zero: false, padding: MARGIN },
    axis: { title: 'Times as fast; dashed: the limit of the gate', tickCount: 5 }
  })
  chart.layer.push({
    data: { values: [{ limit: 1 - maxLoss / 100 }] },
    mark: { type: 'rule', strokeDash: [4, 4] },
    encoding: {
      x: { field: 'limit', type: 'quantitative' },
      y: null,
      color: { value: colour('muted') }
    }
  })
  return chart
}

function intervalChart (points, { scale, axis: { title, ...axis } }) {
  const x = { field: 'value', type: 'quantitative', scale, axis: { ...axis, title: null } }
  const names = points.map(({ name }) => name)
  const areStages = names.every((name) => name in STAGE_COLORS)
  const layer = [
    { mark: 'rule', encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' } } },
    { mark: { type: 'point', size: 90 } },
    {
      mark: { type: 'text', dy: -14 },
      encoding: { text: { field: 'text' }, color: { value: colour('ink') } }
    }
  ]
  return {
    title,
    height: points.length * ROW,
    data: { values: points },
    encoding: {
      x,
      y: NAMES,
      color: areStages ? colourOf('name', names) : { value: colour('ink') }
    },
    /** @type {any[]} */
    layer
  }
}

module.exports = { barChart, gateChart, latencyChart }

'use strict'

/** @import { PairedContrast } from '../../../scripts/lib/compare/types' */
/** @import { Result } from '../../../scripts/lib/server/types' */
/** @import { Chart } from '../../../scripts/lib/show/types' */

const { STAGE_COLORS } = require('../../../scripts/lib/cli/stages')
const { median } = require('../../../scripts/lib/load/median')
const { summarizeRuns } = require('../../../scripts/lib/load/runs')
const { ms, ratio } = require('../../../scripts/lib/cli/format')
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
    spec: rowSpec(points, logAxis('requests per second, log axis'))
  }
}

/**
 * @param {{name: string, runs: {p99: number}[]}[]} targets
 * @returns {Chart} of their p99, with the ranges of the runs
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
  const listed = points.map(({ name, text }) => `${name} ${text}`)
  return {
    alt: `The slowest 1 % of the accepted requests: ${listed.join(', ')}.`,
    spec: rowSpec(points, logAxis('p99 in ms, log axis'))
  }
}

/**
 * @param {string} name
 * @param {PairedContrast} contrast how many times as fast
 * @param {number} maxLoss % that a gate allows for
 * @returns {Chart} of the interval beside the limit
 */
function gateChart (name, { ratio: value, interval }, maxLoss) {
  const [low, high] = interval ?? [value, value]
  const point = { name, value, low, high, text: ratio(value) }
  const limit = 1 - maxLoss / 100
  const spec = rowSpec([point], {
    scale: { zero: false, padding: MARGIN },
    axis: { title: 'times as fast; dashed: the limit of the gate', tickCount: 5 }
  })
  spec.layer.push({
    data: { values: [{ limit }] },
    mark: { type: 'rule', strokeDash: [4, 4], strokeWidth: 2 },
    encoding: {
      x: { field: 'limit', type: 'quantitative' },
      y: null,
      color: { value: colour('muted') }
    }
  })
  return {
    alt: `${name}: ${ratio(low)} to ${ratio(high)}, beside the limit ${ratio(limit)}.`,
    spec
  }
}

function logAxis (title) {
  return {
    scale: { type: 'log', nice: false, padding: MARGIN },
    axis: { title, format: ',', tickCount: 3 }
  }
}

/** @returns {Record<string, any>} a Vega-Lite spec */
function rowSpec (points, axis) {
  const x = { field: 'value', type: 'quantitative', ...axis }
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
      color: names.every((name) => name in STAGE_COLORS)
        ? { field: 'name', scale: colourScale(names), legend: null }
        : { value: colour('ink') }
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

module.exports = { gateChart, latencyChart, throughputChart }

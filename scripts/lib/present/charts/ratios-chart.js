'use strict'

// The speed-ups of comparisons, with their confidence intervals as lines.

const { number, significant } = require('../../base/format')
const { decisiveContrast } = require('../../experiments/analysis')
const { decisiveRatio, intervalText } = require('../comparison-table')
const { colourChannel, rowChannel, rowsHeight } = require('./channels')

/**
 * @import { Analysis, TargetSample } from '../../experiments/types'
 * @import { Chart } from '../types'
 */

const NOTES = [
  'By CPU time per request, which does not depend on who sends the load; by requests per second ' +
    'only where a run has no CPU time.',
  'Line: the 95 % confidence interval. Where it spans 1, no difference was shown. An arrow: no ' +
    'bound on that side.'
]

/**
 * @param {{a: string, b: string, analysis: Analysis}[]} comparisons With the names of the targets.
 * @returns {Chart} How many times as fast each B is as its A.
 */
function comparisonsChart (comparisons) {
  const rows = comparisons.map(({ a, b, analysis }) => {
    const { ratio, interval, p } = decisiveContrast(analysis)
    return {
      name: `${a} → ${b}`,
      text: decisiveRatio(analysis),
      range: intervalText(interval),
      ratio,
      low: interval[0],
      high: interval[1],
      p,
      analysis
    }
  })
  const names = rows.map(({ name }) => name)
  const sentences = rows.map(({ name, text, range }) => `${name} ${text}, from ${range}`)
  const color = colourChannel(names, comparisons.map(({ b }) => b))
  return {
    title: 'Comparisons',
    alt: `Speed-ups on a log axis, with 95 % confidence intervals: ${sentences.join('; ')}.`,
    notes: NOTES,
    spec: { height: rowsHeight(names, 40) + 50, ...ratioSpec(rows, names, color) },
    head: [
      'A → B', 'A, req/s', 'B, req/s', 'A, µs per request', 'B, µs per request', 'speed-up',
      '95 % interval', 'p'
    ],
    rows: rows.map(({ name, text, range, p, analysis: { a, b } }) => [
      name, rateCell(a), rateCell(b), cpuCell(a), cpuCell(b), text, range, significant(p)
    ])
  }
}

/** @param {TargetSample} sample */
function rateCell ({ rate, limited }) {
  return `${limited ? '≥ ' : ''}${number(rate.median)}`
}

/** @param {TargetSample} sample */
function cpuCell ({ cpu }) {
  return cpu ? significant(cpu.median) : '–'
}

/** @typedef {{name: string, ratio: number, low: number, high: number, text: string}} Ratio */

/**
 * A Vega-Lite spec. An interval without a bound ends in an arrow at the edge.
 *
 * @param {Ratio[]} ratios
 * @param {string[]} names
 * @param {object} color
 */
function ratioSpec (ratios, names, color) {
  const finite = ratios.flatMap(({ ratio, low, high }) => [ratio, low, high])
    .filter((value) => value > 0 && value < Infinity)
  const left = Math.min(1, ...finite) / 1.25
  const right = Math.max(1, ...finite) * 1.25
  const values = ratios.map(({ name, ratio, text, low, high }) =>
    ({ name, ratio, text, low: Math.max(low, left), high: Math.min(high, right) }))
  const y = rowChannel(names)
  const scale = { type: 'log', domain: [left, right], nice: false }
  const axis = { title: 'times as fast, log axis', format: ',', tickCount: 5 }
  /** @param {string} field */
  const x = (field) => ({ field, type: 'quantitative', scale, axis })
  const point = { type: 'point', filled: true, size: 50, opacity: 1 }
  /** @param {'low' | 'high'} bound @param {number} edge @param {string} direction */
  const arrows = (bound, edge, direction) => ({
    name: `arrows_${direction}`,
    data: { values: values.filter((value) => value[bound] === edge) },
    mark: { ...point, shape: `triangle-${direction}`, size: 90 },
    encoding: { x: x(bound), y, color }
  })
  return {
    data: { values },
    layer: [
      {
        data: { values: [{ one: 1 }] },
        mark: { type: 'rule', strokeDash: [5, 3], strokeWidth: 1.5 },
        encoding: { x: x('one') }
      },
      {
        mark: { type: 'rule', strokeWidth: 2 },
        encoding: { x: x('low'), x2: { field: 'high' }, y, color }
      },
      arrows('low', left, 'left'),
      arrows('high', right, 'right'),
      { mark: point, encoding: { x: x('ratio'), y, color } },
      {
        mark: { type: 'text', dy: -13, fontWeight: 'bold' },
        encoding: { x: x('ratio'), y, text: { field: 'text' } }
      }
    ]
  }
}

module.exports = { comparisonsChart }

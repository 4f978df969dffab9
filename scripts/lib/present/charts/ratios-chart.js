'use strict'

// Ratios of comparisons with their confidence intervals as lines.

const { number, significant } = require('../../base/format')
const { decisiveContrast } = require('../../experiments/analysis')
const { decisiveRatio, intervalText } = require('../comparison-table')
const { colourChannel, rowChannel, rowsHeight } = require('./channels')

/** @typedef {import('../draw-chart').Chart} Chart */
/** @typedef {{a: string, b: string, analysis: import('../../experiments/analysis').Analysis}} Judged */

const notes = [
  'Line: the 95 % confidence interval. Where it spans 1, no difference was shown. An arrow: no bound on that side.'
]

const BY_CPU = 'By CPU time per request, which does not depend on who sends the load; by requests per second only ' +
  'where a run has no CPU time.'

// `name`: of its row; `other`: which of several in the row it is; `text`: above the point.
/** @typedef {{name: string, other?: string, ratio: number, ratioInterval: [number, number], text: string}} Ratio */

/** @param {Judged[]} comparisons @returns {Chart} how many times as fast B is as A */
function comparisonsChart (comparisons) {
  const ratios = comparisons.map(({ a, b, analysis }) => {
    const { ratio: measured, interval, p } = decisiveContrast(analysis)
    const [text, range] = [decisiveRatio(analysis), intervalText(interval)]
    return { ...analysis, name: `${a} → ${b}`, ratio: measured, ratioInterval: interval, p, text, interval: range }
  })
  const names = ratios.map(({ name }) => name)
  const sentences = ratios.map(({ name, text, interval }) => `${name} ${text}, from ${interval}`)
  const color = colourChannel(names, comparisons.map(({ b }) => b))
  return {
    title: 'Comparisons',
    alt: `Speed-ups on a log axis, with 95 % confidence intervals: ${sentences.join('; ')}.`,
    notes: [BY_CPU, ...notes],
    spec: {
      height: rowsHeight(names, 40) + 50,
      ...ratioSpec(ratios, rowChannel(names), 'times as fast, log axis', { color })
    },
    head: ['A → B', 'A, req/s', 'B, req/s', 'A, µs per request', 'B, µs per request', 'speed-up', '95 % interval', 'p'],
    rows: ratios.map(({ name, a, b, text, interval, p }) => {
      const rates = [a, b].map(({ rate, limited }) => `${limited ? '≥ ' : ''}${number(rate.median)}`)
      const times = [a, b].map(({ cpu }) => cpu ? significant(cpu.median) : '–')
      return [name, ...rates, ...times, text, interval, significant(p)]
    })
  }
}

// A Vega-Lite spec: `y` is a channel, `title` that of the axis, `series` are channels of lines, points and arrows,
// `ofPoints` those of the points alone. An interval without a bound ends in an arrow at the edge.
/** @type {(ratios: Ratio[], y: object, title: string, series: object, ofPoints?: object) => object} */
function ratioSpec (ratios, y, title, series, ofPoints) {
  const finite = ratios.flatMap(({ ratio, ratioInterval }) => [ratio, ...ratioInterval])
    .filter((value) => value > 0 && value < Infinity)
  const domain = [Math.min(1, ...finite) / 1.25, Math.max(1, ...finite) * 1.25]
  const values = ratios.map(({ name, other, ratio, ratioInterval: [low, high], text }) =>
    ({ name, other, ratio, text, low: Math.max(low, domain[0]), high: Math.min(high, domain[1]) }))
  const scale = { type: 'log', domain, nice: false }
  /** @param {string} field */
  const x = (field) => ({ field, type: 'quantitative', scale, axis: { title, format: ',', tickCount: 5 } })
  const point = { type: 'point', filled: true, size: 50, opacity: 1 }
  /** @param {'low'|'high'} bound @param {number} edge @param {string} direction */
  const arrows = (bound, edge, direction) => ({
    name: `arrows_${direction}`,
    data: { values: values.filter((value) => value[bound] === edge) },
    mark: { ...point, shape: `triangle-${direction}`, size: 90 },
    encoding: { x: x(bound), y, ...series }
  })
  const text = { type: 'text', dy: -13, fontWeight: 'bold' }
  const atOne = { type: 'rule', strokeDash: [5, 3], strokeWidth: 1.5 }
  return {
    data: { values },
    layer: [
      { data: { values: [{ one: 1 }] }, mark: atOne, encoding: { x: x('one') } },
      { mark: { type: 'rule', strokeWidth: 2 }, encoding: { x: x('low'), x2: { field: 'high' }, y, ...series } },
      arrows('low', domain[0], 'left'),
      arrows('high', domain[1], 'right'),
      { mark: point, encoding: { x: x('ratio'), y, ...series, ...ofPoints } },
      { mark: text, encoding: { x: x('ratio'), y, text: { field: 'text' } } }
    ]
  }
}

module.exports = { comparisonsChart }

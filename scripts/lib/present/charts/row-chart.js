'use strict'

/** @import { Row } from '../types' */

const { colour } = require('../theme')
const { colourChannel, log, wrapName } = require('./axes')

const ROOM = 26 // characters of a line of a row's name
const ROW = 46 // px

/**
 * Draws a point with its interval and its text on a row for each name. An interval without a bound
 * ends in an arrow at the edge.
 * @param {Row[]} rows
 * @param {string} title of the axis
 * @param {number} [rule] a value to mark, such as the ratio 1
 * @returns {Record<string, any>} a Vega-Lite spec
 */
function rowSpec (rows, title, rule) {
  const all = rows.flatMap(({ value, low, high }) => [value, low, high])
  const finite = all.filter((value) => value > 0 && value < Infinity)
  if (rule !== undefined) finite.push(rule)
  const { encoding } = log(finite, title)
  const [left, right] = encoding.scale.domain
  const values = rows.map(({ name, value, low, high, text }) => ({
    name: wrapName(name, ROOM),
    value: Math.max(value, left),
    text,
    low: Math.max(low, left),
    high: Math.min(high, right)
  }))
  const names = values.map(({ name }) => name)
  const channel = { type: 'quantitative', ...encoding }
  const y = {
    field: 'name',
    type: 'nominal',
    sort: names,
    axis: {
      title: null,
      grid: false,
      labelColor: colour('ink'),
      labelLimit: 0,
      labelExpr: "split(datum.label, '\\n')"
    }
  }
  const color = colourChannel(names, rows.map(({ name, target }) => target ?? name))
  const x = { field: 'value', ...channel }
  /** @type {(bound: 'low'|'high', edge: number, direction: string) => object} */
  const arrows = (bound, edge, direction) => ({
    name: `arrows_${direction}`,
    data: { values: values.filter((value) => value[bound] === edge) },
    mark: { type: 'point', filled: true, opacity: 1, shape: `triangle-${direction}`, size: 90 },
    encoding: { x: { field: bound, ...channel }, y, color }
  })
  const marked = rule === undefined ? [] : [{ value: rule }]
  return {
    height: rows.length * ROW + 50,
    data: { values },
    layer: [
      {
        data: { values: marked },
        mark: { type: 'rule', strokeDash: [5, 3], strokeWidth: 1.5 },
        encoding: { x }
      },
      {
        mark: { type: 'rule', strokeWidth: 2 },
        encoding: { x: { field: 'low', ...channel }, x2: { field: 'high' }, y, color }
      },
      arrows('low', left, 'left'),
      arrows('high', right, 'right'),
      {
        mark: { type: 'point', filled: true, size: 90, opacity: 1 },
        encoding: { x, y, color }
      },
      {
        mark: { type: 'text', dy: -14, fontWeight: 'bold' },
        encoding: { x, y, text: { field: 'text' } }
      }
    ]
  }
}

module.exports = { rowSpec }

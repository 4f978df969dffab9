'use strict'

/** @import { Axis, Point } from '../types' */

const { colourChannel, wrapName } = require('./axes')

const GAP = 0.065 // of the height of the chart, between two lines of names
const ROOM = 18 // characters of a line of a name

/**
 * Draws lines, each with its name at its end: the reader needs neither a legend nor colours.
 * @param {Point[]} points A line connects those of a name in this order.
 * @param {object} x its channel
 * @param {Axis} y
 * @returns {Record<string, any>} a Vega-Lite spec
 */
function lineSpec (points, x, y) {
  const ends = [...new Map(points.map((point) => [point.name, point])).values()]
  const channel = { type: 'quantitative', ...y.encoding }
  return {
    height: 260,
    data: { values: points },
    encoding: {
      x: { field: 'x', type: 'quantitative', ...x },
      y: { field: 'y', ...channel },
      color: colourChannel(ends.map(({ name }) => name))
    },
    layer: [
      { mark: { type: 'line', strokeWidth: 2.5 } },
      { mark: { type: 'point', filled: true, size: 30, opacity: 1 } },
      {
        data: { values: placeLabels(ends, y) },
        mark: { type: 'text', align: 'left', dx: 9, fontWeight: 'bold', lineBreak: '\n' },
        encoding: { y: { field: 'label', ...channel }, text: { field: 'text' } }
      }
    ]
  }
}

/** Keeps the labels apart: `label` is the y of the first line. */
/** @param {Point[]} ends @param {Axis} y */
function placeLabels (ends, { place, value }) {
  const labels = []
  let lowest = 0
  for (const end of ends.toSorted((a, b) => a.y - b.y)) {
    const text = wrapName(end.name, ROOM)
    const first = Math.max(place(end.y), lowest) + GAP * (text.split('\n').length - 1)
    lowest = first + GAP
    labels.push({ ...end, text, label: value(first) })
  }
  return labels
}

module.exports = { lineSpec }

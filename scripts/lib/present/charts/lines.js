'use strict'

// Lines, each with its name at its end: the reader needs no legend, and need not tell colours apart.

const { colourChannel, wrapName } = require('./channels')

const GAP = 0.065 // of the height of the chart, between two lines of names
const ROOM = 18 // letters: what a line of a name has room for

/** @typedef {{name: string, x: number|string, y: number}} Point `name`: of its line */
/** @typedef {import('./channels').Axis} Axis */

/** @type {(points: Point[], x: object, y: Axis) => Record<string, any>} a Vega-Lite spec, lines in the points' order */
function lineChart (points, x, y) {
  const ends = [...new Map(points.map((point) => [point.name, point])).values()]
  const channel = { type: 'quantitative', ...y.encoding }
  return {
    height: 260,
    padding: { left: 4, top: 8, right: 12, bottom: 4 },
    data: { values: points },
    encoding: {
      x: { field: 'x', ...x },
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

/** Gives each end a `text`, and the y of its `label`: of the first line. @param {Point[]} ends @param {Axis} axis */
function placeLabels (ends, { place, value }) {
  let lowest = 0
  return ends.toSorted((a, b) => a.y - b.y).map((end) => {
    const lines = wrapName(end.name, ROOM)
    const first = Math.max(place(end.y), lowest) + GAP * (lines.length - 1)
    lowest = first + GAP
    return { ...end, text: lines.join('\n'), label: value(first) }
  })
}

module.exports = { lineChart }

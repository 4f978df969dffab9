'use strict'

// Lines, each with its name at its end: the reader needs no legend, and need not tell colours apart.

const { colourChannel } = require('./channels')

const GAP = 0.065 // of the height of the chart, between two names
const LETTER = 8 // px, in bold
const LONGEST = 18 // letters of a name that are shown

/** @typedef {{name: string, x: number|string, y: number}} Point `name`: of its line */
/** @typedef {import('./channels').Axis} Axis */

/** @type {(points: Point[], x: object, y: Axis) => Record<string, any>} a Vega-Lite spec, lines in the points' order */
function lineChart (points, x, y) {
  const ends = [...new Map(points.map((point) => [point.name, point])).values()]
  const names = ends.map(({ name }) => name)
  const limit = Math.min(LONGEST, Math.max(...names.map((name) => name.length))) * LETTER + 4
  const channel = { type: 'quantitative', ...y.encoding }
  return {
    height: 260,
    padding: { left: 4, top: 8, right: 12, bottom: 4 },
    data: { values: points },
    encoding: { x: { field: 'x', ...x }, y: { field: 'y', ...channel }, color: colourChannel(names) },
    layer: [
      { mark: { type: 'line', strokeWidth: 2.5 } },
      { mark: { type: 'point', filled: true, size: 30, opacity: 1 } },
      {
        data: { values: placeLabels(ends, y) },
        mark: { type: 'text', align: 'left', dx: 9, fontWeight: 'bold', limit },
        encoding: { y: { field: 'label', ...channel }, text: { field: 'name' } }
      }
    ]
  }
}

/** Gives each end the y of its `label`. @param {Point[]} ends @param {Axis} axis */
function placeLabels (ends, { place, value }) {
  let lowest = 0
  return ends.toSorted((a, b) => a.y - b.y).map((end) => {
    const at = Math.max(place(end.y), lowest)
    lowest = at + GAP
    return { ...end, label: value(at) }
  })
}

module.exports = { lineChart }

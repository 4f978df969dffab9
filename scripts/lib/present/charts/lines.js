'use strict'

// Lines, each with its name at its end: no legend to look up, and no colour that one has to tell apart.

const { colourOf } = require('../theme')

const GAP = 0.065 // of the height of the chart, between two names
const LETTER = 7 // px
const LONGEST = 18 // letters of a name that are shown

/**
 * @typedef {object} Point
 * @property {string} name of the line it is on
 * @property {number|string} x
 * @property {number} y
 */

/**
 * @param {Point[]} points in the order of their lines
 * @param {object} x Vega-Lite channel
 * @param {import('./scales').Axis} y
 * @param {number} [height] px
 * @returns {object} a Vega-Lite spec
 */
function lineChart (points, x, y, height = 260) {
  const names = [...new Set(points.map(({ name }) => name))]
  const ends = names.map((name) => points.findLast((point) => point.name === name))
  const longest = Math.min(LONGEST, Math.max(...names.map((name) => name.length)))
  const color = { field: 'name', type: 'nominal', legend: null, scale: { domain: names, range: names.map(colourOf) } }
  const channel = { type: 'quantitative', ...y.encoding }
  return {
    height,
    padding: { left: 4, top: 8, right: 8, bottom: 4 },
    encoding: { x: { field: 'x', ...x }, color },
    layer: [
      { data: { values: points }, mark: { type: 'line', strokeWidth: 2.5 }, encoding: { y: { field: 'y', ...channel } } },
      { data: { values: points }, mark: { type: 'point', filled: true, size: 30, opacity: 1 }, encoding: { y: { field: 'y', ...channel } } },
      {
        data: { values: apart(ends, y) },
        mark: { type: 'text', align: 'left', dx: 9, fontWeight: 'bold', limit: longest * LETTER + 4 },
        encoding: { y: { field: 'label', ...channel }, text: { field: 'name' } }
      }
    ]
  }
}

/** Gives each end a `label`: the y of its name, moved up where the name below would be in its way. */
function apart (ends, { place, value }) {
  let lowest = 0
  return ends.toSorted((a, b) => a.y - b.y).map((end) => {
    const at = Math.max(place(end.y), lowest)
    lowest = at + GAP
    return { ...end, label: value(at) }
  })
}

module.exports = { lineChart }

'use strict'

// The parts of a Vega-Lite spec that several charts share: rows, colours, log axes.

const { colour, coloursOf } = require('../theme')

/**
 * @typedef {object} Axis
 * @property {{scale: object, axis: object}} encoding for a Vega-Lite channel
 * @property {(value: number) => number} place of a value along the axis, 0 to 1
 * @property {(place: number) => number} value at a place
 */

/**
 * @param {string[]} names
 * @param {number} labelLimit px
 * @returns {object} a channel with one row for each name
 */
const rowChannel = (names, labelLimit) => ({
  field: 'name', type: 'nominal', sort: names, axis: { title: null, grid: false, labelColor: colour('ink'), labelLimit, labelPadding: 8 }
})

/**
 * @param {string[]} names
 * @param {string[]} [targets] whose colours they get
 * @returns {object} a channel with a colour for each name
 */
const colourChannel = (names, targets = names) => ({
  field: 'name', type: 'nominal', legend: null, scale: { domain: names, range: coloursOf(targets) }
})

/** @param {number} low @param {number} high */
function powersOfTen (low, high) {
  const values = []
  for (let power = Math.ceil(Math.log10(low)); 10 ** power <= high; power++) values.push(10 ** power)
  return values
}

const logAxis = (/** @type {string} */ title, /** @type {number[]} */ values) =>
  ({ title, values, grid: true, labelExpr: "format(datum.value, ',')" })

/**
 * A log axis that has a zero: linear up to 1, logarithmic from there. A second without answers is part of the picture,
 * and a bar has a start.
 *
 * @param {number[]} values 0 and above
 * @param {string} title
 * @param {number} [room] the end of the axis, as a multiple of the largest value
 * @returns {Axis}
 */
function logFromZero (values, title, room = 1.3) {
  const top = Math.max(1, ...values) * room
  return {
    encoding: {
      scale: { type: 'symlog', constant: 1, domain: [0, top], nice: false },
      axis: logAxis(title, [0, ...powersOfTen(1, top)])
    },
    place: (value) => Math.log1p(value) / Math.log1p(top),
    value: (place) => Math.expm1(place * Math.log1p(top))
  }
}

/**
 * @param {number[]} values above 0
 * @param {string} title
 * @returns {Axis} from below the smallest to above the largest
 */
function log (values, title) {
  const low = Math.min(...values) / 1.3
  const high = Math.max(...values) * 1.3
  return {
    encoding: {
      scale: { type: 'log', domain: [low, high], nice: false },
      axis: logAxis(title, powersOfTen(low, high))
    },
    place: (value) => Math.log(value / low) / Math.log(high / low),
    value: (place) => low * (high / low) ** place
  }
}

module.exports = { colourChannel, log, logFromZero, rowChannel }

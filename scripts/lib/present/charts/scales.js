'use strict'

// The log axes of the charts.

/**
 * @typedef {object} Axis
 * @property {{scale: object, axis: object}} encoding for a Vega-Lite channel
 * @property {(value: number) => number} place of a value along the axis, 0 to 1
 * @property {(place: number) => number} value at a place
 */

const look = { labelExpr: "format(datum.value, ',')", grid: true, ticks: false, domain: false, labelOverlap: true }

function powersOfTen (low, high) {
  const values = []
  for (let power = Math.ceil(Math.log10(low)); 10 ** power <= high; power++) values.push(10 ** power)
  return values
}

/**
 * A log axis that has a zero: linear up to 1, log from there. So a second in which a server answered nothing is
 * part of the picture, and a bar has a foot to stand on.
 *
 * @param {number[]} values 0 and above
 * @param {string} title
 * @param {number} [room] how many times the largest value the axis goes on for
 * @returns {Axis}
 */
function logFromZero (values, title, room = 1.3) {
  const top = Math.max(1, ...values) * room
  return {
    encoding: {
      scale: { type: 'symlog', constant: 1, domain: [0, top], nice: false },
      axis: { title, values: [0, ...powersOfTen(1, top)], ...look }
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
      axis: { title, values: powersOfTen(low, high), ...look }
    },
    place: (value) => Math.log(value / low) / Math.log(high / low),
    value: (place) => low * (high / low) ** place
  }
}

module.exports = { log, logFromZero }

'use strict'

// The axes, names and colours that the charts share.

/** @import { Axis } from '../types' */

const { coloursOf } = require('../theme')

const LABEL = "format(datum.value, ',')" // such as 10,000

/**
 * Breaks a long name into lines, after a space or a slash where it has one.
 * @param {string} name
 * @param {number} length characters of a line
 * @returns {string} lines
 */
function wrapName (name, length) {
  const line = new RegExp(`.{1,${length}}$|.{1,${length - 1}}[ /]|.{1,${length}}`, 'g')
  return (name.match(line) ?? [name]).join('\n')
}

/** @param {string[]} names @param {string[]} [targets] whose colours they get */
function colourChannel (names, targets = names) {
  const scale = { domain: names, range: coloursOf(targets) }
  return { field: 'name', type: 'nominal', legend: null, scale }
}

/** @param {number} low @param {number} high @returns {number[]} the powers of ten between them */
function powersOfTen (low, high) {
  const powers = Array.from({ length: 20 }, (_, i) => 10 ** (i - 10))
  return powers.filter((power) => power >= low && power <= high)
}

/**
 * Makes a log axis that has a zero: linear up to 1, logarithmic from there. A second without
 * answers is part of the picture.
 * @param {number[]} values
 * @param {string} title
 * @returns {Axis}
 */
function logFromZero (values, title) {
  const top = Math.max(1, ...values) * 1.3
  return {
    encoding: {
      scale: { type: 'symlog', constant: 1, domain: [0, top], nice: false },
      axis: { title, values: [0, ...powersOfTen(1, top)], labelExpr: LABEL }
    },
    place: (value) => Math.log1p(value) / Math.log1p(top),
    value: (place) => Math.expm1(place * Math.log1p(top))
  }
}

/** @param {number[]} values above 0 @param {string} title @returns {Axis} */
function log (values, title) {
  const low = Math.min(...values) / 1.3
  const high = Math.max(...values) * 1.3
  return {
    encoding: {
      scale: { type: 'log', domain: [low, high], nice: false },
      axis: { title, values: powersOfTen(low, high), labelExpr: LABEL }
    },
    place: (value) => Math.log(value / low) / Math.log(high / low),
    value: (place) => low * (high / low) ** place
  }
}

module.exports = { colourChannel, log, logFromZero, powersOfTen, wrapName, LABEL }

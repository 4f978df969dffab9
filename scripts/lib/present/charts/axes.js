'use strict'

// The axes, names and colours that the charts share.

/** @import { Axis } from '../types' */

const { coloursOf } = require('../theme')

const LABEL = "format(datum.value, ',')" // such as 10,000
const POWERS = Array.from({ length: 20 }, (_, i) => Number(`1e${i - 10}`))
const STEPS = [[1], [1, 2, 5], [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8]]

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

/**
 * Chooses the labels of a log axis: the powers of ten or, if they are not two, values between them.
 * @param {number} low
 * @param {number} high
 * @returns {number[]}
 */
function logTicks (low, high) {
  for (const steps of STEPS) {
    const all = POWERS.flatMap((power) => steps.map((step) => step * power))
    const ticks = all.filter((tick) => tick >= low && tick <= high)
    if (ticks.length > 1) return ticks
  }
  return [low, high]
}

/**
 * Makes a log axis that is linear up to 1: a second without answers lies on its bottom line.
 * @param {number[]} values
 * @param {string} title
 * @returns {Axis}
 */
function logFromZero (values, title) {
  const top = Math.max(1, ...values) * 1.3
  return {
    encoding: {
      scale: { type: 'symlog', constant: 1, domain: [0, top], nice: false },
      axis: { title, values: logTicks(1, top), labelExpr: LABEL }
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
      axis: { title, values: logTicks(low, high), labelExpr: LABEL }
    },
    place: (value) => Math.log(value / low) / Math.log(high / low),
    value: (place) => low * (high / low) ** place
  }
}

module.exports = { colourChannel, log, logFromZero, logTicks, wrapName, LABEL }

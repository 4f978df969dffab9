'use strict'

// The axes, names and colours that the charts share.

/** @import { Axis } from '../types' */

const { coloursOf } = require('../theme')

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

/** @type {(low: number, high: number) => number[]} powers of ten or, if too few, values between */
function logTicks (low, high) {
  for (const steps of STEPS) {
    const all = POWERS.flatMap((power) => steps.map((step) => step * power))
    const ticks = all.filter((tick) => tick >= low && tick <= high)
    if (ticks.length > 1) return ticks
  }
  return []
}

/** @type {(title: string, type: string, low: number, high: number) => Axis['encoding']} */
function encode (title, type, low, high) {
  const values = logTicks(low || 1, high)
  const scale = { type, domain: [low, high], nice: false }
  return { scale, axis: { title, values, labelExpr: "format(datum.value, ',')" } }
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
    encoding: encode(title, 'symlog', 0, top),
    place: (value) => Math.log1p(value) / Math.log1p(top),
    value: (place) => Math.expm1(place * Math.log1p(top))
  }
}

/** @param {number[]} values above 0 @param {string} title @returns {Axis} */
function log (values, title) {
  const low = Math.min(...values) / 1.3
  const high = Math.max(...values) * 1.3
  return {
    encoding: encode(title, 'log', low, high),
    place: (value) => Math.log(value / low) / Math.log(high / low),
    value: (place) => low * (high / low) ** place
  }
}

module.exports = { colourChannel, log, logFromZero, wrapName }

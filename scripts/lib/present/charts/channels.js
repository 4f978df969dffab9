'use strict'

// The parts of a Vega-Lite spec that several charts share: rows, colours, log axes.

const { colour, coloursOf } = require('../theme')

/** @import { Axis } from '../types' */

const ROOM = 26 // characters: what a line of a row's name has room for
const LINE = 15 // px: the height of such a line

/**
 * Breaks a long name into lines, after a space or a slash where it has one.
 * @param {string} name
 * @param {number} length Characters of a line.
 * @returns {string[]}
 */
function wrapName (name, length) {
  const line = new RegExp(`.{1,${length}}$|.{1,${length - 1}}[ /]|.{1,${length}}`, 'g')
  return name.match(line) ?? [name]
}

/**
 * Makes a channel with a row for each name. A long name has several lines.
 * @param {string[]} names
 * @returns {object}
 */
function rowChannel (names) {
  const lines = names.map((name) => wrapName(name, ROOM))
  const axis = {
    title: null,
    grid: false,
    labelColor: colour('ink'),
    labelLimit: 0,
    labelPadding: 8,
    labelExpr: `${JSON.stringify(lines)}[indexof(${JSON.stringify(names)}, datum.label)]`,
    labelBaseline: {
      condition: { test: `length(datum.label) > ${ROOM}`, value: 'bottom' },
      value: 'middle'
    }
  }
  return { field: 'name', type: 'nominal', sort: names, axis }
}

/**
 * @param {string[]} names
 * @param {number} least The least height of a row, in px.
 * @returns {number} The height of all rows, in px.
 */
function rowsHeight (names, least) {
  const heights = names.map((name) => wrapName(name, ROOM).length * LINE)
  return names.length * Math.max(least, ...heights)
}

/**
 * @param {string[]} names
 * @param {string[]} [targets] The targets whose colours the names get.
 * @returns {object} A channel.
 */
function colourChannel (names, targets = names) {
  const scale = { domain: names, range: coloursOf(targets) }
  return { field: 'name', type: 'nominal', legend: null, scale }
}

/** @param {string} title @param {number} low @param {number} high @param {number[]} [labels] */
function powersAxis (title, low, high, labels = []) {
  const powers = Array.from({ length: 20 }, (_, i) => 10 ** (i - 10))
  const values = [...labels, ...powers.filter((power) => power >= low && power <= high)]
  return { title, values, grid: true, labelExpr: "format(datum.value, ',')" }
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
      axis: powersAxis(title, 1, top, [0])
    },
    place: (value) => Math.log1p(value) / Math.log1p(top),
    value: (place) => Math.expm1(place * Math.log1p(top))
  }
}

/**
 * @param {number[]} values Above 0.
 * @param {string} title
 * @returns {Axis}
 */
function log (values, title) {
  const low = Math.min(...values) / 1.3
  const high = Math.max(...values) * 1.3
  return {
    encoding: {
      scale: { type: 'log', domain: [low, high], nice: false },
      axis: powersAxis(title, low, high)
    },
    place: (value) => Math.log(value / low) / Math.log(high / low),
    value: (place) => low * (high / low) ** place
  }
}

module.exports = { colourChannel, log, logFromZero, rowChannel, rowsHeight, wrapName }

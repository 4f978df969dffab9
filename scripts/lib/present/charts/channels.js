'use strict'

// The parts of a Vega-Lite spec that several charts share: rows, colours, log axes.

const { colour, coloursOf } = require('../theme')

const ROOM = 26 // letters: what a line of a row's name has room for
const LINE = 15 // px: the height of such a line

/**
 * @typedef {object} Axis
 * @property {{scale: object, axis: object}} encoding for a Vega-Lite channel
 * @property {(value: number) => number} place of a value along the axis, 0 to 1
 * @property {(place: number) => number} value at a place
 */

/** @type {(name: string, letters: number) => string[]} its lines, which end after a space or a slash if there is one */
const wrapName = (name, letters) =>
  name.match(new RegExp(`.{1,${letters}}$|.{1,${letters - 1}}[ /]|.{1,${letters}}`, 'g')) ?? [name]

/** @type {(names: string[]) => object} a channel with a row for each name; a long name has several lines */
function rowChannel (names) {
  const long = names.filter((name) => name.length > ROOM)
  const lines = JSON.stringify(Object.fromEntries(long.map((name) => [name, wrapName(name, ROOM)])))
  const wrapped = {
    labelExpr: `(${lines})[datum.label] || datum.label`,
    labelBaseline: { condition: { test: `length(datum.label) > ${ROOM}`, value: 'bottom' }, value: 'middle' }
  }
  const axis = { title: null, grid: false, labelColor: colour('ink'), labelLimit: 0, labelPadding: 8 }
  return { field: 'name', type: 'nominal', sort: names, axis: { ...axis, ...(long.length > 0 && wrapped) } }
}

/** @type {(names: string[], least: number) => number} px of all rows, each at least so high */
const rowsHeight = (names, least) =>
  names.length * Math.max(least, ...names.map((name) => wrapName(name, ROOM).length * LINE))

/** @type {(names: string[], targets?: string[]) => object} a channel; the names get the colours of the targets */
const colourChannel = (names, targets = names) =>
  ({ field: 'name', type: 'nominal', legend: null, scale: { domain: names, range: coloursOf(targets) } })

/** @type {(title: string, low: number, high: number, ...more: number[]) => object} `more`: values with a label */
function logAxis (title, low, high, ...more) {
  const powers = Array.from({ length: 20 }, (_, i) => 10 ** (i - 10)).filter((power) => power >= low && power <= high)
  return { title, values: [...more, ...powers], grid: true, labelExpr: "format(datum.value, ',')" }
}

// A log axis that has a zero: linear up to 1, logarithmic from there. A second without answers is part of the picture.
/** @type {(values: number[], title: string) => Axis} */
function logFromZero (values, title) {
  const top = Math.max(1, ...values) * 1.3
  const scale = { type: 'symlog', constant: 1, domain: [0, top], nice: false }
  return {
    encoding: { scale, axis: logAxis(title, 1, top, 0) },
    place: (value) => Math.log1p(value) / Math.log1p(top),
    value: (place) => Math.expm1(place * Math.log1p(top))
  }
}

/** @type {(values: number[], title: string) => Axis} values above 0 */
function log (values, title) {
  const [low, high] = [Math.min(...values) / 1.3, Math.max(...values) * 1.3]
  return {
    encoding: { scale: { type: 'log', domain: [low, high], nice: false }, axis: logAxis(title, low, high) },
    place: (value) => Math.log(value / low) / Math.log(high / low),
    value: (place) => low * (high / low) ** place
  }
}

module.exports = { colourChannel, log, logFromZero, rowChannel, rowsHeight, wrapName }

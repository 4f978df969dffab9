'use strict'

// Figures of several runs, as cells of a table.

/** @import { Bound, Interval, Middle } from '../compare/types' */

const { number, significant } = require('../cli/format')

/**
 * Writes a median, with its interval on a line of its own, if it is no point.
 * @param {Middle} middle
 * @param {string} unit
 * @param {(value: number) => string} [format]
 */
function middleCell ({ median, interval }, unit, format = significant) {
  const text = format(median) + unit
  const [low, high] = interval?.map(format) ?? []
  return low === high ? text : `${text}\n${low}–${high}`
}

/** @param {{ratio: number, interval: Interval|null}} contrast */
function ratioCell ({ ratio, interval }, unit = ' ×', format = significant) {
  return middleCell({ median: ratio, interval }, unit, format)
}

/** @param {Bound} bound @param {string} text @returns {string} a dash if nothing is known */
function boundCell (bound, text) {
  if (bound === '?') return '–'
  return bound ? `${bound} ${text}` : text
}

/** @param {{rate: Middle, limited: boolean}} sample `rate` in req/s */
function rateCell ({ rate, limited }) {
  return limited ? boundCell('≥', number(rate.median)) : middleCell(rate, '', number)
}

module.exports = { boundCell, middleCell, rateCell, ratioCell }

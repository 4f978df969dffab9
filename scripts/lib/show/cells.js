'use strict'

/** @import { Bound } from '../compare/types' */
/** @import { Result } from '../server/types' */
/** @import { Interval, Middle } from '../load/types' */

const {
  ms,
  number,
  significant
} = require('../cli/format')

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

/** @param {Result} result @param {string} figure @returns {string} a dash without answers */
function latencyCell ({ requests, latency }, figure) {
  return requests.total ? ms(latency[figure]) : '–'
}

module.exports = {
  boundCell,
  latencyCell,
  middleCell,
  rateCell,
  ratioCell
}

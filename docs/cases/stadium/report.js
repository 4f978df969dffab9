'use strict'

// Who sits where, from the turnstiles' counters.

const { rowsOf, STANDS } = require('./seats')

/**
 * @typedef {{block: number, row: number, seats: number, taken: number, free: number}} Row
 * @typedef {object} Report
 * @property {number} visitors
 * @property {Record<string, {seats: number, taken: number}>} stands
 * @property {Row[]} rows
 */

/** @returns {Report} */
function buildReport () {
  const stands = {}
  const all = []
  for (const stand of STANDS) {
    const rows = rowsOf(stand).map(({ block, row, seats, taken }) => ({ block, row, seats, taken, free: seats - taken }))
    stands[stand] = { seats: sum(rows, 'seats'), taken: sum(rows, 'taken') }
    all.push(...rows)
  }
  return { visitors: sum(all, 'taken'), stands, rows: all }
}

/** @type {(rows: Row[], field: 'seats'|'taken') => number} */
const sum = (rows, field) => rows.reduce((total, row) => total + row[field], 0)

module.exports = { buildReport }

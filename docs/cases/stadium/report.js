'use strict'

// Who sits where, from the turnstiles' counters.

const { rowsOf, STANDS } = require('./seats')

const [SEATS, TAKEN] = [2, 3] // columns of a row

/**
 * @typedef {import('./seats').Row} Row
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
    const rows = rowsOf(stand).map((row) => row.slice()) // a copy: the turnstiles go on counting
    stands[stand] = { seats: sum(rows, SEATS), taken: sum(rows, TAKEN) }
    all.push(...rows)
  }
  return { visitors: sum(all, TAKEN), stands, rows: all }
}

/** @type {(rows: Row[], column: number) => number} */
const sum = (rows, column) => rows.reduce((total, row) => total + row[column], 0)

module.exports = { buildReport }

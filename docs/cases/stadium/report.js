'use strict'

// Who sits where, from the turnstiles' counters.

const { rowsByStand } = require('./seats')

// Columns of a row.
const SEATS = 2
const TAKEN = 3

function buildReport () {
  const stands = {}
  const all = []
  for (const [stand, counted] of Object.entries(rowsByStand)) {
    const rows = counted.map((row) => row.slice()) // a copy: the turnstiles go on counting
    stands[stand] = { seats: sum(rows, SEATS), taken: sum(rows, TAKEN) }
    all.push(...rows)
  }
  return { visitors: sum(all, TAKEN), stands, rows: all }
}

function sum (rows, column) {
  return rows.reduce((total, row) => total + row[column], 0)
}

module.exports = { buildReport }

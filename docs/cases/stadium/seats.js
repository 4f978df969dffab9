'use strict'

const STANDS = ['north', 'east', 'south', 'west']
const SECTIONS = 10 // in a stand
const ROWS = 30 // in a section
const SEATS = 22 // in a row

/** @typedef {number[]} Row section, row, seats, taken */

/** @type {Map<string, Row[]>} */
const rows = new Map(
  STANDS.map((stand, i) => [
    stand,
    Array.from({ length: SECTIONS * ROWS }, (_, n) => {
      const section = Math.floor(n / ROWS) + 1
      const row = n % ROWS + 1
      return [section, row, SEATS, (section * 5 + row * 3 + i * 7) % (SEATS + 1)]
    })
  ])
)

/** @param {string} stand */
const rowsOf = (stand) => rows.get(stand) ?? []

module.exports = { rowsOf, STANDS }

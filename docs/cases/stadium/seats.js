'use strict'

const STANDS = ['north', 'east', 'south', 'west']
const BLOCKS = 10 // in a stand
const ROWS = 30 // in a block
const SEATS = 22 // in a row

/** @type {Map<string, {block: number, row: number, seats: number, taken: number}[]>} */
const rows = new Map(STANDS.map((stand, i) => [stand, Array.from({ length: BLOCKS * ROWS }, (_, n) => {
  const block = Math.floor(n / ROWS) + 1
  const row = n % ROWS + 1
  return { block, row, seats: SEATS, taken: (block * 5 + row * 3 + i * 7) % (SEATS + 1) }
})]))

/** @param {string} stand */
const rowsOf = (stand) => rows.get(stand) ?? []

module.exports = { rowsOf, STANDS }

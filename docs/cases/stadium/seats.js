'use strict'

const STANDS = ['north', 'east', 'south', 'west']
const SECTIONS = 10 // in a stand
const ROWS = 30 // in a section
const SEATS = 22 // in a row

const rowsByStand = {}
for (const [i, stand] of STANDS.entries()) {
  const rows = []
  for (let section = 1; section <= SECTIONS; section++) {
    for (let row = 1; row <= ROWS; row++) {
      const taken = (section * 5 + row * 3 + i * 7) % (SEATS + 1)
      rows.push([section, row, SEATS, taken])
    }
  }
  rowsByStand[stand] = rows
}

module.exports = { rowsByStand }

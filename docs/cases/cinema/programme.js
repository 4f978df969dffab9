'use strict'

const FILMS = ['Metropolis', 'Nosferatu', 'Sunrise', 'The General', 'City Lights', 'The Gold Rush']
const TIMES = ['15:00', '18:00', '20:30']
const ROWS = 16
const SEATS = 18

const screenings = FILMS.flatMap((film) => TIMES.map((time) => ({ film, time })))
  .map((screening, i) => ({ id: String(i + 1), ...screening, seats: soldSeats(i + 1) }))

// The hall's rows, from the screen to the back.
function soldSeats (id) {
  return Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: SEATS }, (_, seat) => (row * 7 + seat * id) % 5 === 0 ? 'sold' : 'free'))
}

const listScreenings = () => screenings.map(({ id, film, time }) => ({ id, film, time }))

const findScreening = (id) => screenings.find((screening) => screening.id === id)

module.exports = { findScreening, listScreenings }

'use strict'

/**
 * Random numbers that a seed repeats: mulberry32, by Tommy Ettinger (public domain).
 *
 * @param {number} seed
 * @returns {() => number} from 0 up to, but not including, 1
 */
function seededRandom (seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

module.exports = { seededRandom }

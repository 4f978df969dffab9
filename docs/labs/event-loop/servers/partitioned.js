'use strict'

// Counts in slices, and lets the event loop turn once between two slices.

const { setImmediate: nextTurn } = require('node:timers/promises')
const { countPrimes, LIMIT } = require('../primes')

const SLICE = 10_000 // numbers: about half a millisecond

async function countInSlices () {
  let primes = 0
  for (let from = 0; from < LIMIT; from += SLICE) {
    primes += countPrimes(from, Math.min(from + SLICE, LIMIT))
    await nextTurn()
  }
  return primes
}

require('../service')(countInSlices)

'use strict'

// Counts on other threads, each with its own event loop.

const { availableParallelism } = require('node:os')
const { Piscina } = require('piscina')

const threads = Math.max(1, availableParallelism() - 1) // leaves one core for the event loop
const pool = new Piscina({
  filename: require.resolve('../primes'),
  name: 'countPrimes',
  minThreads: threads,
  maxThreads: threads
})

require('../service')(() => pool.run())

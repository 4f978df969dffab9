'use strict'

// What a thread of the pool does with each task.

const { countPrimes, LIMIT } = require('./primes')

module.exports = () => countPrimes(0, LIMIT)

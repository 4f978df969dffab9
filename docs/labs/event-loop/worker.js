'use strict'

// The task of each thread in the pool.

const { countPrimes, LIMIT } = require('./primes')

module.exports = () => countPrimes(0, LIMIT)

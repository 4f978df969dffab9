'use strict'

// Counts in the handler: the event loop does nothing else until the count is finished.

const { countPrimes, LIMIT } = require('../primes')

require('../service')('inline', () => countPrimes(0, LIMIT))

'use strict'

// Counts in the handler: the event loop does nothing else until the count is finished.

const { countPrimes } = require('../primes')

require('../service')(() => countPrimes())

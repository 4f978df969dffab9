'use strict'

const { UsageError } = require('../cli/errors')
const { integer } = require('../cli/flags')

const loadFlags = {
  connections: integer(1, 10_000, 'connections at once', 100),
  duration: integer(1, 3600, 'seconds of load that are measured', 10),
  warmup: integer(0, 600, 'seconds of load before that (1; 0 for slow and exercise)'),
  rate: integer(0, 1_000_000, 'constant req/s in all; 0: without a limit', 0)
}

/**
 * @param {Record<string, any>} values of the flags
 * @throws {UsageError} On a rate that the load generator would change without a word.
 */
function loadFromFlags ({ connections, duration, warmup, rate }) {
  if (rate && rate < connections) {
    const problem = 'would leave some connections without a request: lower one or raise the other'
    throw new UsageError(`RATE=${rate} with CONNECTIONS=${connections} ${problem}`)
  }
  return { connections, duration, warmup, rate }
}

module.exports = { loadFromFlags, loadFlags }

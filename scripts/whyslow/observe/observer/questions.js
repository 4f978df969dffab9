'use strict'

/** @import { Environment } from '../../types' */

/**
 * What the observer answers.
 * @param {Environment} env
 */
module.exports = (env) => {
  const { start, read, rest, dropInterval, ports, inspect, scripts, end } = env
  const { startProfile, stopProfile, startTraces, stopTraces } = env
  const profiling = { startProfile, stopProfile, startTraces, stopTraces }
  return {
    questions: { start, read, rest, dropInterval, ports, inspect, scripts, end, ...profiling }
  }
}

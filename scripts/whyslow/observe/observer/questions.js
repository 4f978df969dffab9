'use strict'

/** @import { Part } from '../../types' */

// What the observer answers.
/** @type {Part} */
module.exports = (env) => {
  const { start, read, rest, dropInterval, ports, inspect, scripts, end } = env
  const { startProfile, stopProfile, startTraces, stopTraces } = env
  const profiling = { startProfile, stopProfile, startTraces, stopTraces }
  return {
    questions: { start, read, rest, dropInterval, ports, inspect, scripts, end, ...profiling }
  }
}

'use strict'

// Counts the verdicts of diagnoses.

const { increment, listCounts } = require('./check')

const UNSURE = 'not enough evidence'

/** The verdict of Doctor that is right for each of ours. */
const DOCTOR = {
  'event loop blocked by computation': 'event-loop',
  'event loop blocked by synchronous I/O': 'event-loop',
  'cost grows with every request': 'event-loop',
  'garbage collection pressure': 'gc',
  'memory leak': 'gc',
  'waiting for dependencies': 'io',
  'thread pool saturated': 'io',
  healthy: 'none'
}

/** `expected` has how each right verdict begins. */
function isRight ({ tool, expected, verdict }) {
  return expected.some((right) =>
    tool === 'doctor' ? verdict === DOCTOR[right] : verdict.startsWith(right))
}

const isUnsure = (trial) => !isRight(trial) && trial.verdict.startsWith(UNSURE)
const isWrong = (trial) => !isRight(trial) && !isUnsure(trial)
const share = (trials, is) => trials.filter(is).length / Math.max(1, trials.length)

/** @returns {string} such as "9 of 10 right, 1 × healthy" */
function tally (trials) {
  const counts = {}
  for (const trial of trials.filter((trial) => !isRight(trial))) {
    increment(counts, trial.verdict.replace(/:.*/, ''))
  }
  const right = `${trials.filter(isRight).length} of ${trials.length} right`
  return [right, listCounts(counts, ' × ')].filter(Boolean).join(', ')
}

module.exports = { isRight, isUnsure, isWrong, share, tally }

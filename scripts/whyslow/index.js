'use strict'

const { formatDiagnosis, formatWatched } = require('./card/card')
const { OBSERVER } = require('./frames/frames')
const { CONCLUSIONS, TOO_FEW } = require('./judge/conclusions')
const { FAILING, FAULTS } = require('./judge/faults')
const { judge } = require('./judge/judge')
const { readDuring } = require('./observe/collect')
const { observe } = require('./observe/observer')
const { watch } = require('./observe/watch')

const VERDICTS = Array.from(new Set([...FAULTS, ...CONCLUSIONS].map(({ verdict }) => verdict)))

/** @type {typeof import('./types').format} */
function format (diagnosis, options) {
  return 'running' in diagnosis
    ? formatWatched(diagnosis, options)
    : formatDiagnosis(diagnosis, options)
}

/** The observer, for a process that was started: an expression, and the name of its code. */
const observer = { code: `(${observe})`, name: OBSERVER }

module.exports = {
  format,
  judge,
  observer,
  readDuring,
  watch,
  FAILING,
  FAULTS,
  TOO_FEW,
  VERDICTS
}

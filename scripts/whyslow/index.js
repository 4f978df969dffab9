'use strict'

const { listProcesses } = require('./attach/processes')
const { format } = require('./card/card')
const { formatList } = require('./card/list')
const { OBSERVER } = require('./frames/frames')
const { CONCLUSIONS, TOO_FEW } = require('./judge/conclusions')
const { FAILING, FAULTS, LEAK } = require('./judge/faults')
const { findHolders } = require('./holders/find-holders')
const { judge } = require('./judge/judge')
const { findCallers } = require('./observe/callers')
const { readDuring } = require('./observe/collect')
const { observe } = require('./observe/observer')
const { watch } = require('./observe/watch')
const { factText } = require('./util/numbers')

const VERDICTS = Array.from(new Set([...FAULTS, ...CONCLUSIONS].map(({ verdict }) => verdict)))

/** The observer, for a process that was started: an expression, and the name of its code. */
const observer = { code: `(${observe})`, name: OBSERVER }

module.exports = {
  factText,
  findCallers,
  findHolders,
  format,
  formatList,
  judge,
  listProcesses,
  observer,
  readDuring,
  watch,
  FAILING,
  FAULTS,
  LEAK,
  TOO_FEW,
  VERDICTS
}

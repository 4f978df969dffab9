'use strict'

// For a command that starts and loads the server itself.

const { OBSERVER } = require('./frames/frames')
const { CONCLUSIONS, TOO_FEW } = require('./judge/conclusions')
const { FAILING, FAULTS, LEAK } = require('./judge/faults')
const { findHolders } = require('./holders/find-holders')
const { findCallers } = require('./observe/callers')
const { readDuring } = require('./observe/collect')
const { observe } = require('./observe/observer')
const { factText } = require('./util/numbers')

/** The observer: an expression, and the name of its code. */
const observer = { code: `(${observe})`, name: OBSERVER }

module.exports = {
  factText,
  findCallers,
  findHolders,
  observer,
  readDuring,
  CONCLUSIONS,
  FAILING,
  FAULTS,
  LEAK,
  TOO_FEW
}

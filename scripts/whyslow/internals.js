'use strict'

// For a harness that starts and loads the server itself, and reads profiles.

const { frameOwner, isUserFrame, OBSERVER } = require('./frames/frames')
const { cpuProfileSamples, fromCallFrame, heapSamples } = require('./frames/samples')
const { CONCLUSIONS, TOO_FEW } = require('./judge/conclusions')
const { judge } = require('./judge/judge')
const { FAILING, FAULTS, LEAK } = require('./judge/rules')
const { findHolders } = require('./holders/find-holders')
const { findCallers } = require('./observe/callers')
const { readDuring } = require('./observe/collect')
const { code } = require('./observe/observer')
const { factText } = require('./util/numbers')

/** The observer: an expression, and the name of its code. */
const observer = { code, name: OBSERVER }

module.exports = {
  cpuProfileSamples,
  factText,
  findCallers,
  findHolders,
  frameOwner,
  fromCallFrame,
  heapSamples,
  isUserFrame,
  judge,
  observer,
  readDuring,
  CONCLUSIONS,
  FAILING,
  FAULTS,
  LEAK,
  TOO_FEW
}

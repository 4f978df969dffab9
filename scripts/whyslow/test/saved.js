'use strict'

// The facts of diagnoses of the servers in test/reliability and of public bug reports, as saved,
// and the verdict where it was right.

const saved = require('./saved.json')

/** Gives each with its name, its facts, and its verdict. */
function readSaved () {
  return saved.map(({ facts, ...rest }) => ({ ...rest, facts: withInfinity(facts) }))
}

// JSON has no Infinity.
function withInfinity (facts) {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value ?? Infinity]))
}

module.exports = { readSaved }

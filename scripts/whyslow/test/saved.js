'use strict'

// The facts of diagnoses of the servers in test/reliability and of public bug reports, as saved.

const saved = require('./saved.json')

/** Gives each with its name, its facts, and the verdicts that are right. */
function readSaved () {
  return saved.map(({ facts, ...rest }) => ({ ...rest, facts: withInfinity(facts) }))
}

// JSON has no Infinity.
function withInfinity (facts) {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value ?? Infinity]))
}

module.exports = { readSaved }

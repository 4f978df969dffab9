'use strict'

// The servers that can be started and loaded, by name.

const path = require('node:path')
const { UsageError } = require('./errors')

const ROOT = path.resolve(__dirname, '../..')

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} file absolute path of the server's main file
 * @property {number} warmup seconds of load before the measured load, unless the user says otherwise
 */

const stage = (name, warmup) => ({ name, file: path.join(ROOT, name, 'index.js'), warmup })

const contenders = [
  // Loading slow is what breaks it: a warm-up would measure another server than the article's.
  stage('slow', 0),
  stage('fast', 1),
  stage('optimized', 1),
  { name: 'ceiling', file: path.join(__dirname, 'ceiling.js'), warmup: 1 }
]

const names = contenders.map(({ name }) => name)

/**
 * @param {string} name
 * @returns {Contender}
 * @throws {UsageError} when no contender has this name; the message lists those that exist
 */
function find (name) {
  const contender = contenders.find((contender) => contender.name === name)
  if (!contender) throw new UsageError(`unknown contender "${name}": choose from ${names.join(', ')}`)
  return contender
}

module.exports = { find, names, ROOT }

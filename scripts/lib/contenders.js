'use strict'

// The servers that can be started and loaded, by name.

const fs = require('node:fs')
const path = require('node:path')
const { UserError, UsageError } = require('./errors')

const ROOT = path.resolve(__dirname, '../..')
const LABS = path.join(ROOT, 'docs/labs')

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} file absolute path of the server's main file
 * @property {number} warmup seconds of load before the measured load, unless the user says otherwise
 * @property {Record<string, string>} [env] environment variables for its process
 * @property {string} [node] the Node.js to run it with; this one, if none is given
 */

const stage = (name, warmup) => ({ name, file: path.join(ROOT, name, 'index.js'), warmup })

const contenders = [
  // Loading slow is what breaks it: a warm-up would measure another server than the article's.
  stage('slow', 0),
  stage('fast', 1),
  stage('optimized', 1),
  { name: 'ceiling', file: path.join(__dirname, 'ceiling.js'), warmup: 1 },
  // An attendee's copy of slow, which may leak as slow does.
  stage('exercise', 0)
]

const names = contenders.map(({ name }) => name)

/**
 * A server of a lab. It is found by its name too, as in `make start-frameworks/express`.
 *
 * @param {string} lab name of the lab
 * @param {string} server its file without the ending
 * @param {Partial<Contender>} [options]
 * @returns {Contender}
 */
function labServer (lab, server, options) {
  return { name: `${lab}/${server}`, file: path.join(LABS, lab, `${server}.js`), warmup: 1, ...options }
}

/**
 * @param {string} name
 * @returns {Contender}
 * @throws {UsageError} when no contender has this name; the message lists those that exist
 * @throws {UserError} when it is the exercise, and nobody has made one
 */
function find (name) {
  const contender = contenders.find((contender) => contender.name === name) ?? inLab(name)
  if (!contender) throw new UsageError(`unknown contender "${name}": choose from ${names.join(', ')}`)
  if (!fs.existsSync(contender.file)) throw new UserError(`there is no ${contender.file}${name === 'exercise' ? ': run make exercise first' : ''}`)
  return contender
}

function inLab (name) {
  const [, lab, server] = name.match(/^([a-z-]+)\/([a-z-]+)$/) ?? []
  const contender = lab && labServer(lab, server)
  if (!contender || !fs.existsSync(contender.file)) return null
  if (!fs.existsSync(path.join(LABS, lab, 'node_modules'))) throw new UserError(`the lab ${lab} is not installed: run make lab-${lab} first`)
  return contender
}

module.exports = { find, labServer, names, LABS, ROOT }

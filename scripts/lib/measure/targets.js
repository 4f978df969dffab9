'use strict'

// The servers that can be started and loaded, by name.

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { UserError, UsageError } = require('../cli/errors')
const { ROOT } = require('../system/root')

const LABS = path.join(ROOT, 'docs/labs')

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} file absolute path of the server's main file
 * @property {number} warmup seconds of load before the measured load, unless the user says otherwise
 * @property {Record<string, string>} [env] environment variables for its process
 * @property {string} [node] the Node.js to run it with; this one, if none is given
 */

const stage = (name, warmup) => ({ name, file: path.join(ROOT, name, 'index.js'), warmup })

const targets = [
  // Loading slow is what breaks it: a warm-up would measure another server than the article's.
  stage('slow', 0),
  stage('fast', 1),
  stage('optimized', 1),
  { name: 'baseline', file: path.join(__dirname, 'baseline.js'), warmup: 1 },
  // An attendee's copy of slow, which may leak as slow does.
  stage('exercise', 0)
]

const targetNames = targets.map(({ name }) => name)

/**
 * A server of a lab. It is found by its name too, as in `make start-frameworks/express`.
 *
 * @param {string} lab name of the lab
 * @param {string} server its file without the ending
 * @param {Partial<Target>} [options]
 * @returns {Target}
 */
function labServer (lab, server, options) {
  return { name: `${lab}/${server}`, file: path.join(LABS, lab, 'servers', `${server}.js`), warmup: 1, ...options }
}

/**
 * @param {string} name
 * @returns {Target}
 * @throws {UsageError} when no target has this name; the message lists those that exist
 * @throws {UserError} when it is the exercise, and nobody has made one
 */
function findTarget (name) {
  const target = targets.find((target) => target.name === name) ?? inLab(name)
  if (!target) throw new UsageError(`unknown target "${name}": choose from ${targetNames.join(', ')}`)
  if (!fs.existsSync(target.file)) throw new UserError(`there is no ${target.file}${name === 'exercise' ? ': run make exercise first' : ''}`)
  return target
}

/**
 * Tells versions of the exercise apart.
 *
 * @param {Target} target
 * @returns {{code?: string}} for the exercise, a short hash of its own files; nothing for other targets
 */
function codeOf ({ name, file }) {
  if (name !== 'exercise') return {}
  const folder = path.dirname(file)
  const hash = crypto.createHash('sha256')
  for (const own of fs.readdirSync(folder).filter((name) => /\.(c?js|mjs|json)$/.test(name)).sort()) {
    hash.update(`${own}\0`).update(fs.readFileSync(path.join(folder, own))).update('\0')
  }
  return { code: hash.digest('hex').slice(0, 7) }
}

function inLab (name) {
  const [, lab, server] = name.match(/^([a-z-]+)\/([a-z-]+)$/) ?? []
  const target = lab && labServer(lab, server)
  if (!target || !fs.existsSync(target.file)) return null
  if (!fs.existsSync(path.join(LABS, lab, 'node_modules'))) throw new UserError(`the lab ${lab} is not installed: run make lab-${lab} first`)
  return target
}

module.exports = { codeOf, findTarget, labServer, targetNames, LABS }

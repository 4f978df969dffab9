'use strict'

// The servers that can be started and loaded, by name.

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { UserError, UsageError } = require('../cli/errors')
const { suggest } = require('../cli/nearest')
const { ROOT } = require('../system/root')

const LABS = path.join(ROOT, 'docs/labs')

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} file absolute path of the server's main file
 * @property {number} warmup seconds of load before the measured load; the default of that setting
 * @property {Record<string, string>} [env] environment variables for its process
 * @property {string} [node] path of the Node.js that runs it; the default is the current one
 */

/** @type {(name: string, warmup: number) => Target} */
const stage = (name, warmup) => ({ name, file: path.join(ROOT, name, 'index.js'), warmup })

const targets = [
  // Every request makes slow slower: after a warm-up, it would no longer be the article's server.
  stage('slow', 0),
  stage('fast', 1),
  stage('optimized', 1),
  { name: 'baseline', file: path.join(__dirname, 'baseline.js'), warmup: 1 },
  // A learner's copy of slow, which may have the same fault.
  stage('exercise', 0)
]

const targetNames = targets.map(({ name }) => name)

/** @type {(lab: string, server: string, options?: Partial<Target>) => Target} `server`: its file without extension */
const labServer = (lab, server, options) =>
  ({ name: `${lab}/${server}`, file: path.join(LABS, lab, 'servers', `${server}.js`), warmup: 1, ...options })

/** @type {(name: string) => Target} throws a UsageError if it is unknown, a UserError if it is not installed */
function findTarget (name) {
  const target = targets.find((target) => target.name === name) ?? findLabServer(name)
  if (!target) throw new UsageError(`Unknown target "${name}". ${suggest(name, targetNames)}`)
  if (!fs.existsSync(target.file)) {
    throw new UserError(`there is no ${target.file}${name === 'exercise' ? ': run make exercise first' : ''}`)
  }
  return target
}

/** @type {(target: Target) => {code?: string}} a short hash of the files of the exercise, because they change */
function codeOf ({ name, file }) {
  if (name !== 'exercise') return {}
  const folder = path.dirname(file)
  const hash = crypto.createHash('sha256')
  for (const own of fs.readdirSync(folder).filter((name) => /\.(c?js|mjs|json)$/.test(name)).sort()) {
    hash.update(`${own}\0`).update(fs.readFileSync(path.join(folder, own))).update('\0')
  }
  return { code: hash.digest('hex').slice(0, 7) }
}

/** @param {string} name */
function findLabServer (name) {
  const [, lab, server] = name.match(/^([a-z-]+)\/([a-z-]+)$/) ?? []
  const target = lab && labServer(lab, server)
  if (!target || !fs.existsSync(target.file)) return null
  if (!fs.existsSync(path.join(LABS, lab, 'node_modules'))) {
    throw new UserError(`the lab ${lab} is not installed: run make lab-${lab} first`)
  }
  return target
}

module.exports = { codeOf, findTarget, labServer, targetNames, LABS }

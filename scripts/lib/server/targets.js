'use strict'

/** @import { FileTarget, Target } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { UserError, UsageError, asError, suggest } = require('../cli/errors')
const { ROOT, STAGES } = require('../cli/project')

const LABS = path.join(ROOT, 'docs/labs')
const targetNames = [...STAGES, 'baseline', 'exercise']

/**
 * Finds a target by name, or makes one of a file or of a command for a shell.
 * @param {string} text
 * @param {Partial<Target> & {in?: string}} [options] `in`: the folder of a file or a command
 * @returns {Target}
 * @throws {UsageError} When the text is none of them.
 * @throws {UserError} When the target is not there, or not installed.
 */
function findTarget (text, { in: folder, ...options } = {}) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const found = targetNames.includes(text)
    ? namedTarget(text)
    : findLabServer(text) ?? ownTarget(text, folder)
  return { ...found, ...Object.fromEntries(given) }
}

// Every request makes slow slower, and exercise is a copy of it at first: a warm-up would change
// what is measured. A practice case in exercise/ has a path of its own.
/** @param {string} name */
function namedTarget (name) {
  const file = name === 'baseline'
    ? path.join(__dirname, 'baseline.js')
    : path.join(ROOT, name, 'index.js')
  if (!isFile(file)) throw new UserError(`there is no ${file}: run make exercise first`)
  const warmup = name === 'slow' || name === 'exercise' ? 0 : 1
  return { name, file, path: readPath(path.dirname(file)) ?? '/seed/v1', warmup }
}

/** @param {string} name */
function findLabServer (name) {
  const [, lab, server] = name.match(/^([a-z-]+)\/([a-z-]+)$/) ?? []
  if (!lab) return undefined
  const target = labServer(lab, server)
  if (!isFile(target.file)) return undefined
  if (fs.existsSync(path.join(LABS, lab, 'node_modules'))) return target
  throw new UserError(`the lab ${lab} is not installed: run make lab-${lab} first`)
}

/**
 * Gives the server of a lab as a target. Its path stands in the lab's package.json.
 * @param {string} lab
 * @param {string} server its file without extension
 * @param {Partial<FileTarget>} [options]
 * @returns {FileTarget}
 */
function labServer (lab, server, options) {
  const folder = path.join(LABS, lab)
  return {
    name: `${lab}/${server}`,
    file: path.join(folder, 'servers', `${server}.js`),
    path: readPath(folder, server),
    warmup: 1,
    ...options
  }
}

// `config` of a package.json has the path for all servers or for one.
/** @param {string} folder */
function readPath (folder, server = '') {
  const manifest = path.join(folder, 'package.json')
  if (!isFile(manifest)) return undefined
  try {
    const { config } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
    return config?.paths?.[server] ?? config?.path
  } catch (err) {
    throw new UserError(`${manifest} is broken: ${asError(err).message}`)
  }
}

/** @param {string} text @param {string} [folder] */
function ownTarget (text, folder) {
  const cwd = path.resolve(folder ?? '.')
  if (!fs.statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UserError(`there is no folder ${cwd}: choose another with IN=`)
  }
  const file = path.resolve(cwd, text)
  if (isFile(file)) {
    return { name: fileName(file), file, cwd: folder ? cwd : packageFolder(file), warmup: 1 }
  }
  if (/\s/.test(text.trim())) return { name: safeName(cwd), command: text, cwd, warmup: 1 }
  if (/[\\/.]/.test(text)) throw new UserError(`there is no file ${file}`)
  const advice = `${suggest(text, targetNames)} Or give a file or a command: APP=../shop/server.js`
  throw new UsageError(`Unknown target "${text}". ${advice}`)
}

/** @param {string} file */
function isFile (file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}

/** @param {string} file */
function packageFolder (file) {
  const own = path.dirname(file)
  for (let folder = own; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (isFile(path.join(folder, 'package.json'))) return folder
  }
  return own
}

// Where the name of the file says nothing, its package's folder.
/** @param {string} file */
function fileName (file) {
  const { name } = path.parse(file)
  const saysNothing = ['index', 'server', 'app', 'main', 'www'].includes(name)
  return safeName(saysNothing ? packageFolder(file) : name)
}

// Fit for the names of files, and never a stage's.
/** @param {string} text */
function safeName (text) {
  const name = path.basename(text).replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-') || 'app'
  return targetNames.includes(name) ? `own-${name}` : name
}

module.exports = { findTarget, labServer, targetNames, LABS }

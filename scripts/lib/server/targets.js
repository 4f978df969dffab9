'use strict'

/** @import { FileTarget, Request, Target } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { UserError, UsageError, suggest } = require('../cli/errors')
const { ROOT, STAGES } = require('../cli/project')

const LABS = path.join(ROOT, 'docs/labs')
const targetNames = [...STAGES, 'baseline', 'exercise']

const INSTALLED = /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?([^\\/]+)/ // its package
// Flags of Node.js whose value is a word of its own.
const FLAGS_WITH_VALUE = /^(-r|--require|--import|--(experimental-)?loader|-C|--conditions)$/

/**
 * Finds a target by name, or makes one of a file or of a command for a shell.
 * `node server.js --port 0` is a file with arguments.
 * @param {string} text
 * @param {{in?: string, request?: Request, listen?: number, start?: number}} [options] `in`: the
 *   folder of a file or a command
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

function namedTarget (name) {
  const file = name === 'baseline'
    ? path.join(__dirname, 'baseline.js')
    : path.join(ROOT, name, 'index.js')
  if (!fs.existsSync(file)) throw new UserError(`there is no ${file}: run make exercise first`)
  const target = { name, file, path: '/seed/v1', warmup: 1 }
  if (name !== 'slow' && name !== 'exercise') return target
  // A practice case in exercise/ has a request of its own.
  const ownPath = name === 'exercise' ? readPath(path.dirname(file)) : undefined
  return {
    ...target,
    path: ownPath ?? target.path,
    // Every request makes slow slower, and exercise is a copy of it at first: a warm-up would
    // change what is measured.
    warmup: 0,
    hidesListeners: true
  }
}

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
  return {
    name: `${lab}/${server}`,
    file: path.join(LABS, lab, 'servers', `${server}.js`),
    path: readPath(path.join(LABS, lab), server),
    warmup: 1,
    ...options
  }
}

// `config` of a package.json has the path for all servers or for one.
function readPath (folder, server = '') {
  const manifest = path.join(folder, 'package.json')
  if (!fs.existsSync(manifest)) return undefined
  try {
    const { config } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
    const urlPath = config?.paths?.[server] ?? config?.path
    if (urlPath === undefined || String(urlPath).startsWith('/')) return urlPath
    throw new Error('config.path must begin with a slash')
  } catch (err) {
    throw new UserError(`${manifest} is broken: ${err.message}`)
  }
}

function ownTarget (text, folder) {
  const cwd = path.resolve(folder ?? '.')
  if (!statOf(cwd)?.isDirectory()) {
    throw new UserError(`there is no folder ${cwd}: choose another with IN=`)
  }
  const file = path.resolve(cwd, text)
  if (isFile(file)) {
    return {
      name: fileName(file),
      file,
      cwd: folder ? cwd : packageFolder(file),
      warmup: 1
    }
  }
  if (/\s/.test(text.trim())) {
    const program = parseNodeCommand(text, cwd)
    return {
      name: program ? fileName(program.file) : safeName(cwd),
      ...program ?? { command: text },
      cwd,
      warmup: 1
    }
  }
  if (/[\\/.]/.test(text)) throw new UserError(`there is no file ${file}`)
  if (/^\d+$/.test(text)) {
    throw new UsageError(`Unknown target "${text}". make diagnose PID=${text} watches a process`)
  }
  const advice = 'Or give a file or a command: APP=../shop/server.js'
  throw new UsageError(`Unknown target "${text}". ${suggest(text, targetNames)} ${advice}`)
}

function parseNodeCommand (text, cwd) {
  if (/[;&|<>$`\\*?()~#]/.test(text)) return undefined // it needs a shell
  const quoted = text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  const [node, ...words] = quoted.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
  if (words.some((word) => /["']/.test(word))) return undefined
  const at = words.findIndex((word, i) => {
    return !word.startsWith('-') && !FLAGS_WITH_VALUE.test(words[i - 1])
  })
  if (node !== 'node' || at < 0) return undefined
  const file = path.resolve(cwd, words[at])
  if (!isFile(file)) return undefined
  return {
    file,
    flags: words.slice(0, at),
    args: words.slice(at + 1)
  }
}

function statOf (file) {
  return fs.statSync(file, { throwIfNoEntry: false })
}

function isFile (file) {
  return statOf(file)?.isFile() ?? false
}

function packageFolder (file) {
  const own = path.dirname(file)
  for (let folder = own; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder
  }
  return own
}

// That of the package if it is installed. Where the name of the file says nothing, its folder's.
function fileName (file) {
  const { name } = path.parse(file)
  const [, installed] = file.match(INSTALLED) ?? []
  if (installed) return safeName(installed)
  const saysNothing = ['index', 'server', 'app', 'main', 'www'].includes(name)
  return safeName(saysNothing ? packageFolder(file) : name)
}

// Fit for the names of files, and never a stage's.
function safeName (text) {
  const name = path.basename(text).replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-') || 'app'
  return targetNames.includes(name) ? `own-${name}` : name
}

module.exports = { findTarget, labServer, targetNames, LABS }

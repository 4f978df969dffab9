'use strict'

// The servers that can be started and loaded, by name.

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { UserError, UsageError } = require('../base/errors')
const { suggest } = require('../base/nearest')
const { ROOT } = require('../system/root')

const LABS = path.join(ROOT, 'docs/labs')

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} file absolute path of the server's main file; '' for a command
 * @property {string[]} [flags] for Node.js, before the file
 * @property {string[]} [args] for the server, after the file
 * @property {string} [command] for a shell
 * @property {string} [cwd] its working directory; the default is the file's folder
 * @property {string} [path] of the URL to load, with its query; the default is /
 * @property {number} [listen] its port, if it listens on several
 * @property {number} [start] seconds until it has to listen; the default is 10
 * @property {number} warmup seconds of load before the measured load; the default of that setting
 * @property {Record<string, string>} [env] environment variables for its process
 * @property {string} [node] path of the Node.js that runs it; the default is the current one
 */

/** Flags of Node.js whose value is a word of its own. */
const FLAGS_WITH_VALUE = ['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions']

/** @type {(name: string, warmup: number) => Target} */
const stage = (name, warmup) => ({ name, file: path.join(ROOT, name, 'index.js'), path: '/seed/v1', warmup })

const targets = [
  // Every request makes slow slower: after a warm-up, it would no longer be the article's server.
  stage('slow', 0),
  stage('fast', 1),
  stage('optimized', 1),
  { name: 'baseline', file: path.join(__dirname, 'baseline.js'), path: '/seed/v1', warmup: 1 },
  // A learner's copy of slow, which may have the same fault.
  stage('exercise', 0)
]

const targetNames = targets.map(({ name }) => name)

/**
 * @type {(lab: string, server: string) => string|undefined} what the lab's package.json says in
 *   config.paths about the server, or about all of its servers in config.path
 */
function labPath (lab, server) {
  const file = path.join(LABS, lab, 'package.json')
  if (!fs.existsSync(file)) return undefined
  const { config = {} } = JSON.parse(fs.readFileSync(file, 'utf8'))
  return config.paths?.[server] ?? config.path
}

/** @type {(lab: string, server: string, options?: Partial<Target>) => Target} `server`: its file without extension */
const labServer = (lab, server, options) => ({
  name: `${lab}/${server}`,
  file: path.join(LABS, lab, 'servers', `${server}.js`),
  path: labPath(lab, server),
  warmup: 1,
  ...options
})

/**
 * A target by name, a file, or a command for a shell. `node server.js --port 0` is a file with arguments.
 *
 * @typedef {{in?: string, path?: string, listen?: number, start?: number}} TargetOptions `in`: the folder of a file or
 *   a command
 * @type {(text: string, options?: TargetOptions) => Target}
 * @throws {UsageError} if it is none of them
 * @throws {UserError} if it is not there, or not installed
 */
function findTarget (text, { in: folder, ...options } = {}) {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const named = targets.find(({ name }) => name === text) ?? findLabServer(text)
  if (named) {
    if (!fs.existsSync(named.file)) {
      throw new UserError(`there is no ${named.file}${text === 'exercise' ? ': run make exercise first' : ''}`)
    }
    return { ...named, ...ownPath(named), ...given }
  }
  const cwd = path.resolve(folder ?? '.')
  if (!fs.existsSync(cwd)) throw new UserError(`there is no folder ${cwd}: choose another with IN=`)
  const own = { warmup: 1, cwd, ...given }
  const file = path.resolve(cwd, text)
  if (isFile(file)) return { ...own, name: fileName(file, cwd), file, cwd: folder ? cwd : packageFolder(file) }
  if (/\s/.test(text.trim())) {
    const parsed = parseNodeCommand(text, cwd)
    return parsed
      ? { ...own, ...parsed, name: fileName(parsed.file, cwd) }
      : { ...own, name: ownName(cwd), file: '', command: text }
  }
  if (/[\\/.]/.test(text)) throw new UserError(`there is no file ${file}`)
  const advice = `${suggest(text, targetNames)} Or give a file or a command: APP=../shop/server.js`
  throw new UsageError(`Unknown target "${text}". ${advice}`)
}

/**
 * @type {(text: string, cwd: string) => Pick<Target, 'file'|'flags'|'args'>|undefined} undefined if it needs a shell,
 *   or runs no file
 */
function parseNodeCommand (text, cwd) {
  if (/[;&|<>$`\\*?()~#]/.test(text)) return undefined
  const quoted = text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  const [node, ...words] = quoted.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
  const at = words.findIndex((word, i) => !word.startsWith('-') && !FLAGS_WITH_VALUE.includes(words[i - 1]))
  if (node !== 'node' || at < 0) return undefined
  const file = path.resolve(cwd, words[at])
  return isFile(file) ? { file, flags: words.slice(0, at), args: words.slice(at + 1) } : undefined
}

/** @param {string} file */
const isFile = (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false

/** @param {string} file @returns {string} the nearest folder above it with a package.json, where people start it */
function packageFolder (file) {
  const own = path.dirname(file)
  for (let folder = own; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder
  }
  return own
}

/** @type {(file: string, cwd: string) => string} its name, or that of its folder where the name says nothing */
function fileName (file, cwd) {
  const { name } = path.parse(file)
  if (file.includes(`${path.sep}node_modules${path.sep}`)) return ownName(cwd)
  return ownName(['index', 'server', 'app', 'main', 'www'].includes(name) ? packageFolder(file) : name)
}

/** @param {string} text a path or a name @returns {string} for files, and never that of a stage */
function ownName (text) {
  const name = path.basename(text).replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-') || 'app'
  return targetNames.includes(name) ? `own-${name}` : name
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

/** @type {(target: Target) => {path?: string}} a practice case in exercise/ has a request of its own */
function ownPath ({ name, file }) {
  const config = path.join(path.dirname(file), 'package.json')
  if (name !== 'exercise' || !fs.existsSync(config)) return {}
  return { path: JSON.parse(fs.readFileSync(config, 'utf8')).config?.path ?? '/seed/v1' }
}

/** @param {string} name @returns {Target|undefined} */
function findLabServer (name) {
  const [, lab, server] = name.match(/^([a-z-]+)\/([a-z-]+)$/) ?? []
  const target = lab && labServer(lab, server)
  if (!target || !isFile(target.file)) return undefined
  if (!fs.existsSync(path.join(LABS, lab, 'node_modules'))) {
    throw new UserError(`the lab ${lab} is not installed: run make lab-${lab} first`)
  }
  return target
}

module.exports = { codeOf, findTarget, labServer, targetNames, LABS }

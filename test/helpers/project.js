'use strict'

// Copies the project to an empty folder, so that a test can break its servers and run its commands
// there.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { NODES } = require('../../docs/labs/node-versions/fetch-node')
require('./without-tap-loader')

const ROOT = path.resolve(__dirname, '../..')
const FILES = ['README.md', 'Makefile', 'package.json', '.nvmrc']
const FOLDERS = ['scripts', 'test/reliability', 'slow', 'fast', 'optimized', 'docs']
// Pictures, profiles and results are large, and few tests need them.
const NOT_COPIED = /node_modules$|docs[\\/](dist|images|profiles|results)[\\/]/

/**
 * The environment of a command under test: whatever settings the reader's has, it has none.
 * @param {Record<string, string>} [env] to add
 * @returns {NodeJS.ProcessEnv}
 */
function cleanEnvironment (env = {}) {
  /** @type {NodeJS.ProcessEnv} */
  const kept = {}
  for (const [name, value] of Object.entries(process.env)) {
    // In capitals, only what programs need: anything else may be a setting of a command.
    const isNeeded = /^(PATH|HOME|TMPDIR|LANG|TERM|CI|CHROME_PATH|SystemRoot|NODE_.*|LC_.*)$/i
    if (/[a-z]/.test(name) || isNeeded.test(name)) kept[name] = value
  }
  return { ...kept, ...env }
}

/**
 * @param {import('tap').Test} t removes the copy with the test
 * @param {Record<string, string>} [files] to write over the copy, by path
 * @param {string[]} [more] of the folders that are not copied otherwise, such as docs/results
 * @returns {{folder: string, results: () => string[], run: Function, start: Function}}
 */
function copyProject (t, files = {}, more = []) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keeping-node-fast-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const filter = (file) => !NOT_COPIED.test(path.relative(ROOT, file))
  for (const part of [...FOLDERS, ...FILES]) {
    const options = { recursive: true, preserveTimestamps: true, filter }
    fs.cpSync(path.join(ROOT, part), path.join(folder, part), options)
  }
  for (const part of more) {
    fs.cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true })
  }
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  if (fs.existsSync(NODES)) {
    fs.symlinkSync(NODES, path.join(folder, path.basename(NODES)), 'junction')
  }
  for (const lab of fs.readdirSync(path.join(ROOT, 'docs/labs'))) {
    const installed = path.join(ROOT, 'docs/labs', lab, 'node_modules')
    const link = path.join(folder, 'docs/labs', lab, 'node_modules')
    if (fs.existsSync(installed)) fs.symlinkSync(installed, link, 'junction')
  }
  for (const [name, content] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), content)
  }

  /** Starts a command. `outcome` resolves with its exit code and what it printed. */
  function start ([script, ...args], env) {
    const child = spawn(process.execPath, [path.join(folder, 'scripts', script), ...args], {
      cwd: folder,
      env: cleanEnvironment(env)
    })
    const ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }))
    })
    const outcome = Promise.all([ended, text(child.stdout), text(child.stderr)])
      .then(([end, stdout, stderr]) => ({ ...end, stdout, stderr }))
    return { child, outcome }
  }

  function results () {
    const saved = path.join(folder, 'results')
    return fs.existsSync(saved) ? fs.readdirSync(saved) : []
  }

  return { folder, start, run: (command, env) => start(command, env).outcome, results }
}

module.exports = { cleanEnvironment, copyProject, ROOT }

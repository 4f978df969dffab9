'use strict'

// Runs commands, in the project or in a copy of it, in which a test can break its servers.

const { execFileSync, spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { applyPatches, copyCode } = require('../../scripts/lib/exercise/exercise')
require('./without-tap-loader')

const ROOT = path.resolve(__dirname, '../..')
/** Why a test that sends a signal is skipped. */
const noSignals = process.platform === 'win32' && 'Windows has no signals to send'
const COPIED = ['scripts', 'slow', 'fast', 'optimized', 'docs/cases', 'docs/steps', 'docs/tools']
COPIED.push('README.md', 'Makefile', 'package.json', '.nvmrc')
const NOT_COPIED = /node_modules$|docs[\\/]dist$|whyslow[\\/]test$/
// In capitals, only what programs need: a server under test, and make, would read others.
const NEEDED = /^(?!npm_).*[a-z]|^(PATH|HOME|TMPDIR|LANG|TERM|CI|CHROME_PATH|NODE_.*|LC_.*)$/

/** The environment of a command under test: little depends on the reader's. */
function cleanEnvironment (env) {
  const kept = Object.entries(process.env).filter(([name]) => NEEDED.test(name))
  return { ...Object.fromEntries(kept), ...env }
}

/** Starts a script of Node.js. `outcome` resolves with its exit code and what it printed. */
function startScript (script, args = [], { cwd = ROOT, env, timeout } = {}) {
  const file = path.join(cwd, script)
  const options = { cwd, env: cleanEnvironment(env), timeout, killSignal: 'SIGKILL' }
  const child = spawn(process.execPath, [file, ...args], options)
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const outcome = Promise.all([ended, text(child.stdout), text(child.stderr)])
    .then(([end, stdout, stderr]) => ({ ...end, stdout, stderr }))
  return { child, outcome }
}

/** Copies a file or a folder; fs.cpSync with a filter takes five times as long. */
function copyTree (from, to) {
  if (NOT_COPIED.test(from)) return
  const stat = fs.statSync(from)
  if (stat.isDirectory()) {
    fs.mkdirSync(to, { recursive: true })
    for (const name of fs.readdirSync(from)) {
      copyTree(path.join(from, name), path.join(to, name))
    }
  } else {
    fs.copyFileSync(from, to)
    fs.utimesSync(to, stat.atime, stat.mtime)
  }
}

/**
 * Copies the project until the test ends, with `files` written over it, by path, and `more` of the
 * folders, which few tests need. `results` lists what its commands have saved, and `read` gives the
 * text of a file.
 */
function copyProject (t, files = {}, more = []) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keeping-node-fast-'))
  const at = (name) => path.join(folder, name)
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const part of [...COPIED, ...more]) copyTree(path.join(ROOT, part), at(part))
  const labs = fs.readdirSync(path.join(ROOT, 'docs/labs'))
  const links = labs.map((lab) => `docs/labs/${lab}/node_modules`)
  for (const link of ['node_modules', '.nodes', ...links]) { // .nodes: other versions of Node.js
    const installed = path.join(ROOT, link)
    const isWanted = fs.existsSync(installed) && fs.existsSync(path.dirname(at(link)))
    if (isWanted) fs.symlinkSync(installed, at(link), 'junction')
  }
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true })
    fs.writeFileSync(at(name), content)
  }

  function start ([script, ...args], env) {
    const isTool = fs.existsSync(at(`docs/tools/${script}`))
    return startScript(path.join(isTool ? 'docs/tools' : 'scripts', script), args, {
      cwd: folder,
      env
    })
  }

  function results () {
    return fs.existsSync(at('results')) ? fs.readdirSync(at('results')) : []
  }

  return {
    folder,
    start,
    run: (command, env) => start(command, env).outcome,
    results,
    read: (name) => fs.readFileSync(at(name), 'utf8')
  }
}

const readText = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8')

/** The files of the project that are in its repository, or are new, such as '*.md'. */
function listFiles (pattern) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', pattern]
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
  return files.filter((file) => fs.existsSync(path.join(ROOT, file)))
}

/** Copies a stage or a case into the project, where packages are found, and applies a patch. */
function copyPatched (t, code, patch) {
  const folder = fs.mkdtempSync(path.join(ROOT, 'exercise-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }))
  copyCode(code, folder)
  if (patch) applyPatches(folder, patch)
  return folder
}

module.exports = {
  cleanEnvironment,
  copyPatched,
  copyProject,
  listFiles,
  noSignals,
  readText,
  startScript,
  ROOT
}

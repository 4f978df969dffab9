'use strict'

// Packs what a learner needs to work offline, apart from Node.js: the project, what was built from
// it, and npm's cache with all its packages.

/** @import { BundleOptions } from './types' */

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { labNames } = require('../experiments/labs')
const { copyTrackedFiles } = require('../system/files')
const { npm } = require('../system/npm')
const { runProcess } = require('../system/process')
const { ROOT } = require('../system/root')
const { temporaryFolder } = require('../system/watchdog')

const NAME = 'keeping-node-fast'
const CACHE = '.npm-cache'
const LOCK_FILE = 'package-lock.json' // of the root, and of labs that have packages of their own
const MACHINE = /^(darwin|linux|win32)\/(arm64|x64)$/

/**
 * Packs the project.
 * @param {string} file the .tgz to write
 * @param {BundleOptions} options
 * @throws {UserError} When the project is no git clone, or npm fails.
 */
async function bundle (file, { built, signal, onStep }) {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'offline-bundle-'))
  const project = path.join(folder, NAME)
  const partial = `${file}.partial`
  try {
    // The cache knows packages by it; a learner may use another.
    const registry = await npm(['config', 'get', 'registry'], { cwd: ROOT, signal })
    onStep('the project')
    await copyTrackedFiles(project, signal)
    for (const name of built) {
      fs.cpSync(path.join(ROOT, name), path.join(project, name), { recursive: true })
    }
    for (const part of ['.', ...labNames().map((lab) => `docs/labs/${lab}`)]) {
      const packages = path.join(project, part)
      if (!fs.existsSync(path.join(packages, LOCK_FILE))) continue
      onStep(part === '.' ? 'its packages' : path.normalize(part))
      await fillCache(packages, path.join(project, CACHE), signal)
      const cache = path.posix.join(path.posix.relative(part, '.'), CACHE)
      const settings = `offline=true\nregistry=${registry.trim()}\ncache=${cache}\n`
      fs.appendFileSync(path.join(packages, '.npmrc'), settings)
    }
    onStep('the bundle')
    fs.mkdirSync(path.dirname(file), { recursive: true })
    const exclude = '--exclude=node_modules'
    await runProcess(['tar', 'czf', partial, exclude, '-C', folder, NAME], { signal })
    fs.renameSync(partial, file)
  } finally {
    fs.rmSync(partial, { force: true })
    remove()
  }
}

/** @type {(folder: string, cache: string, signal: AbortSignal) => Promise<void>} all platforms */
async function fillCache (folder, cache, signal) {
  await npm(['ci', '--cache', cache], { cwd: folder, signal })
  const { packages } = JSON.parse(fs.readFileSync(path.join(folder, LOCK_FILE), 'utf8'))
  const others = []
  for (const [location, { version, os, cpu }] of Object.entries(packages)) {
    if (!os || !cpu || !MACHINE.test(`${os[0]}/${cpu[0]}`)) continue
    others.push(`${location.replace(/^.*node_modules\//, '')}@${version}`)
  }
  if (others.length) {
    await npm(['cache', 'add', ...others, '--cache', cache], { cwd: folder, signal })
  }
}

module.exports = { bundle, NAME }

'use strict'

// Packs what a learner needs to work offline, apart from Node.js: the project, what was built from it, and npm's cache
// with all its packages.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { labNames } = require('../experiments/labs')
const { runProcess } = require('../system/process')
const { temporaryFolder } = require('../system/watchdog')
const { npm } = require('../system/npm')
const { ROOT } = require('../system/root')
const { copyTrackedFiles } = require('../system/tracked-files')

const NAME = 'keeping-node-fast'
const CACHE = '.npm-cache'
const LOCK_FILE = 'package-lock.json' // of the root, and of labs that have packages of their own
const MACHINES = ['darwin/arm64', 'darwin/x64', 'linux/arm64', 'linux/x64', 'win32/arm64', 'win32/x64']

/**
 * @typedef {{built: string[], signal: AbortSignal, onStep: (step: string) => void}} BundleOptions `built`: files and
 *   folders that git does not track, relative to the project
 * @type {(file: string, options: BundleOptions) => Promise<void>} file: a .tgz
 * @throws {import('../base/errors').UserError} when the project is not a git clone, or npm fails
 */
async function bundle (file, { built, signal, onStep }) {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'offline-bundle-'))
  const project = path.join(folder, NAME)
  try {
    // The cache knows packages by it; a learner may use another.
    const registry = await npm(['config', 'get', 'registry'], { cwd: ROOT, signal })
    onStep('the project')
    await copyTrackedFiles(project, signal)
    for (const name of built) fs.cpSync(path.join(ROOT, name), path.join(project, name), { recursive: true })
    const labs = labNames().map((lab) => path.join(project, 'docs/labs', lab))
    for (const part of [project, ...labs].filter((folder) => fs.existsSync(path.join(folder, LOCK_FILE)))) {
      onStep(path.relative(project, part) || 'its packages')
      await fillCache(part, path.join(project, CACHE), signal)
      fs.rmSync(path.join(part, 'node_modules'), { recursive: true, force: true })
      const cache = path.join(path.relative(part, project), CACHE).replaceAll('\\', '/')
      fs.appendFileSync(path.join(part, '.npmrc'), `offline=true\nregistry=${registry.trim()}\ncache=${cache}\n`)
    }
    onStep('the bundle')
    fs.mkdirSync(path.dirname(file), { recursive: true })
    await runProcess(['tar', 'czf', `${file}.partial`, '-C', folder, NAME], { signal })
    fs.renameSync(`${file}.partial`, file)
  } finally {
    fs.rmSync(`${file}.partial`, { force: true })
    remove()
  }
}

/** @type {(folder: string, cache: string, signal: AbortSignal) => Promise<void>} adds the packages of all platforms */
async function fillCache (folder, cache, signal) {
  await npm(['ci', '--cache', cache], { cwd: folder, signal })
  /** @type {{packages: Record<string, {version: string, os?: string[], cpu?: string[]}>}} */
  const { packages } = JSON.parse(fs.readFileSync(path.join(folder, LOCK_FILE), 'utf8'))
  const others = Object.entries(packages)
    .filter(([, { os, cpu }]) => os && cpu && MACHINES.includes(`${os[0]}/${cpu[0]}`))
    .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`)
  if (others.length) await npm(['cache', 'add', ...others, '--cache', cache], { cwd: folder, signal })
}

module.exports = { bundle, NAME }

'use strict'

// Everything that an attendee needs without a network, but Node.js itself: the project, and npm's cache beside it.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { promisify } = require('node:util')
const { temporaryFolder } = require('../system/watchdog')
const { npm } = require('../system/npm')
const { ROOT } = require('../system/root')
const { copyTrackedFiles } = require('../system/tracked-files')

const run = promisify(execFile)
const NAME = 'keeping-node-fast'
const CACHE = '.npm-cache'
const MACHINES = ['darwin/arm64', 'darwin/x64', 'linux/arm64', 'linux/x64', 'win32/arm64', 'win32/x64']

/**
 * @param {string} file of the bundle, a .tgz
 * @param {{signal: AbortSignal, onStep: (step: string) => void}} options
 * @throws {import('../cli/errors').UserError} when this is no clone, or npm fails
 */
async function bundle (file, { signal, onStep }) {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'offline-bundle-'))
  const project = path.join(folder, NAME)
  try {
    const registry = await registryOf(signal)
    onStep('the project')
    await copyTrackedFiles(project, signal)
    for (const part of installed(project)) {
      onStep(path.relative(project, part) || 'its packages')
      await fill(part, path.join(project, CACHE), signal)
      fs.rmSync(path.join(part, 'node_modules'), { recursive: true, force: true })
      const cache = path.join(path.relative(part, project), CACHE).replaceAll('\\', '/')
      fs.appendFileSync(path.join(part, '.npmrc'), `offline=true\nregistry=${registry}\ncache=${cache}\n`)
    }
    onStep('the bundle')
    fs.mkdirSync(path.dirname(file), { recursive: true })
    await run('tar', ['czf', `${file}.partial`, '-C', folder, NAME], { signal })
    fs.renameSync(`${file}.partial`, file)
  } finally {
    fs.rmSync(`${file}.partial`, { force: true })
    remove()
  }
}

/** The cache knows its packages by the registry that they came from, and an attendee's may be another one. */
async function registryOf (signal) {
  const { stdout } = await run('npm', ['config', 'get', 'registry'], { cwd: ROOT, signal, shell: process.platform === 'win32' })
  return stdout.trim()
}

/** The folders that have packages of their own: the root and the labs. */
function installed (project) {
  const labs = path.join(project, 'docs/labs')
  return [project, ...fs.readdirSync(labs).map((lab) => path.join(labs, lab)).filter((lab) => fs.existsSync(path.join(lab, 'package-lock.json')))]
}

/** Installs into npm's cache, and adds what other machines than this one would install. */
async function fill (part, cache, signal) {
  await npm(['ci', '--cache', cache], { cwd: part, signal })
  const { packages } = JSON.parse(fs.readFileSync(path.join(part, 'package-lock.json'), 'utf8'))
  const others = Object.entries(packages)
    .filter(([, { os, cpu }]) => os && cpu && MACHINES.some((machine) => machine === `${os[0]}/${cpu[0]}`))
    .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`)
  if (others.length) await npm(['cache', 'add', ...others, '--cache', cache], { cwd: part, signal })
}

module.exports = { bundle, NAME }

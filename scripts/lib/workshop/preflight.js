'use strict'

// Is this machine ready for the workshop? Each check finds something out, and has a remedy.

const { once } = require('node:events')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { execFile } = require('node:child_process')
const { promisify } = require('node:util')
const { findBrowser } = require('../system/browser')
const { findTarget } = require('../measure/targets')
const { bytes, number } = require('../cli/format')
const { temporaryFolder } = require('../system/watchdog')
const { LOOPBACK } = require('../system/network')
const { measure } = require('../measure/measure')
const { doctor } = require('../profiling')

const LITTLE = 2e9 // bytes of memory: server, load generator, Clinic and a browser want more

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {boolean} [optional] without it the workshop goes on
 * @property {string} remedy
 * @property {(signal: AbortSignal) => Promise<{ok: boolean, found: string}>} check
 */

/** @type {Check[]} the quick ones first */
const preflightChecks = [
  {
    name: 'Node.js',
    remedy: 'install Node.js 24 from https://nodejs.org, or with your version manager',
    check: async () => ({ ok: true, found: process.version }) // an older one than 20.12 does not come this far
  },
  {
    name: 'npm',
    remedy: 'npm comes with Node.js: install that again',
    async check () {
      try {
        const { stdout } = await promisify(execFile)('npm', ['--version'], { shell: process.platform === 'win32' })
        return { ok: true, found: stdout.trim() }
      } catch (err) {
        return { ok: false, found: err.message.split('\n')[0] }
      }
    }
  },
  {
    name: 'cores',
    remedy: 'server and load generator will share the one core: all figures will be low, and the ratios still right. Or load from a second machine',
    optional: true,
    check: async () => ({ ok: os.availableParallelism() >= 2, found: number(os.availableParallelism()) })
  },
  {
    name: 'memory',
    remedy: 'close what else is running, or take a machine with 2 GB or more',
    check: async () => ({ ok: os.totalmem() >= LITTLE, found: bytes(os.totalmem()) })
  },
  ...[3000, 4000].map((port) => ({
    name: `port ${port}`,
    remedy: `stop what listens there, or take another one: ${port === 3000 ? 'make start-slow PORT=3001' : 'make live LIVE_PORT=4001'}`,
    optional: true,
    check: async () => await isFree(port) ? { ok: true, found: 'free' } : { ok: false, found: 'taken' }
  })),
  {
    name: 'Chromium or Chrome',
    remedy: 'only the tests of the live page and make screenshots need it; for the workshop any browser will do',
    optional: true,
    check: async () => ({ ok: Boolean(findBrowser()), found: findBrowser() ?? 'none' })
  },
  {
    name: 'a bench of 2 s',
    remedy: 'run make bench-fast DURATION=2 and see what it says',
    async check (signal) {
      const { requests, errors } = await measure(findTarget('fast'), { connections: 100, duration: 2 }, { signal })
      return { ok: errors === 0 && requests.total > 0, found: `${number(requests.average)} req/s, ${number(errors)} errors` }
    }
  },
  {
    name: 'Clinic Doctor',
    remedy: 'close what else is running and try again: make doctor-slow. The recorded pictures are in docs/images',
    async check (signal) {
      const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'preflight-'))
      try {
        const { verdict } = await doctor.profile(findTarget('slow'), { load: doctor.load, folder, signal })
        return { ok: verdict === 'event-loop', found: verdict }
      } finally {
        remove()
      }
    }
  }
]

async function isFree (port) {
  const server = net.createServer().listen(port, LOOPBACK)
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

module.exports = { preflightChecks }

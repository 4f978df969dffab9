'use strict'

// Checks whether this machine is ready for the workshop. Each check has a remedy.

const { once } = require('node:events')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { findBrowser } = require('../system/browser')
const { findTarget } = require('../measure/targets')
const { bytes, number } = require('../base/format')
const { runProcess } = require('../system/process')
const { temporaryFolder } = require('../system/watchdog')
const { LOOPBACK } = require('../system/network')
const { measure } = require('../measure/measure')
const profilers = require('../profiling/profilers')

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {boolean} [optional] the workshop works without it: a failure is only a warning
 * @property {string} remedy
 * @property {(signal: AbortSignal) => Promise<{ok: boolean, found: string}>} check
 */

/** @type {Check[]} the quick ones first */
const preflightChecks = [
  {
    name: 'Node.js',
    remedy: 'install Node.js 26, the Active LTS, from https://nodejs.org (20.19 is the oldest that works)',
    check: async () => ({ ok: true, found: process.version }) // every command refuses an older one before this
  },
  {
    name: 'npm',
    remedy: 'npm comes with Node.js: install that again',
    async check (signal) {
      const { stdout } = await runProcess(['npm', '--version'], { shell: process.platform === 'win32', signal })
      return { ok: true, found: stdout.trim() }
    }
  },
  {
    name: 'cores',
    remedy: 'server and load generator share one core: all figures are low. Or load from a second machine: make load',
    optional: true,
    check: async () => ({ ok: os.availableParallelism() >= 2, found: number(os.availableParallelism()) })
  },
  {
    name: 'memory',
    remedy: 'close other programs, or take a machine with 2 GB or more',
    check: async () => ({ ok: os.totalmem() >= 2e9, found: bytes(os.totalmem()) })
  },
  ...Object.entries({ 3000: 'make start-slow PORT=3001', 4000: 'make live LIVE_PORT=4001' }).map(([port, other]) => ({
    name: `port ${port}`,
    remedy: `stop the program that listens there, or choose another port: ${other}`,
    optional: true,
    check: async () => await isFree(Number(port)) ? { ok: true, found: 'free' } : { ok: false, found: 'taken' }
  })),
  {
    name: 'Chromium or Chrome',
    remedy: 'tests, screenshots and the PDF of the slides need it; the workshop works with any browser',
    optional: true,
    check: async () => ({ ok: Boolean(findBrowser()), found: findBrowser() ?? 'none' })
  },
  {
    name: 'a bench of 2 s',
    remedy: 'run make bench-fast DURATION=2 to see the error',
    async check (signal) {
      const { requests, errors } = await measure(findTarget('fast'), { connections: 100, duration: 2 }, { signal })
      const found = `${number(requests.average)} req/s, ${number(errors)} errors`
      return { ok: errors === 0 && requests.total > 0, found }
    }
  },
  {
    name: 'Clinic Doctor',
    optional: true,
    remedy: 'close other programs and try make doctor-slow, or open the recorded page: make doctor-slow RECORDED=1',
    async check (signal) {
      const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'preflight-'))
      try {
        const { load, profile } = profilers.doctor
        const { verdict } = await profile(findTarget('slow'), { load, folder, signal })
        const ok = verdict === 'event-loop'
        return { ok, found: ok ? 'works' : verdict ?? 'no verdict' } // the right verdict is chapter 3's answer
      } finally {
        remove()
      }
    }
  }
]

/** @param {number} port */
function isFree (port) {
  const server = net.createServer().listen(port, LOOPBACK)
  return once(server, 'listening').then(() => true, () => false).finally(() => server.close())
}

module.exports = { preflightChecks }

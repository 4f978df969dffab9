'use strict'

// Checks whether this machine is ready for the workshop. Each check has a remedy.

/** @import { Check } from './types' */

const { once } = require('node:events')
const net = require('node:net')
const os = require('node:os')
const { bytes, number } = require('../base/format')
const { measure } = require('../measure/measure')
const { findTarget } = require('../measure/targets')
const { findBrowser } = require('../system/browser')
const { LOOPBACK } = require('../system/network')

/** @type {Check[]} the quick ones first */
const preflightChecks = [
  {
    name: 'Node.js', // every command refuses an old one before this
    remedy: 'install Node.js 26, the Active LTS, from https://nodejs.org',
    check: async () => ({ ok: true, value: process.version })
  },
  {
    name: 'cores',
    remedy: 'server and load generator share one core: all figures are low',
    optional: true,
    async check () {
      const cores = os.availableParallelism()
      return { ok: cores >= 2, value: number(cores) }
    }
  },
  {
    name: 'memory',
    remedy: 'close other programs, or take a machine with 2 GB or more',
    check: async () => ({ ok: os.totalmem() >= 2e9, value: bytes(os.totalmem()) })
  },
  portCheck(3000, 'make start-slow PORT=3001'),
  portCheck(4000, 'make live LIVE_PORT=4001'),
  {
    name: 'Chromium or Chrome',
    remedy: 'tests and the PDF of the slides need it; the workshop works with any browser',
    optional: true,
    async check () {
      const browser = findBrowser()
      return { ok: Boolean(browser), value: browser ?? 'none' }
    }
  },
  {
    name: 'a bench of 2 s',
    remedy: 'run make bench-baseline DURATION=2 to see the error',
    async check (signal) {
      const load = { connections: 100, duration: 2 }
      const { requests, errors } = await measure(findTarget('baseline'), load, { signal })
      const value = `${number(requests.average)} req/s, ${number(errors)} errors`
      return { ok: errors === 0, value }
    }
  }
]

/** @param {number} port @param {string} other @returns {Check} */
function portCheck (port, other) {
  return {
    name: `port ${port}`,
    remedy: `stop the program that listens there, or choose another port: ${other}`,
    optional: true,
    async check () {
      const server = net.createServer().listen(port, LOOPBACK)
      const ok = await once(server, 'listening').then(() => true, () => false)
      server.close()
      return { ok, value: ok ? 'free' : 'taken' }
    }
  }
}

module.exports = { preflightChecks }

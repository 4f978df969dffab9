'use strict'

/** @import { Check } from './types' */

const { once } = require('node:events')
const net = require('node:net')
const os = require('node:os')
const { setTimeout: sleep } = require('node:timers/promises')
const { number, percent } = require('../cli/format')
const { measure } = require('../load/measure')
const { DISTURBED } = require('../load/bottleneck')
const { findTarget } = require('../server/targets')
const { watchBackgroundCpu } = require('../server/environment')
const { LOOPBACK } = require('../server/server')

const LOAD = { connections: 100, duration: 2 }

/** @type {Check[]} what to check of this machine before the workshop */
const preflightChecks = [
  {
    name: 'Node.js', // every command refuses an old one before this
    check: () => ({ ok: true, value: process.version })
  },
  {
    name: 'cores',
    remedy: 'server and load generator share one core: all figures are low',
    optional: true,
    check () {
      const cores = os.availableParallelism()
      return { ok: cores > 1, value: cores }
    }
  },
  {
    name: 'other programs',
    remedy: 'close them: they disturb what you measure',
    optional: true,
    async check (signal) {
      const readShare = watchBackgroundCpu()
      await sleep(1000, null, { signal })
      const share = readShare(0) ?? 0
      return { ok: share <= DISTURBED, value: `${percent(share)} of a core` }
    }
  },
  portCheck(3000, 'make start-slow PORT=3001'),
  portCheck(4000, 'make live LIVE_PORT=4001'),
  {
    name: 'a bench of 2 s',
    remedy: 'run make bench-baseline DURATION=2 to see the error',
    async check (signal) {
      const result = await measure(findTarget('baseline'), LOAD, { signal })
      const value = `${number(result.errors)} errors` // chapter 2 asks for the rate
      return { ok: result.errors === 0, value }
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
      const ok = await once(server, 'listening').then(
        () => true,
        () => false
      )
      server.close()
      return { ok, value: ok ? 'free' : 'taken' }
    }
  }
}

module.exports = { preflightChecks }

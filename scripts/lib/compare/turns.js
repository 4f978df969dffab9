'use strict'

// A load in turns: several loads of one server, and what they add up to.

/** @import { Load, LoadMeasurement, Measured, Server, Settings, Turn } from './types' */

const { setTimeout: sleep } = require('node:timers/promises')
const { loadServer } = require('../load/measure')
const { mean, sum } = require('../load/statistics')

const IDLE = 0.1 // of one core: what an idle server uses at most
const IDLE_STEP = 50 // ms
const IDLE_LIMIT = 1000 // ms: a server may have work of its own
const LATENCIES = 20 // mean latencies in a turn, at least: then 5 % of its requests stay open

/**
 * Divides a load into turns of whole seconds, because autocannon ends a load only then.
 * @param {number} duration s
 * @param {number} count of turns, at most the duration
 */
function divide (duration, count) {
  return Array.from({ length: count }, (_, i) => Math.floor((duration + i) / count))
}

/**
 * Prepares a load that is sent in turns.
 * @param {Server} server
 * @param {Load} load
 */
function takeTurns (server, load) {
  /** @type {Turn[]} */
  const turns = []
  /** @type {Measured[]} */
  const measured = []
  return {
    /** @param {number} duration s */
    async send (duration) {
      measured.push(await loadServer(server, { ...load, duration }, { turns }))
    },
    /** @returns {Measured} as of one load */
    measured: () => ({ ...measured[measured.length - 1], ...joinSamples(measured) })
  }
}

// Sums, means, and the state at the end.
/** @param {Measured[]} measured after each turn */
function joinSamples (measured) {
  const samples = measured.map(({ server }) => server)
  /** @param {'cpu'|'cpuTime'|'userTime'|'elu'|'delayP99'} name */
  const valuesOf = (name) => samples.map((sample) => sample[name])
  const shares = measured.flatMap(({ backgroundCpu }) => backgroundCpu ?? [])
  return {
    server: {
      ...samples[samples.length - 1],
      cpu: mean(valuesOf('cpu')),
      cpuTime: sum(valuesOf('cpuTime')),
      userTime: sum(valuesOf('userTime')),
      elu: mean(valuesOf('elu')),
      delayP99: Math.max(...valuesOf('delayP99'))
    },
    backgroundCpu: shares.length ? mean(shares) : null
  }
}

/**
 * Waits until a server is idle. What its last requests have left behind, such as work in the
 * thread pool, would disturb the load of another server.
 * @param {Pick<Server, 'ask'>} server
 */
async function waitUntilIdle (server) {
  for (let waited = 0; waited < IDLE_LIMIT; waited += IDLE_STEP) {
    await sleep(IDLE_STEP)
    const { cpu } = await server.ask('sample')
    if (cpu < IDLE) return
  }
}

/**
 * Divides a load into as many turns as possible, but so long that the requests which are open at
 * their ends do not matter: these cost CPU time and are no answers.
 * @param {Partial<Settings> & {duration: number}} load
 * @param {Pick<LoadMeasurement, 'latency'|'requests'>} [warmed] unknown without a warm-up
 * @returns {number[]} s
 */
function turnsOf ({ duration, amount }, warmed) {
  if (!warmed?.requests.total || amount) return [duration]
  const shortest = Math.max(1, LATENCIES * warmed.latency.average / 1000)
  return divide(duration, Math.max(1, Math.floor(duration / shortest)))
}

module.exports = { divide, takeTurns, turnsOf, waitUntilIdle }

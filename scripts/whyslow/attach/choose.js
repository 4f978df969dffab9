'use strict'

// Which process is watched: of a cluster, the worker that stands out.

/** @import { NodeProcess, Running } from '../types' */

const { UserError } = require('../util/errors')
const { bytes, median, percent, rough } = require('../util/numbers')
const { portsOf } = require('./ports')
const { listProcesses, workersOf } = require('./processes')

const SAMPLE = 1000 // ms
const MORE_CORES = 0.3 // than the others use
const TIMES = 1.5 // the memory of the others

/**
 * @param {Running} running
 * @returns {Promise<{ pid?: number, worker?: string }>} the worker: which one it is, and why. No
 *   pid if an inspector tells the process
 * @throws {UserError} When no process listens on the port.
 */
async function chooseProcess ({ pid, serverPort }) {
  if (!serverPort && (!pid || !workersOf(pid).length)) return { pid }
  const found = await listProcesses(SAMPLE)
  const listening = serverPort
    ? found.filter(({ ports }) => ports.includes(serverPort))
    : found.filter((known) => known.pid === pid)
  if (!listening.length) {
    throw new UserError(`no process of Node.js that you may watch listens on port ${serverPort}: ` +
      'without operands, whyslow lists them')
  }
  const workers = listWorkers(found, listening, serverPort)
  return workers.length > 1 ? chooseWorker(workers) : { pid: workers[0].pid }
}

// The primary listens for its workers, which may be those of several servers.
function listWorkers (found, listening, serverPort) {
  const ids = listening.flatMap(({ pid }) => workersOf(pid))
  if (!ids.length) return listening
  const workers = found.filter(({ pid }) => ids.includes(pid))
  const connected = workers.filter(({ pid }) => portsOf(pid).connected.includes(serverPort))
  return connected.length ? connected : workers
}

/** @param {NodeProcess[]} workers the one that uses the most CPU time first */
function chooseWorker (workers) {
  const [busiest, ...others] = workers
  const cores = median(others.map((other) => other.cores)) ?? 0
  if (busiest.cores > cores + MORE_CORES) {
    return describe(busiest, workers,
      `it uses ${percent(busiest.cores)} of a core, and the others ${percent(cores)}`)
  }
  const [largest, ...smaller] = workers.toSorted((a, b) => b.bytes - a.bytes)
  const size = median(smaller.map((other) => other.bytes)) ?? 0
  if (largest.bytes > TIMES * size) {
    return describe(largest, workers, `it uses ${bytes(rough(largest.bytes))} of memory, and the ` +
      `others ${bytes(rough(size))}`)
  }
  return describe(busiest, workers, 'all use about the same CPU time and memory')
}

function describe ({ pid }, workers, difference) {
  return { pid, worker: `process ${pid} is one of ${workers.length} workers: ${difference}` }
}

module.exports = { chooseProcess }

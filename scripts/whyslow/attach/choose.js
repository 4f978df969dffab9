'use strict'

// Which process is watched: of a cluster, the worker that stands out.

/** @import { AttachOptions, Difference, NodeProcess, Running, Worker } from '../types' */

const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../util/abortable')
const { UserError } = require('../util/errors')
const { bytes, median, ms, rough } = require('../util/numbers')
const { attachWhenFree, sendObserver } = require('./attach')
const { portsOf } = require('./ports')
const { listProcesses, workersOf } = require('./processes')

const SAMPLE = 1000 // ms
const MOST_WORKERS = 8 // that are looked at
const LOOK = 2000 // ms for each of them
const SETTLING = 500 // ms of it that do not count
const TIMES = 1.5 // what the others need
/** @param {number} value */
const inMs = (value) => ms(rough(value))
/** @type {Difference[]} */
const DIFFERENCES = [
  { name: 'cpuPerRequestMs', text: 'a request takes CPU time of', describe: inMs },
  { name: 'latencyMs', text: 'a request (the median) takes', describe: inMs },
  { name: 'bytes', text: 'it uses memory of', describe: (value) => bytes(rough(value)) }
]

/**
 * @param {Running} running
 * @param {AttachOptions} options
 * @returns {Promise<{ pid?: number, worker?: string, workers?: Worker[] }>} the worker: which one
 *   it is, and why. No pid if an inspector tells the process
 * @throws {UserError} When no process listens on the port.
 */
async function chooseProcess ({ pid, serverPort }, options) {
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
  return workers.length > 1 ? chooseWorker(workers, options) : { pid: workers[0].pid }
}

// The primary listens for its workers, which may be those of several servers.
/** @param {NodeProcess[]} found @param {NodeProcess[]} listening */
function listWorkers (found, listening, serverPort = 0) {
  const ids = listening.flatMap(({ pid }) => workersOf(pid))
  if (!ids.length) return listening
  const workers = found.filter(({ pid }) => ids.includes(pid))
  const connected = workers.filter(({ pid }) => portsOf(pid).connected.includes(serverPort))
  return connected.length ? connected : workers
}

// Under a closed-loop load, healthy workers are as busy as a sick one: what their requests cost
// tells them apart, then how long they take, then memory.
/** @param {NodeProcess[]} workers @param {AttachOptions} options */
async function chooseWorker (workers, options) {
  options.onNotice?.(`looks at ${Math.min(MOST_WORKERS, workers.length)} workers, for ` +
    `${LOOK / 1000} s each`)
  /** @type {Worker[]} */
  const looked = []
  const others = workers.slice(MOST_WORKERS).map(({ pid }) => pid)
  let problem
  for (const { pid, bytes } of workers.slice(0, MOST_WORKERS)) {
    try {
      looked.push({ pid, bytes, ...await lookAt(pid, options) })
    } catch (err) {
      if (!(err instanceof UserError)) throw err
      problem = err // such as a debugger that it has
      others.push(pid)
    }
  }
  if (!looked.length) throw problem
  const unseen = others.length ? `; not looked at: ${others.join(', ')}` : ''
  const { pid, difference } = findOutlier(looked)
  const worker = `process ${pid} is one of ${workers.length} workers: ${difference}${unseen}`
  return { pid, worker, workers: looked }
}

/** @param {number} pid @param {AttachOptions} options */
async function lookAt (pid, options) {
  const { inspector, end } = await attachWhenFree({ pid }, options)
  let ask
  try {
    ask = await sendObserver(inspector)
    await ask('start')
    await abortable(sleep(SETTLING), options.signal)
    await ask('read') // what the start has slowed
    await abortable(sleep(LOOK - SETTLING), options.signal)
    const { answered, cpuTime, latency } = await ask('read')
    const cpuPerRequestMs = answered ? cpuTime / answered : 0
    return { requests: answered, cpuPerRequestMs, latencyMs: latency }
  } finally {
    await ask?.('end').catch(() => {}) // the process has ended
    await end()
  }
}

/** @param {Worker[]} workers */
function findOutlier (workers) {
  for (const { name, text, describe } of DIFFERENCES) {
    const [largest, ...others] = workers.toSorted((a, b) => b[name] - a[name])
    const usual = median(others.map((other) => other[name])) ?? 0
    if (largest[name] <= TIMES * usual || largest[name] === 0) continue
    const difference = `${text} ${describe(largest[name])}, and of the others ${describe(usual)}`
    return { pid: largest.pid, difference }
  }
  const [{ pid }] = workers
  return { pid, difference: 'all are alike' }
}

module.exports = { chooseProcess }

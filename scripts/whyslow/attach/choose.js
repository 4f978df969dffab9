'use strict'

// Which process is watched: of a cluster, the worker that stands out.

/** @import { AttachOptions, Chosen, Difference, NodeProcess, Running, Worker } from '../types' */

const { setTimeout: sleep } = require('node:timers/promises')
const { onlyFinding } = require('../judge/diagnose')
const { abortable } = require('../util/abortable')
const { UserError } = require('../util/errors')
const { bytes, median, ms, rough } = require('../util/numbers')
const { attach, attachWhenFree, sendObserver } = require('./attach')
const { portsOf } = require('./ports')
const { listProcesses, workersOf } = require('./processes')

const SAMPLE = 1000 // ms
const BEAT = 100 // ms
const YOUNG = 4000 // ms
const MOST = 6000 // ms until it attaches to one more young worker
const LEAST = 2 // of them that end: one may be a deployment
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
 * @returns {Promise<Chosen>}
 * @throws {UserError} When no process listens on the port.
 */
async function chooseProcess ({ pid, serverPort }, options) {
  if (!pid && !serverPort) return {}
  const listening = pid ? [pid] : await findListening(serverPort)
  const workers = []
  for (const primary of listening) {
    const diagnosis = await findRestarts(primary, options)
    if (diagnosis) return { diagnosis }
    for (const worker of workersOf(primary)) workers.push(worker.pid)
  }
  const ids = workers.length ? workers : listening
  if (ids.length === 1) return { pid: ids[0] }
  const known = (await listProcesses(SAMPLE)).filter(({ pid }) => ids.includes(pid))
  // The primary listens for its workers, which may be those of several servers.
  const connected = known.filter(({ pid }) => portsOf(pid).connected.includes(serverPort ?? 0))
  const chosen = connected.length ? connected : known
  return chosen.length > 1 ? chooseWorker(chosen, options) : { pid: chosen[0]?.pid ?? ids[0] }
}

// A cluster without a worker has closed its port for a moment.
async function findListening (port = 0) {
  for (const end = Date.now() + SAMPLE; Date.now() < end;) {
    const listening = (await listProcesses(BEAT)).filter(({ ports }) => ports.includes(port))
    if (listening.length) return listening.map(({ pid }) => pid)
  }
  throw new UserError(`no Node.js process that you may watch listens on port ${port}: whyslow ` +
    'without operands lists all')
}

// Do workers end soon after their start? One of them has just replaced another.
/** @param {number} pid of the primary @param {AttachOptions} options */
async function findRestarts (pid, options) {
  const [first, ...others] = workersOf(pid)
  if (!first || first.number <= others.length + 1 || first.age > YOUNG) return undefined
  const began = performance.now()
  await abortable(sleep(YOUNG), options.signal)
  let started = 0
  let ended = 0
  let exitCode
  for (;;) {
    const alive = workersOf(pid).filter(({ number }) => number >= first.number)
    const [newest = first] = alive
    started = Math.max(started, newest.number - first.number)
    ended = started + 1 - alive.length
    if (!ended) return undefined
    if (exitCode !== undefined || performance.now() - began > MOST) break
    exitCode = await hearEnd(newest.pid, options)
    await abortable(sleep(BEAT), options.signal)
  }
  if (ended < LEAST) return undefined
  const took = (performance.now() - began) / 1000
  const last = exitCode == null ? '' : `, the last with exit code ${exitCode}`
  return {
    ...onlyFinding({
      id: 'workers-restart',
      verdict: `workers restart: ${started} in ${Math.round(took)} s${last}`,
      harm: { kind: 'fails', value: 1 },
      figure: `${ended} of them have ended soon after their start`,
      next: 'read what they print before they end; dmesg shows whether Linux kills them'
    }),
    facts: /** @type {any} */ ({ workersStarted: started, workersEnded: ended, exitCode }),
    settings: { seconds: took, collect: false, callers: false, heap: false, profile: false },
    took,
    paused: 0,
    running: { pid, node: '', script: '', folder: '' },
    excessListeners: [],
    workerThreads: [],
    routes: [],
    untested: [],
    warnings: []
  }
}

// A process that exits can still be asked, but not one that is killed: then this is null.
/** @param {number} pid @param {AttachOptions} options */
async function hearEnd (pid, { onNotice, signal }) {
  const attached = await attach({ pid }, onNotice).catch(() => undefined) // it has ended before
  if (!attached) return undefined
  const { end, inspector: { ending, evaluate } } = attached
  const stop = signal ? AbortSignal.any([ending, signal]) : ending
  await abortable(sleep(YOUNG, null, { ref: false }), stop).catch(() => {})
  const exitCode = await evaluate('process.exitCode ?? null').catch(() => null)
  await end()
  signal?.throwIfAborted()
  return exitCode
}

// Under a closed-loop load, healthy workers are as busy as a sick one: what their requests cost
// tells them apart, then how long they take, then memory.
/** @param {NodeProcess[]} workers @param {AttachOptions} options */
async function chooseWorker (workers, options) {
  options.onNotice?.(`Sampling ${Math.min(MOST_WORKERS, workers.length)} workers for ` +
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

/**
 * Finds the worker that differs most from the others.
 * @param {Worker[]} workers
 * @returns {{ pid: number, difference: string }} the first one if all are alike
 */
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

module.exports = { chooseProcess, findOutlier }

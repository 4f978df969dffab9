'use strict'

// Watches a running process under its own load, and judges what it observes.

const { setTimeout: sleep } = require('node:timers/promises')
const { attach, sendObserver } = require('../attach/attach')
const { chooseProcess } = require('../attach/choose')
const { judge } = require('../judge/judge')
const { LEAK } = require('../judge/faults')
const { findHolders } = require('../holders/find-holders')
const { fromLocation } = require('../frames/samples')
const { abortable } = require('../util/abortable')
const { ms, rough, sum } = require('../util/numbers')
const { readDuring } = require('./collect')
const { findCallers } = require('./callers')
const { findWorkerThreads } = require('./worker-threads')

/** @import { Running, WatchedDiagnosis, WatchOptions } from '../types' */

const THREADS = 0.4 // of a core: worker threads are worth a look
const BEAT = 500 // ms between two readings
const PROFILED = 0.3 // of the watched time, at its end
const KEEPING = 4000 // ms in which a leak keeps what a snapshot shows
const TRACES = { time: 1000, most: 200 } // ms, and calls
const TRACED = ['calls', 'children', 'opened'] // what findings show by it
const COLLECTIONS = 5 // if they are asked for
const COLLECTION = 20e-6 // ms that a byte of heap takes in a collection, at most
const LONGEST_REST = 2000 // ms
const SLOWED = /^v20\./ // its await stays slower when calls have been traced
// 1000 µs between two samples, the default, cost 29 % more CPU time. Bytes are a mean.
const PROFILE = { cpu: 4000, heap: 262_144 }

/**
 * Diagnoses a running process.
 * @param {Running} running
 * @param {WatchOptions} [options]
 * @returns {Promise<WatchedDiagnosis>}
 * @throws {UserError} When the process cannot be watched, or ends meanwhile.
 */
async function watch (running, options = {}) {
  const { seconds = 10, collect = false, callers = false, heap = false } = options
  const { onNotice = () => {}, onProfile, onProgress, signal } = options
  const { pid, worker } = await chooseProcess(running)
  const { inspector, end, ...identity } = await attach({ ...running, pid }, onNotice)
  let ask
  let done = 0 // of the time
  const warnings = []

  async function watchFor (share) {
    const before = done
    const start = Date.now()
    const waits = sleep(share * seconds * 1000, null, { ref: false }) // it may end before
    const intervals = await readDuring(ask, waits, { beat: BEAT, onBeat, pid, signal })
    done = before + share
    return { intervals }

    function onBeat () {
      done = before + Math.min(share, (Date.now() - start) / 1000 / seconds)
      onProgress?.(done)
    }
  }

  async function watchCollected (share) {
    const { heap: size } = await ask('read')
    onNotice(`forces ${COLLECTIONS} garbage collections, and pauses process ${identity.pid} each ` +
      `time, for at most ${ms(rough(size * COLLECTION))}`)
    const intervals = []
    for (let i = 0; i < COLLECTIONS; i++) {
      const start = Date.now()
      await inspector.send('HeapProfiler.collectGarbage')
      // Requests that came in meanwhile have waited: they get as long again.
      await sleep(Math.min(Date.now() - start, LONGEST_REST))
      await ask('dropInterval')
      const part = await watchFor(share / COLLECTIONS)
      intervals.push(...part.intervals)
    }
    return { intervals }
  }

  async function trace () {
    onNotice(`traces ${TRACES.most} calls of process ${identity.pid} within a second, to see who ` +
      'asks. That slows it down meanwhile')
    return await findCallers(inspector, ask, { ...TRACES, signal })
  }

  async function snapshot () {
    const work = () => abortable(sleep(KEEPING), signal)
    try {
      return await findHolders(inspector, { work, scripts: () => ask('scripts'), onNotice, signal })
    } catch (err) {
      if (!err.exitCode) throw err // a fault of ours
      warnings.push(`what holds the memory was not found: ${err.message}`)
    }
  }

  try {
    ask = await sendObserver(inspector)
    await ask('start')
    const main = await (collect ? watchCollected : watchFor)(1 - PROFILED)
    await ask('startProfile', PROFILE)
    const profiled = await watchFor(PROFILED)
    const profiles = await ask('stopProfile', PROFILE)
    onProfile?.(profiles.cpu)
    const evidence = { main, profiled, profiles }
    const { facts, first, others } = judge(evidence)
    const areBusy = facts.threadCores >= THREADS
    const workerThreads = areBusy ? await findWorkerThreads(inspector, signal) : []
    const intervals = [...main.intervals, ...profiled.intervals]
    const findings = [first, ...others]
    const isLeaking = findings.some(({ verdict }) => verdict === LEAK)
    const isTraceable = findings.some(({ shows = '' }) => TRACED.includes(shows))
    const mayTrace = callers || !SLOWED.test(identity.node)
    const traced = isTraceable && mayTrace ? await trace() : []
    const routes = await ask('end')
    const holders = isLeaking && heap ? await snapshot() : undefined // last: it may fail
    const { listeners } = intervals[intervals.length - 1]
    const untested = []
    if (isLeaking && !heap) {
      untested.push('--heap shows what holds the memory, and pauses the process')
    }
    if (isTraceable && !mayTrace) {
      untested.push('--callers shows who asks. On Node.js 20, await may stay a few per cent slower')
    }
    return {
      settings: { seconds, collect, callers, heap },
      took: sum(intervals.map(({ time }) => time)) / 1000,
      running: identity,
      worker,
      excessListeners: listeners ? [withPlace(listeners)] : [],
      warnings,
      workerThreads,
      routes: routes.sort((a, b) => b.time - a.time),
      untested,
      ...judge({ ...evidence, callers: traced }),
      holders
    }
  } finally {
    await ask?.('end').catch(() => {}) // it has ended
    await end()
  }
}

function withPlace (listeners) {
  const { file, line } = fromLocation(listeners.location)
  return { ...listeners, location: file && `${file}:${line}` }
}

module.exports = { watch }

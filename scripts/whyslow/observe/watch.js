'use strict'

// Watches a running process under its own load, and judges what it observes.

const { setTimeout: sleep } = require('node:timers/promises')
const { attach, sendObserver } = require('../attach/attach')
const { chooseProcess } = require('../attach/choose')
const { judge } = require('../judge/judge')
const { LEAK } = require('../judge/faults')
const { THREADS } = require('../judge/unjudged')
const { findHolders } = require('../holders/find-holders')
const { fromLocation } = require('../frames/samples')
const { bytes, ms, rough, sum } = require('../util/numbers')
const { readDuring } = require('./collect')
const { findCallers } = require('./callers')
const { findWorkerThreads } = require('./worker-threads')

/** @import { Running, WatchedDiagnosis, WatchOptions } from '../types' */

const BEAT = 500 // ms between two readings
const PROFILED = 0.3 // of the watched time, at its end
const SNAPSHOT = 100e-6 // ms that a byte of heap takes in a snapshot of small objects
const KEEPING = 4000 // ms in which a leak keeps what a snapshot shows
const TRACES = { time: 1000, most: 200 } // ms, and calls
const TRACED = ['calls', 'children', 'opened'] // what findings show by it
const COLLECTIONS = 5 // if they are asked for
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
  let collections = 0
  let done = 0 // of the time
  const warnings = []

  async function watchFor (share) {
    const before = done
    const start = Date.now()
    const waits = sleep(share * seconds * 1000, null, { ref: false }) // it may end before
    const intervals = await readDuring(ask, waits, { beat: BEAT, onBeat, pid, signal })
    done = before + share
    return { intervals }

    async function onBeat () {
      done = before + Math.min(share, (Date.now() - start) / 1000 / seconds)
      onProgress?.(done)
      if (!collect || done * COLLECTIONS < collections) return
      collections++
      await inspector.send('HeapProfiler.collectGarbage')
    }
  }

  async function trace () {
    onNotice(`traces ${TRACES.most} calls of process ${identity.pid} within a second, to see who ` +
      'asks. That slows it down meanwhile')
    return await findCallers(inspector, ask, { ...TRACES, signal })
  }

  async function snapshot (size) {
    onNotice(`takes two snapshots of the heap of ${bytes(rough(size))}, and pauses ` +
      `process ${identity.pid} twice, for about ${ms(rough(size * SNAPSHOT))} each. ` +
      'A probe of its liveness may fail')
    const work = () => readDuring(ask, sleep(KEEPING), { beat: BEAT, signal })
    try {
      return await findHolders(inspector, { work, scripts: () => ask('scripts'), signal })
    } catch (err) {
      if (!err.exitCode) throw err // a fault of ours
      warnings.push(err.message)
    }
  }

  try {
    ask = await sendObserver(inspector)
    await ask('start')
    const main = await watchFor(1 - PROFILED)
    await ask('startProfile', PROFILE)
    const profiled = await watchFor(PROFILED)
    const profiles = await ask('stopProfile', PROFILE)
    onProfile?.(profiles.cpu)
    const evidence = { main, profiled, profiles, hasForced: collect, isWorker: Boolean(worker) }
    const { facts, first, others } = judge(evidence)
    const areBusy = facts.threadCores >= THREADS
    const workerThreads = areBusy ? await findWorkerThreads(inspector, signal) : []
    const intervals = [...main.intervals, ...profiled.intervals]
    const findings = [first, ...others]
    const isLeaking = findings.some(({ verdict }) => verdict === LEAK)
    const isTraceable = findings.some(({ shows = '' }) => TRACED.includes(shows))
    const mayTrace = callers || !SLOWED.test(identity.node)
    const holders = isLeaking && heap ? await snapshot(intervals[0].heap) : undefined
    const traced = isTraceable && mayTrace ? await trace() : []
    const routes = await ask('end')
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

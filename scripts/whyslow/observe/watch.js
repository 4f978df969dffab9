'use strict'

// Watches a running process under its own load, and judges what it observes.

const { setTimeout: sleep } = require('node:timers/promises')
const { attachWhenFree, sendObserver } = require('../attach/attach')
const { chooseProcess } = require('../attach/choose')
const { judge } = require('../judge/judge')
const { COMPUTES, LEAK } = require('../judge/rules')
const { findHolders } = require('../holders/find-holders')
const { fromLocation } = require('../frames/samples')
const { abortable } = require('../util/abortable')
const { ms, number, rough, sum } = require('../util/numbers')
const { readDuring } = require('./collect')
const { findCallers } = require('./callers')
const { readInterrupted } = require('./interrupted')
const { findWorkerThreads } = require('./worker-threads')

/** @import { Attached, Evidence, ExcessListeners, Finding, Phase, Running } from '../types' */
/** @import { Watched, WatchedDiagnosis, WatchOptions } from '../types' */

const BEAT = 500 // ms between two readings
const PROFILED = 0.3 // of the watched time, at its end
const SECONDS = 10 // unless they are given
const MORE_SECONDS = 30 // for a doubt that time can settle
const STEP = 5000 // ms between two looks at a doubt
const KEEPING = 4000 // ms in which a leak keeps what a snapshot shows
const TRACES = { time: 1000, most: 200 } // ms, and calls
const TRACED = ['agent', 'calls', 'children', 'opened', 'writes'] // what findings show by it
const COLLECTIONS = 5 // if they are asked for
const COLLECTION = 20e-6 // ms that a byte of heap takes in a collection, at most
const LONGEST_CATCH_UP = 2000 // ms
const SLOWED = /^v20\./ // its await stays slower when calls have been traced
// 1000 µs between two samples, the default, cost 29 % more CPU time. Bytes are a mean.
const PROFILE = { cpu: 4000, heap: 262_144 }

/**
 * Diagnoses a running process. If it exits meanwhile, or an abort ends the watch, the diagnosis is
 * that of what was seen until then.
 * @param {Running} running
 * @param {WatchOptions} [options]
 * @returns {Promise<WatchedDiagnosis>}
 * @throws {UserError} When the process cannot be watched, or ends before the first reading.
 */
async function watch (running, options = {}) {
  const { pid, worker, workers, diagnosis } = await chooseProcess(running, options)
  if (diagnosis) return diagnosis
  const { inspector, end, ...identity } = await attachWhenFree({ ...running, pid }, options)
  try {
    const ask = await sendObserver(inspector)
    return await watchAttached({ inspector, ask, running: identity, worker, workers }, options)
  } finally {
    await end()
  }
}

/** @param {Attached} attached @param {WatchOptions} options */
async function watchAttached ({ inspector, ask, running, worker, workers }, options) {
  const { seconds = SECONDS, collect = false, callers = false, heap = false, signal } = options
  const { ending } = inspector
  /** @type {Watched} */
  const watched = {
    onNotice () {},
    ...options,
    inspector,
    ask,
    planned: seconds,
    stop: signal ? AbortSignal.any([ending, signal]) : ending,
    evidence: {
      phases: [{ intervals: [] }, { intervals: [] }], // the second with profilers
      profiles: {},
      isWorker: Boolean(worker)
    },
    known: {
      settings: { seconds, collect, callers, heap },
      running,
      worker,
      workers,
      workerThreads: [],
      routes: [],
      untested: [],
      warnings: []
    }
  }
  const { evidence, known } = watched
  try {
    await ask('start')
    const plain = (1 - PROFILED) * seconds * 1000
    await (collect ? readCollected : readFor)(watched, plain, evidence.phases[0])
    if (!options.seconds && !collect) await lookAgain(watched)
    await takeProfiles(watched)
    const { first, others } = judge(evidence)
    await findCauses(watched, [first, ...others])
    known.routes = await ask('end')
    evidence.routes = known.routes
    const isLeaking = [first, ...others].some(({ verdict }) => verdict === LEAK)
    if (isLeaking && heap) known.holders = await takeSnapshot(watched)
  } catch (err) {
    noteEarlyEnd(watched, err)
  } finally {
    known.routes = await ask('end').catch(() => known.routes) // it may have ended
  }
  return describe(watched)
}

/** @param {Watched} watched @param {number} time ms @param {Phase} phase */
async function readFor (watched, time, { intervals }) {
  const { ask, known: { running: { pid } }, onProgress, planned, stop } = watched
  const waits = sleep(time, null, { ref: false }) // it may end before
  await readDuring(ask, waits, { beat: BEAT, intervals, onBeat, pid, signal: stop })

  function onBeat () {
    onProgress?.(Math.min(1, timeOf(watched.evidence) / planned))
  }
}

/** Goes on while there is a doubt that time can settle. @param {Watched} watched */
async function lookAgain (watched) {
  const { evidence, onNotice } = watched
  const end = timeOf(evidence) + MORE_SECONDS
  let isTold = false
  while (timeOf(evidence) < end) {
    const { first: { options = [], verdict } } = judge(evidence)
    if (!options.some(({ option }) => option === 'seconds')) return
    if (!isTold) {
      onNotice(`${verdict}: watching up to ${MORE_SECONDS} s more. Ctrl-C prints the card now`)
    }
    isTold = true
    watched.planned = SECONDS + MORE_SECONDS
    await readFor(watched, STEP, evidence.phases[0])
  }
}

// Collects garbage before each part of the time.
/** @param {Watched} watched @param {number} time ms @param {Phase} part */
async function readCollected (watched, time, part) {
  const { ask, inspector, known, onNotice, stop } = watched
  const { heap } = await ask('read')
  onNotice(`forces ${COLLECTIONS} garbage collections, and pauses process ${known.running.pid} ` +
    `each time, for at most ${ms(rough(heap * COLLECTION))}`)
  for (let i = 0; i < COLLECTIONS; i++) {
    const began = Date.now()
    await inspector.send('HeapProfiler.collectGarbage')
    // Requests that came in meanwhile have waited: they get as long again.
    await abortable(sleep(Math.min(Date.now() - began, LONGEST_CATCH_UP)), stop)
    await ask('dropInterval')
    await readFor(watched, time / COLLECTIONS, part)
  }
}

/** @param {Watched} watched */
async function takeProfiles (watched) {
  const { ask, evidence, inspector, onProfile, known: { settings } } = watched
  await ask('startProfile', PROFILE)
  let first
  let interrupted
  try {
    [first] = await readInterrupted(inspector)
    await readFor(watched, PROFILED * settings.seconds * 1000, evidence.phases[1])
    interrupted = await readInterrupted(inspector)
  } finally {
    const profiles = await ask('stopProfile', PROFILE)
    const isLoop = first && interrupted?.[0]?.functionName === first.functionName
    if (profiles.cpu && isLoop) profiles.cpu.interrupted = interrupted
    if (evidence.phases[1].intervals.length) { // otherwise it is too short
      evidence.profiles = profiles
      onProfile?.(profiles.cpu)
    }
  }
}

/** Looks for the causes of what was found. @param {Watched} watched @param {Finding[]} findings */
async function findCauses ({ ask, evidence, inspector, known, onNotice, stop }, findings) {
  const { running: { node, pid }, settings: { callers, heap }, untested } = known
  const { threadCores } = judge(evidence).facts
  const isTraceable = findings.some(({ shows = '' }) => TRACED.includes(shows))
  const mayTrace = callers || !SLOWED.test(node)
  if (findings.some(({ verdict }) => verdict === LEAK) && !heap) {
    const text = 'shows what holds the memory, and pauses the process'
    untested.push({ option: 'heap', value: true, text })
  }
  if (isTraceable && !mayTrace) {
    const text = 'shows who asks. On Node.js 20, await may stay a few per cent slower'
    untested.push({ option: 'callers', value: true, text })
  }
  if (threadCores >= COMPUTES) known.workerThreads = await findWorkerThreads(inspector, stop)
  if (!isTraceable || !mayTrace) return
  onNotice(`traces ${TRACES.most} calls of process ${pid} within a second, to see who ` +
    'asks. That slows it down meanwhile')
  evidence.callers = await findCallers(inspector, ask, { ...TRACES, signal: stop })
}

/** @param {Watched} watched */
async function takeSnapshot ({ ask, inspector, known, onNotice, stop }) {
  const work = () => abortable(sleep(KEEPING), stop)
  const options = { work, scripts: () => ask('scripts'), onNotice, signal: stop }
  try {
    return await findHolders(inspector, options)
  } catch (err) {
    const { exitCode, message } = Object(err)
    if (!exitCode || stop.aborted) throw err // a fault of ours, or an early end
    known.warnings.push(`what holds the memory was not found: ${message}`)
  }
}

/** @param {Watched} watched @param {unknown} err @throws It, or the end if nothing is known. */
function noteEarlyEnd ({ evidence, inspector: { ending }, known, planned, signal }, err) {
  const isInterrupted = signal?.aborted
  if (!isInterrupted && !ending.aborted) throw err
  const { reason } = isInterrupted ? signal : ending
  if (!evidence.phases[0].intervals.length) throw reason
  evidence.ended = isInterrupted ? 'interrupted' : 'exited'
  const what = isInterrupted ? 'this command was interrupted' : reason.message
  const time = number(rough(timeOf(evidence)))
  const before = evidence.profiles.cpu ? '' : ', before a CPU profile was taken'
  known.warnings.push(`${what} after ${time} of ${planned} s${before}`)
}

/** @param {Watched} watched @returns {WatchedDiagnosis} */
function describe ({ evidence, known }) {
  const { listeners } = intervalsOf(evidence).pop() ?? {}
  known.routes.sort((a, b) => b.time - a.time)
  return {
    ...known,
    took: timeOf(evidence),
    ended: evidence.ended,
    excessListeners: listeners ? [withPlace(listeners)] : [],
    ...judge(evidence)
  }
}

/** @param {Evidence} evidence @returns {number} s of watching */
function timeOf (evidence) {
  return sum(intervalsOf(evidence).map(({ time }) => time)) / 1000
}

/** @param {Evidence} evidence */
function intervalsOf ({ phases }) {
  return phases.flatMap(({ intervals }) => intervals)
}

/** @param {ExcessListeners} listeners */
function withPlace (listeners) {
  const { file, line } = fromLocation(listeners.location)
  return { ...listeners, location: file && `${file}:${line}` }
}

module.exports = { watch }

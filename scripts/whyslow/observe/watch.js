'use strict'

// Watches a running process under its own load, and judges what it observes.

const { setTimeout: sleep } = require('node:timers/promises')
const { attachWhenFree, sendObserver } = require('../attach/attach')
const { chooseProcess } = require('../attach/choose')
const { fromLocation } = require('../frames/samples')
const { ensureMemory } = require('../holders/find-holders')
const { adviseLonger, mayTimeSettle } = require('../judge/diagnose')
const { judge } = require('../judge/judge')
const { abortable } = require('../util/abortable')
const { ms, number, rough } = require('../util/numbers')
const { findCauses, findHoldersOfLeak, listUntested } = require('./causes')
const { lookCloser } = require('./closer-look')
const { intervalsOf, readFor, timeOf } = require('./collect')
const { foreseePause } = require('./pauses')

/** @import { Attached, ExcessListeners, Phase, Running, Watched } from '../types' */
/** @import { WatchedDiagnosis, WatchOptions } from '../types' */

const CLOSER = 0.3 // of the watched time, at its end
const SECONDS = 10 // unless they are given
const MORE_SECONDS = 30 // for a doubt that time can settle
const STEP = 5000 // ms between two looks at a doubt
const COLLECTIONS = 5 // if they are asked for
const COLLECTION = 20e-6 // ms that a byte of heap takes in a collection, at most
const LONGEST_CATCH_UP = 2000 // ms

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
  const { seconds = SECONDS, signal } = options
  const { collect = false, callers = false, heap = false, profile = false } = options
  const { ending } = inspector
  /** @type {Watched} */
  const watched = {
    onNotice () {},
    ...options,
    inspector,
    ask,
    planned: seconds,
    paused: 0,
    stop: signal ? AbortSignal.any([ending, signal]) : ending,
    evidence: {
      phases: [{ intervals: [] }, { intervals: [] }], // the second with a closer look
      profiles: {},
      isWorker: Boolean(worker)
    },
    known: {
      settings: { seconds, collect, callers, heap, profile },
      running,
      worker,
      workers,
      workerThreads: [],
      routes: [],
      warnings: []
    }
  }
  const { evidence, known } = watched
  try {
    await ask('start')
    await announce(watched)
    const plain = (1 - CLOSER) * seconds * 1000
    await (collect ? readCollected : readFor)(watched, plain, evidence.phases[0])
    if (!options.seconds && !collect) await lookAgain(watched)
    await lookCloser(watched, CLOSER * seconds * 1000)
    await findCauses(watched)
    known.routes = await ask('end')
    evidence.routes = known.routes
    await findHoldersOfLeak(watched)
  } catch (err) {
    noteEarlyEnd(watched, err)
  } finally {
    known.routes = await ask('end').catch(() => known.routes) // it may have ended
  }
  return describe(watched)
}

/** Says what the user has asked for, and refuses what cannot be. @param {Watched} watched */
async function announce ({ ask, inspector, known, onNotice }) {
  const { running: { pid }, settings: { heap, profile } } = known
  if (heap) await ensureMemory(inspector) // before anything pauses
  if (!profile) return
  const { heap: used } = await ask('read')
  onNotice(`A CPU profile may pause process ${pid} for up to ` +
    `${ms(rough(foreseePause('cpu', used)))}, and an allocation profile for up to ` +
    ms(rough(foreseePause('allocations', used))))
}

/** Goes on while there is a doubt that time can settle. @param {Watched} watched */
async function lookAgain (watched) {
  const { evidence, onNotice } = watched
  const end = timeOf(evidence) + MORE_SECONDS
  let isTold = false
  while (timeOf(evidence) < end) {
    const findings = judge(evidence)
    if (!mayTimeSettle(findings)) return
    if (!isTold) {
      const { verdict } = findings.first
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
  onNotice(`Forcing ${COLLECTIONS} garbage collections. Each pauses process ` +
    `${known.running.pid} for up to ${ms(rough(heap * COLLECTION))}`)
  for (let i = 0; i < COLLECTIONS; i++) {
    const began = Date.now()
    await inspector.send('HeapProfiler.collectGarbage')
    watched.paused += Date.now() - began
    // Requests that came in meanwhile have waited: they get as long again.
    await abortable(sleep(Math.min(Date.now() - began, LONGEST_CATCH_UP)), stop)
    await ask('dropInterval')
    await readFor(watched, time / COLLECTIONS, part)
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
function describe (watched) {
  const { evidence, known, paused } = watched
  const { listeners } = intervalsOf(evidence).pop() ?? {}
  known.routes.sort((a, b) => b.time - a.time)
  return {
    ...known,
    untested: listUntested(watched),
    took: timeOf(evidence),
    paused,
    ended: evidence.ended,
    excessListeners: listeners ? [withPlace(listeners)] : [],
    ...adviseLonger(judge(evidence), known.settings.seconds)
  }
}

/** @param {ExcessListeners} listeners */
function withPlace (listeners) {
  const { file, line } = fromLocation(listeners.location)
  return { ...listeners, location: file && `${file}:${line}` }
}

module.exports = { watch }

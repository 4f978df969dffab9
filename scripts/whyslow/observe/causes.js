'use strict'

// What a watch looks for when it has found something: who asks, other threads, what holds memory.

const { setTimeout: sleep } = require('node:timers/promises')
const { findHolders } = require('../holders/find-holders')
const { judge } = require('../judge/judge')
const { THREADS } = require('../judge/account')
const { LEAK } = require('../judge/rules')
const { abortable } = require('../util/abortable')
const { ms, rough } = require('../util/numbers')
const { findCallers } = require('./callers')
const { PROFILED } = require('./closer-look')
const { foreseePause, heapOf, mayPauseFor } = require('./pauses')
const { findWorkerThreads } = require('./worker-threads')

/** @import { Advice, PauseCause, Watched } from '../types' */

const KEEPING = 4000 // ms in which a leak keeps what a snapshot shows
const MOST_TRACES = 200 // calls
const TRACED_FOR = { least: 1000, most: 5000 } // ms: seldom calls need longer
const TRACED = ['agent', 'calls', 'children', 'opened', 'writes'] // what findings show by it
const SLOWED = /^v20\./ // its await stays slower when a debugger has traced calls

/** @param {Watched} watched */
async function findCauses (watched) {
  const { ask, evidence, inspector, known, onNotice, stop } = watched
  const { running: { node, pid }, settings: { callers } } = known
  const { facts, first, others } = judge(evidence)
  if (facts.threadCores >= THREADS) known.workerThreads = await findWorkerThreads(inspector, stop)
  if (![first, ...others].some(({ shows = '' }) => TRACED.includes(shows))) return
  const isDeep = callers || (!SLOWED.test(node) && mayPauseFor(watched, 'debugger'))
  const { requestMs = 0 } = facts
  const time = Math.min(Math.max(TRACED_FOR.least, 1.2 * requestMs), TRACED_FOR.most)
  const pause = ms(rough(foreseePause('debugger', heapOf(evidence))))
  const effect = isDeep ? `. This slows the process down, and may pause it for up to ${pause}` : ''
  onNotice(`Tracing ${MOST_TRACES} calls of process ${pid} for up to ${ms(rough(time))}, to find ` +
    `the caller${effect}`)
  const options = { time, most: MOST_TRACES, isDeep, signal: stop }
  const traced = await findCallers(inspector, ask, options)
  watched.isDeep = isDeep
  evidence.callers = traced.callers
  watched.paused += traced.paused
}

/** Finds what holds a leak, if that was asked for. @param {Watched} watched */
async function findHoldersOfLeak (watched) {
  const { ask, evidence, inspector, known, onNotice, stop } = watched
  const { first, others } = judge(evidence)
  if (!known.settings.heap || ![first, ...others].some(({ verdict }) => verdict === LEAK)) return
  const work = () => abortable(sleep(KEEPING), stop)
  const options = { work, scripts: () => ask('scripts'), onNotice, signal: stop }
  const began = performance.now()
  try {
    known.holders = await findHolders(inspector, options)
  } catch (err) {
    const { exitCode, message } = Object(err)
    if (!exitCode || stop.aborted) throw err // a fault of ours, or an early end
    known.warnings.push(`what holds the memory was not found: ${message}`)
  }
  watched.paused += performance.now() - began - KEEPING
}

/**
 * Lists what other options would show of the findings.
 * @param {Watched} watched
 * @returns {(Advice & { text: string })[]}
 */
function listUntested (watched) {
  const { evidence, isDeep, isProfiled, known: { running: { node }, settings } } = watched
  const { outcome, first, others } = judge(evidence)
  const untested = new Map()
  /** @param {Advice['option']} option @param {string} text @param {PauseCause} [cause] */
  function add (option, text, cause) {
    const time = cause && ms(rough(foreseePause(cause, heapOf(evidence))))
    const pause = time ? `, but pauses the process for up to ${time}` : ''
    untested.set(option, { option, value: true, text: `shows ${text}${pause}` })
  }
  for (const { verdict, shows = '', place } of [first, ...others]) {
    if (verdict === LEAK && !evidence.profiles.heap) add('profile', 'what allocates', 'allocations')
    if (verdict === LEAK && !settings.heap) {
      add('heap', 'what holds the memory, but pauses the process')
    }
    const isShown = isProfiled || mayPauseFor(watched, 'cpu')
    if (outcome === 'fault' && PROFILED.includes(shows) && !isShown) {
      add('profile', 'native code and garbage collections, too', 'cpu')
    }
    if (place || isDeep || !TRACED.includes(shows)) continue
    const effect = SLOWED.test(node) ? '. On Node.js 20, await may stay a few per cent slower' : ''
    add('callers', `the callers${effect}`, 'debugger')
  }
  return Array.from(untested.values())
}

module.exports = { findCauses, findHoldersOfLeak, listUntested }

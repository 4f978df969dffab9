'use strict'

/** @import { Foreign, Rest } from '../../types' */

// Garbage collections: those of the program, and those that this command asks for. What is still
// there when no request is in progress is kept.

const { stat } = require('node:fs')
const { constants, PerformanceObserver } = require('node:perf_hooks')
const process = require('node:process')
const { setTimeout: sleep } = require('node:timers/promises')
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')
const {
  addCounts, disturb, eventLoopUtilization, isDisturbed, now, read
} = require('./intervals')
const { guard } = require('./methods')
const { countInProgress, countServed } = require('./requests')
const { bytesInUse, countFiles, waitForCore } = require('./resources')
const { pause, resume } = require('./ticks')

const {
  NODE_PERFORMANCE_GC_FLAGS_FORCED: FORCED,
  NODE_PERFORMANCE_GC_MINOR: MINOR,
  NODE_PERFORMANCE_GC_MAJOR: MAJOR
} = constants
const LIMIT = 3000 // ms until the last request has to be answered
const BEAT = 100 // ms
const MOST_BUSY = 0.5 // event-loop utilisation
const IDLE_POOL = 10 // ms that a file call takes at most if a thread is free

const collections = new PerformanceObserver(guard(count))
const counts = addCounts(() => ({ gcTime: 0, lowest: undefined, collected: [] }))

/** @param {Foreign} list */
function count (list) {
  const bytes = bytesInUse()
  for (const { duration, detail, startTime } of list.getEntries()) {
    const isOwn = isDisturbed(startTime) || detail.flags & FORCED
    if (!isOwn) counts.gcTime += duration
    const isMajor = detail.kind === MAJOR
    if (isMajor || detail.kind === MINOR) counts.lowest = Math.min(counts.lowest ?? bytes, bytes)
    if (isMajor) counts.collected.push({ time: now(), requests: countServed(), bytes })
  }
}

// This command has forced a collection, which stopped everything: only what it has left counts.
function dropInterval () {
  disturb()
  waitForCore()
  const { collected } = read()
  counts.collected = collected
}

// What one collection has found free may hold what only the next one can free.
async function collectGarbage () {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  for (let i = 0; i < 2; i++) {
    collect()
    await sleep(1) // finalizers run
  }
}

/** @returns {Promise<Rest>} */
async function rest () {
  pause()
  const limit = now() + LIMIT
  let isWorking = true
  while (isWorking && now() < limit) isWorking = await isAtWork()
  await collectGarbage()
  /** @type {Record<string, number>} */
  const resources = {}
  for (const kind of process.getActiveResourcesInfo()) {
    resources[kind] = (resources[kind] ?? 0) + 1
  }
  const bytes = bytesInUse()
  read()
  resume()
  return { bytes, resources, files: countFiles(), inProgress: countInProgress() }
}

// Requests whose clients have gone may still have work, here or in the thread pool.
async function isAtWork () {
  const before = eventLoopUtilization()
  await sleep(BEAT)
  if (countInProgress() || eventLoopUtilization(before).utilization > MOST_BUSY) return true
  const began = now()
  await new Promise((resolve) => stat('.', resolve))
  return now() - began > IDLE_POOL
}

module.exports = { collections, dropInterval, rest }

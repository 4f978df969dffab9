'use strict'

// https://chromedevtools.github.io/devtools-protocol/tot/HeapProfiler/

/** @import { HolderOptions, Holders, Inspector, Search } from '../types' */

const { once } = require('node:events')
const { abortable } = require('../util/abortable')
const { UserError } = require('../util/errors')
const { bytes, ms, rough } = require('../util/numbers')
const { startSearch } = require('./search')

const CHUNK = 'HeapProfiler.addHeapSnapshotChunk'
const RENUMBERED = 'another debugger of the process has renumbered its objects'
// For each byte of a heap of small objects, at most.
const PAUSE = 250e-6 // ms
const SNAPSHOT = 16 // bytes of the process
const SEARCH = 8 // bytes here
const FREE = 96 // bytes that have to be free: a snapshot and its search take a quarter of them
const BASE = 60e6 // bytes that any search takes
const LARGEST_HEAP = 240e6 // bytes: the process answers within a minute
const MEMORY = '({ used: process.memoryUsage().heapUsed, left: process.availableMemory() })'

/**
 * Finds what holds the objects that are new after some work, by a heap snapshot. The process stops
 * twice, for about 5 s per million objects.
 * @param {Inspector} inspector
 * @param {HolderOptions} options
 * @returns {Promise<Holders>}
 * @throws {UserError} When a snapshot is not possible.
 */
async function findHolders (inspector, { work, scripts, harness, onNotice, signal }) {
  const { evaluateObject, send } = inspector
  const objectId = await evaluateObject('({})')
  const askId = () => send('HeapProfiler.getHeapObjectId', { objectId })
  let search
  try {
    const { used, snapshot } = await ensureMemory(inspector)
    onNotice?.(`Taking two snapshots of the heap of ${bytes(rough(used))}. Each pauses the ` +
      `process for up to ${ms(rough(used * PAUSE))}, so a liveness probe may fail. It may need ` +
      `${bytes(rough(snapshot))} more memory`)
    const mark = await findLastId(inspector)
    const { heapSnapshotObjectId: before } = await askId()
    await work()
    const { search: memory } = await ensureMemory(inspector)
    search = startSearch(memory)
    await abortable(sendSnapshot(inspector, search), signal)
    const { heapSnapshotObjectId: after } = await askId()
    if (before !== after) throw new UserError(RENUMBERED)
    const question = { mark, scripts: await scripts(), harness } // which renumbers them, too
    return await abortable(search.ask(question), signal)
  } finally {
    search?.end()
    await send('HeapProfiler.disable').catch(() => {}) // the process has ended
    await send('Runtime.releaseObject', { objectId }).catch(() => {})
  }
}

/**
 * Checks that there is memory for a snapshot and its search. In a pod, both have one limit.
 * @param {Pick<Inspector, 'evaluate'>} inspector
 * @returns {Promise<{ used: number, snapshot: number, search: number }>} bytes
 * @throws {UserError} When there is too little, or the heap is too large.
 */
async function ensureMemory ({ evaluate }) {
  const { used, left } = await evaluate(MEMORY)
  const free = Math.min(left, process.availableMemory())
  const size = bytes(rough(used))
  if (used > LARGEST_HEAP) {
    throw new UserError(`the heap of ${size} is too large for a snapshot: the limit is ` +
      bytes(LARGEST_HEAP))
  }
  if (used * FREE > free) {
    throw new UserError(`a heap snapshot needs ${FREE} MB of free memory for each MB of heap: ` +
      `${bytes(rough(used * FREE))} for ${size}, but only ${bytes(rough(free))} are free`)
  }
  return { used, snapshot: used * SNAPSHOT, search: BASE + used * SEARCH }
}

// While V8 tracks objects, it collects garbage 20 times a second. It ends with a snapshot.
/** @param {Pick<Inspector, 'events' | 'send'>} inspector */
async function findLastId ({ events, send }) {
  const seen = once(events, 'HeapProfiler.lastSeenObjectId')
  await send('HeapProfiler.startTrackingHeapObjects')
  await send('HeapProfiler.stopTrackingHeapObjects')
  const [{ lastSeenObjectId }] = await seen
  return lastSeenObjectId
}

/** @param {Pick<Inspector, 'events' | 'send'>} inspector @param {Search} search */
async function sendSnapshot ({ events, send }, search) {
  const onChunk = (/** @type {{ chunk: string }} */ { chunk }) => search.write(chunk)
  events.on(CHUNK, onChunk)
  try {
    await send('HeapProfiler.takeHeapSnapshot')
  } finally {
    events.off(CHUNK, onChunk)
  }
}

module.exports = { ensureMemory, findHolders }

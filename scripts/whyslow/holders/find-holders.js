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
const MOST_SHARE = 0.25 // of the memory that is left
// For each byte of a heap of small objects, at most.
const PAUSE = 250e-6 // ms
const SNAPSHOT = 16 // bytes of the process
const SEARCH = 8 // bytes here
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
    onNotice?.(`takes two snapshots of the heap of ${bytes(rough(used))}, and pauses the process ` +
      `twice, for at most ${ms(rough(used * PAUSE))} each. It may need ` +
      `${bytes(rough(snapshot))} more of memory meanwhile. A probe of its liveness may fail`)
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

// In bytes. In a pod, the search and the process have one limit.
/** @param {Pick<Inspector, 'evaluate'>} inspector */
async function ensureMemory ({ evaluate }) {
  const { used, left } = await evaluate(MEMORY)
  const most = Math.min(left, process.availableMemory()) * MOST_SHARE
  const snapshot = used * SNAPSHOT
  const search = BASE + used * SEARCH
  const problem = `a snapshot of ${bytes(rough(used))} of heap`
  if (used > LARGEST_HEAP) throw new UserError(`${problem} would be too large`)
  if (snapshot + search <= most) return { used, snapshot, search }
  throw new UserError(`${problem} may take ${bytes(rough(snapshot + search))} of memory, and a ` +
    `quarter of what is left is ${bytes(rough(most))}`)
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

module.exports = { findHolders }

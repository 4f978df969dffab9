'use strict'

// https://chromedevtools.github.io/devtools-protocol/tot/HeapProfiler/

/** @import { Holders, Inspector, Script } from '../types' */

const { once } = require('node:events')
const { isOurs, isUserFrame } = require('../frames/frames')
const { fromCallFrame } = require('../frames/samples')
const { abortable } = require('../util/abortable')
const { UserError } = require('../util/errors')
const { bytes } = require('../util/numbers')
const { describeHolder } = require('./describe')
const { readSnapshot } = require('./heap-graph')
const { findLargest, walk } = require('./owners')

const CHUNK = 'HeapProfiler.addHeapSnapshotChunk'
const UNKNOWN = 'what holds the memory is not known'
const RENUMBERED = `${UNKNOWN}: another debugger of the process has renumbered its objects`
const MOST_HOLDERS = 3
const LEAST = 0.1 // share of a holder
const LEAST_EXPLAINED = 0.5
const LARGEST_HEAP = 250e6 // bytes; of small objects, its snapshot has 400 MB
const COST = 15 // bytes of memory for each byte of a heap of small objects
const MEMORY = `({
  used: process.memoryUsage().heapUsed,
  free: Math.min(process.getBuiltinModule('node:os').freemem(), process.availableMemory())
})`

/**
 * Finds what holds the objects that are new after some work, by a heap snapshot. The process stops
 * twice, for about 5 s per million objects.
 * @param {Inspector} inspector
 * @param {object} options
 * @param {() => Promise<unknown>} options.work sends requests, and waits for the answers
 * @param {() => Promise<Script[]>} options.scripts
 * @param {string} [options.harness] folder whose code in the process is none of the program
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<Holders>}
 * @throws {UserError} When a snapshot is not possible.
 */
async function findHolders (inspector, { work, scripts, harness, signal }) {
  const { evaluateObject, send } = inspector
  const objectId = await evaluateObject('({})')
  const askId = () => send('HeapProfiler.getHeapObjectId', { objectId })
  try {
    await ensureMemory(inspector)
    const mark = await findLastId(inspector)
    const { heapSnapshotObjectId: before } = await askId()
    await work()
    await ensureMemory(inspector)
    const graph = await abortable(takeSnapshot(inspector), signal)
    const { heapSnapshotObjectId: after } = await askId()
    if (before !== after) throw new UserError(RENUMBERED)
    return sumHolders(graph, mark, await scripts(), harness) // which renumbers them, too
  } finally {
    await send('HeapProfiler.disable').catch(() => {}) // the process has ended
    await send('Runtime.releaseObject', { objectId }).catch(() => {})
  }
}

async function ensureMemory ({ evaluate }) {
  const { used, free } = await evaluate(MEMORY)
  const snapshot = `${UNKNOWN}: a snapshot of ${bytes(used)} of heap`
  const cost = used * COST
  if (used > LARGEST_HEAP) throw new UserError(`${snapshot} would be too large`)
  if (cost <= free) return
  throw new UserError(`${snapshot} may take ${bytes(cost)} of memory, and ${bytes(free)} is free`)
}

// While V8 tracks objects, it collects garbage 20 times a second. It ends with a snapshot.
async function findLastId ({ events, send }) {
  const seen = once(events, 'HeapProfiler.lastSeenObjectId')
  await send('HeapProfiler.startTrackingHeapObjects')
  await send('HeapProfiler.stopTrackingHeapObjects')
  const [{ lastSeenObjectId }] = await seen
  return lastSeenObjectId
}

async function takeSnapshot ({ events, send }) {
  const reader = readSnapshot()
  /** @type {any} */
  let step = reader.next('')
  const read = ({ chunk }) => { step = reader.next(chunk) }
  events.on(CHUNK, read)
  try {
    await send('HeapProfiler.takeHeapSnapshot')
  } finally {
    events.off(CHUNK, read)
  }
  return step.value
}

// Takes away one holder after the other, to see what they keep.
function sumHolders (graph, mark, scripts, harness) {
  const urls = new Map(scripts.map(({ id, url }) => [id, url]))
  const places = new Map() // of functions of your own code
  const leftOut = new Uint8Array(graph.nodeCount)
  for (const [node, location] of graph.locations) {
    const url = urls.get(location.scriptId) ?? ''
    const frame = fromCallFrame({ functionName: graph.nameOf(node), url, ...location })
    if (isOurs(frame, harness)) leftOut[node] = 1
    else if (isUserFrame(frame)) places.set(node, frame)
  }

  const holders = []
  const all = walk(graph, mark, leftOut)
  let walked = all
  while (holders.length < MOST_HOLDERS) {
    const owner = findLargest(walked.owners, all.bytes * LEAST)
    if (!owner?.bytes) break
    const holder = describeHolder(graph, walked, owner, places)
    for (const node of owner.nodes) leftOut[node] = 1
    const rest = walk(graph, mark, leftOut)
    const alone = walked.bytes - rest.bytes // the walk may have come to it on another way
    holders.push({ ...holder, share: Math.max(owner.bytes, alone) / all.bytes })
    walked = rest
  }
  const explained = all.bytes && 1 - walked.bytes / all.bytes
  if (explained < LEAST_EXPLAINED) holders.length = 0
  holders.sort((a, b) => b.share - a.share)
  return { bytes: all.bytes, objects: all.objects, holders, explained }
}

module.exports = { findHolders }

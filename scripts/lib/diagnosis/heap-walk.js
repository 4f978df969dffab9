'use strict'

// Walks over the heap of a running process, which stops meanwhile, and finds listeners.

const { fromCallFrame } = require('../profiling/samples')

/** @import { Watch } from '../measure/types' */
/** @import { Inspector } from '../system/types' */
/** @import { WalkedHeap } from './types' */

/**
 * Finds the event with the most listeners, if it has more than ten, by a walk over the heap.
 * @param {Inspector} inspector
 * @param {Watch} watch
 * @returns {Promise<WalkedHeap>}
 */
async function findListeners ({ events, send }, { read }) {
  /** @type {Map<string, string>} */
  const files = new Map()
  events.on('Debugger.scriptParsed', ({ scriptId, url }) => files.set(scriptId, url))
  await send('Debugger.enable')
  const { result: prototype } = await send('Runtime.evaluate', {
    expression: "require('node:events').prototype",
    includeCommandLineAPI: true
  })
  const { objects } = await send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId })
  const { result: most } = await send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: String(findMost)
  })
  const { answered } = await read()
  await send('Debugger.disable')
  await send('Runtime.releaseObject', { objectId: objects.objectId })
  const { result: fields } = await send('Runtime.getProperties', { objectId: most.objectId })
  const { emitter, event, listeners, listener } =
    Object.fromEntries(fields.map((/** @type {any} */ { name, value }) => [name, value]))
  if (!listener) return { answered }
  const { objectId } = listener
  const { internalProperties } = await send('Runtime.getProperties', { objectId })
  const { value } = internalProperties.find((/** @type {any} */ { name }) =>
    name === '[[FunctionLocation]]').value
  const url = files.get(value.scriptId) ?? ''
  const { file, line } = fromCallFrame({ functionName: '', url, ...value })
  const location = `${file}:${line}`
  return {
    answered,
    most: { emitter: emitter.value, event: event.value, listeners: listeners.value, location }
  }
}

/** @this {any[]} Runs in the process, on all emitters. */
function findMost () {
  /** @type {any} */
  let most = { listeners: 10 }
  for (const emitter of this) {
    const events = Object.getOwnPropertyDescriptor(emitter, '_events')?.value ?? {}
    for (const event of Reflect.ownKeys(events)) {
      const added = events[event]
      if (!Array.isArray(added) || added.length <= most.listeners) continue
      most = {
        emitter: emitter.constructor?.name ?? '',
        event: String(event),
        listeners: added.length,
        listener: added[10].listener ?? added[10]
      }
    }
  }
  return most
}

/**
 * @param {WalkedHeap} before
 * @param {WalkedHeap} after
 * @returns {number} listeners that each request has added
 */
function addedPerRequest ({ most: before, answered }, { most: after, answered: later }) {
  if (!before || before.event !== after?.event) return 0
  return (after.listeners - before.listeners) / Math.max(1, later - answered)
}

module.exports = { addedPerRequest, findListeners }

'use strict'

// Walks over the heap of a running process, which stops meanwhile, and finds listeners.

const { fromCallFrame } = require('../profiling/samples')

/** @import { Watch } from '../measure/types' */
/** @import { Inspector } from '../system/types' */
/** @import { WalkedHeap } from './types' */

/**
 * Finds the event with the most listeners, if it has more than ten.
 * @param {Inspector} inspector
 * @param {Watch} watch
 * @param {boolean} [isWalked] false: nothing is looked for
 * @returns {Promise<WalkedHeap>}
 */
async function findListeners ({ events, send }, watch, isWalked) {
  if (!isWalked) return { answered: 0 }
  const urls = new Map()
  events.on('Debugger.scriptParsed', ({ scriptId, url }) => urls.set(scriptId, url))
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
  const { answered } = await watch.read()
  await send('Debugger.disable')
  await send('Runtime.releaseObject', { objectId: objects.objectId })
  const { result: fields } = await send('Runtime.getProperties', { objectId: most.objectId })
  const { emitter, event, listeners, listener } =
    Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  if (!listener) return { answered }
  const { internalProperties } = await send('Runtime.getProperties', {
    objectId: listener.objectId
  })
  const { value } = internalProperties.find(({ name }) => name === '[[FunctionLocation]]').value
  const url = urls.get(value.scriptId) ?? ''
  const { file, line } = fromCallFrame({ functionName: '', url, ...value })
  return {
    answered,
    most: {
      emitter: emitter.value,
      event: event.value,
      listeners: listeners.value,
      location: `${file}:${line}`
    }
  }
}

// Runs in the process, on all emitters.
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
 * Compares two walks.
 * @param {WalkedHeap} before
 * @param {WalkedHeap} after
 * @returns {number} listeners that each request has added
 */
function addedPerRequest (before, after) {
  if (!before.most || before.most.event !== after.most?.event) return 0
  const added = after.most.listeners - before.most.listeners
  return added / Math.max(1, after.answered - before.answered)
}

module.exports = { addedPerRequest, findListeners }

'use strict'

// Walks over the heap of a running process, which stops meanwhile, and finds listeners.

const { fromCallFrame } = require('../frames/samples')

/** @import { Ask, ExcessListeners, Inspector } from '../types' */

/**
 * Finds the event with the most listeners, if it has more than ten.
 * @param {Inspector} inspector
 * @param {Ask} ask
 * @returns {Promise<ExcessListeners|undefined>}
 */
async function findListeners ({ evaluateObject, send }, ask) {
  const prototypeObjectId = await evaluateObject("require('node:events').prototype")
  const { objects } = await send('Runtime.queryObjects', { prototypeObjectId })
  const { result } = await send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: String(findMost)
  })
  await send('Runtime.releaseObject', { objectId: objects.objectId })

  const { result: fields } = await send('Runtime.getProperties', {
    objectId: result.objectId
  })
  const most = {}
  for (const { name, value } of fields) most[name] = value
  const { emitter, event, listeners, listener } = most
  if (!listener) return undefined
  const scripts = await ask('scripts')
  return {
    emitter: emitter.value,
    event: event.value,
    listeners: listeners.value,
    location: await locationOf(listener, scripts, send)
  }
}

// Of a bound function, that of its target; a native function has none.
async function locationOf ({ objectId }, scripts, send) {
  const { internalProperties } = await send('Runtime.getProperties', { objectId })
  const find = (name) => internalProperties.find((property) => property.name === name)?.value
  const target = find('[[TargetFunction]]')
  if (target) return await locationOf(target, scripts, send)
  const location = find('[[FunctionLocation]]')?.value
  if (!location) return ''
  const { url = '' } = scripts.find(({ id }) => id === location.scriptId) ?? {}
  const { file, line } = fromCallFrame({ functionName: '', url, ...location })
  return `${file}:${line}`
}

// Runs in the process, on all emitters.
function findMost () {
  /** @type {any} */
  let most = { listeners: 10 }
  for (const emitter of this) {
    const events =
      Object.getOwnPropertyDescriptor(emitter, '_events')?.value ?? {}
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

module.exports = { findListeners }

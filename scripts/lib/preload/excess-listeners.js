'use strict'

// Finds events with more than ten listeners, whether or not the warning of Node.js is silenced.

/** @import { ExcessListeners } from './types' */

const { EventEmitter } = require('node:events')
const { callerLocation } = require('./caller-location')

const MANY = 10
const LIMIT = 100 // emitters that are remembered

let remembered = []

for (const method of ['on', 'addListener', 'prependListener']) {
  const original = EventEmitter.prototype[method]
  EventEmitter.prototype[method] = function (event, listener) {
    Reflect.apply(original, this, [event, listener])
    // Node.js keeps one listener as a function, several as an array.
    const listeners = /** @type {any} */ (this)._events?.[event]
    if (Array.isArray(listeners) && listeners.length === MANY + 1) remember(this, event)
    return this
  }
}

function remember (emitter, event) {
  if (remembered.length >= LIMIT) dropCollected()
  if (remembered.length >= LIMIT) return
  for (const known of remembered) {
    if (known.emitter.deref() === emitter && known.event === event) return
  }
  remembered.push({
    emitter: new WeakRef(emitter),
    event,
    location: callerLocation()
  })
}

function dropCollected () {
  remembered = remembered.filter(({ emitter }) => emitter.deref())
}

/** @returns {ExcessListeners[]} of the events that still have more than ten, the most first */
function readExcessListeners () {
  dropCollected()
  const events = []
  for (const { emitter: reference, event, location } of remembered) {
    const emitter = reference.deref()
    const listeners = emitter?.listenerCount(event) ?? 0
    if (listeners <= MANY) continue
    events.push({
      emitter: emitter.constructor?.name ?? '',
      event: String(event),
      listeners,
      location
    })
  }
  return events.sort((a, b) => b.listeners - a.listeners)
}

module.exports = { readExcessListeners }

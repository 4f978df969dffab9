'use strict'

// Finds events with more than ten listeners, of which Node.js would warn, whether or not that warning is silenced.

const { EventEmitter } = require('node:events')
const { callerLocation } = require('./caller-location')

const MANY = 10
const LIMIT = 100 // emitters that are remembered

/**
 * @typedef {object} ExcessListeners
 * @property {string} emitter name of its class
 * @property {string} event
 * @property {number} listeners
 * @property {string} location where the eleventh listener was added, as `file:line`; '' if it is unknown
 *
 * @typedef {{emitter: WeakRef<EventEmitter>, event: string|symbol, location: string}} Found
 */

/** @type {Found[]} */
let found = []

for (const method of /** @type {const} */ (['on', 'addListener', 'prependListener'])) {
  const original = EventEmitter.prototype[method]
  /** @param {string|symbol} event @param {(...args: any[]) => void} listener */
  EventEmitter.prototype[method] = function (event, listener) {
    Reflect.apply(original, this, [event, listener])
    // Node.js keeps one listener as a function, several as an array.
    const listeners = /** @type {any} */ (this)._events?.[event]
    if (Array.isArray(listeners) && listeners.length === MANY + 1) remember(this, event)
    return this
  }
}

/** @param {EventEmitter} emitter @param {string|symbol} event */
function remember (emitter, event) {
  if (found.length >= LIMIT) found = found.filter(({ emitter }) => emitter.deref())
  if (found.length >= LIMIT || found.some((its) => its.emitter.deref() === emitter && its.event === event)) return
  found.push({ emitter: new WeakRef(emitter), event, location: callerLocation() })
}

/** @returns {ExcessListeners[]} those that still have more than ten, the most listeners first */
function readExcessListeners () {
  found = found.filter(({ emitter }) => emitter.deref())
  return found.map(({ emitter, event, location }) => {
    const held = emitter.deref()
    const listeners = held?.listenerCount(event) ?? 0
    return { emitter: held?.constructor?.name ?? '', event: String(event), listeners, location }
  }).filter(({ listeners }) => listeners > MANY).sort((a, b) => b.listeners - a.listeners)
}

module.exports = { readExcessListeners }

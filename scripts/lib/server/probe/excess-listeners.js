'use strict'

// Preloaded: `excessListeners` gives the events with more than ten listeners, whether or not the
// warning of Node.js is silenced.

/** @import { CrowdedEvent, EmitterOfNode, ExcessListeners } from './types' */

const { EventEmitter } = require('node:events')
const { fileURLToPath } = require('node:url')
const { answers } = require('./probe')

const MANY = 10
const LIMIT = 100 // emitters that are remembered
const LOCATION = /[ (]((?:file:|\/|[A-Za-z]:[\\/])[^()]*:\d+):\d+\)?$/ // without the column

const known = new WeakMap() // sets of events, by emitter: some add a listener with each request
/** @type {CrowdedEvent[]} */
let remembered = []

for (const method of /** @type {const} */ (['on', 'addListener', 'prependListener'])) {
  const original = EventEmitter.prototype[method]
  /** @type {(this: EventEmitter, event: string|symbol, listener: () => void) => EventEmitter} */
  EventEmitter.prototype[method] = function (event, listener) {
    Reflect.apply(original, this, [event, listener])
    // Node.js keeps one listener as a function, several as an array.
    const listeners = /** @type {EmitterOfNode} */ (this)._events?.[event]
    if (Array.isArray(listeners) && listeners.length > MANY) remember(this, event)
    return this
  }
}

/** @param {EventEmitter} emitter @param {string|symbol} event */
function remember (emitter, event) {
  const events = known.get(emitter) ?? new Set()
  if (events.has(event)) return
  known.set(emitter, events.add(event))
  if (remembered.length >= LIMIT) dropCollected()
  if (remembered.length >= LIMIT) return
  remembered.push({
    emitter: new WeakRef(emitter),
    event,
    location: callerLocation()
  })
}

/** @returns {string} `file:line` of the caller: not Node.js, nor a package, nor this folder */
function callerLocation () {
  let stack = ''
  try {
    stack = String(new Error().stack)
  } catch {} // of Error.prepareStackTrace, which may also give something else than a string
  let inPackage = ''
  for (const frame of stack.split('\n').slice(1)) {
    const match = frame.match(LOCATION)
    if (!match) continue
    const location = match[1].startsWith('file:') ? fileURLToPath(match[1]) : match[1]
    if (location.startsWith(__dirname)) continue
    if (!location.includes('node_modules')) return location
    inPackage ||= location
  }
  return inPackage
}

function dropCollected () {
  remembered = remembered.filter(({ emitter }) => emitter.deref())
}

/** @returns {ExcessListeners[]} of the events that still have more than ten, the most first */
answers.excessListeners = () => {
  dropCollected()
  const events = []
  for (const { emitter: reference, event, location } of remembered) {
    const emitter = reference.deref()
    const listeners = emitter?.listenerCount(event) ?? 0
    if (!emitter || listeners <= MANY) continue
    events.push({
      emitter: emitter.constructor?.name ?? '',
      event: String(event),
      listeners,
      location
    })
  }
  return events.sort((a, b) => b.listeners - a.listeners)
}

module.exports = { callerLocation }

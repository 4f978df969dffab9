'use strict'

/** @import { CrowdedEvent, Foreign, OnCall } from '../../types' */

// The events that have many listeners: they may get more with each request.

const { getEventListeners } = require('node:events')
const { addState } = require('./intervals')

const MANY = 10 // listeners of one event
const CROWDS = 100 // events that are remembered
const MOST_LOOKS = 10 // for the program's call: Node.js adds listeners of its own, too

/** @type {CrowdedEvent[]} */
let crowds = []
let crowded = new WeakMap() // how often each event was looked at, by emitter

function begin () {
  crowds = []
  crowded = new WeakMap()
}

/** @type {OnCall} */
function onListener (emitter, [event]) {
  const listeners = emitter._events?.[event]
  if (Array.isArray(listeners) && listeners.length >= MANY) noteCrowd(emitter, event)
}

/** @type {OnCall} */
function onEventListener (target, [event]) {
  if (getEventListeners(target, event).length === MANY) noteCrowd(target, event)
}

/** @param {Foreign} target @param {string|symbol} event */
function noteCrowd (target, event) {
  const looks = crowded.get(target) ?? new Map()
  const count = (looks.get(event) ?? 0) + 1
  if (count > MOST_LOOKS || crowds.length >= CROWDS) return
  crowded.set(target, looks.set(event, count))
  const location = callerLocation()
  if (!location && count < MOST_LOOKS) return
  looks.set(event, MOST_LOOKS)
  const first = countListeners(target, event)
  crowds.push({ target: new WeakRef(target), event, first, location })
}

// The program may have replaced listenerCount.
/** @param {Foreign} target @param {Foreign} event */
function countListeners (target, event) {
  const listeners = target._events?.[event] ?? getEventListeners(target, event)
  return Array.isArray(listeners) ? listeners.length : 1
}

// As V8 writes it; of the program, if there is something of it on the stack.
function callerLocation () {
  const stack = String(new Error().stack)
  const found = stack.matchAll(/[ (]((?:file:|\/|\w:\\).*:\d+:\d+)\)?$/gm)
  const locations = Array.from(found, ([, location]) => location)
  return locations.find((location) => !location.includes('node_modules')) ?? locations[0] ?? ''
}

// Those of one class and place count together.
function findCrowd () {
  crowds = crowds.filter(({ target }) => target.deref())
  const byPlace = new Map()
  for (const { target, event, first, location } of crowds) {
    const emitter = target.deref()
    const listeners = countListeners(emitter, event)
    const name = String(emitter.constructor?.name)
    const key = `${name} ${String(event)} ${location}`
    const none = { emitter: name, event: String(event), listeners: 0, added: 0, location }
    const crowd = byPlace.get(key) ?? none
    byPlace.set(key, crowd)
    crowd.listeners = Math.max(crowd.listeners, listeners)
    crowd.added += Math.max(0, listeners - first)
  }
  return Array.from(byPlace.values()).sort((a, b) => b.added - a.added)[0]
}

addState(() => ({ listeners: findCrowd() }))

module.exports = { begin, onEventListener, onListener }

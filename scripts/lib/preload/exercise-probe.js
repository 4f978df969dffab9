'use strict'

// Preloaded into the exercise by its check. It counts the listeners that requests add, adds one as
// other code would, and reports whether too many listeners still raise a warning.

const events = require('node:events')
const { setImmediate } = require('node:timers/promises')
const { answers } = require('./probe')

const MANY = events.EventEmitter.defaultMaxListeners + 1 // before the exercise can change it
const WARNING = 'MaxListenersExceededWarning'

let added = 0

function foreignListener () {}

/** @returns {events.EventEmitter|null} what the exercise's main file exports, if it is a server */
function exportedServer () {
  const server = process.mainModule?.exports
  return typeof server?.listenerCount === 'function' ? server : null
}

answers.watchListeners = () => {
  const server = exportedServer()
  if (!server) return null
  server.on('after', foreignListener)
  server.on('newListener', () => { added++ })
  return true
}

answers.addedListeners = () => {
  const server = exportedServer()
  if (!server) return null
  return { added, foreignKept: server.listeners('after').includes(foreignListener) }
}

answers.listenerLimits = () => {
  const server = exportedServer()
  return server && readLimits(server)
}

/** @param {events.EventEmitter} server */
async function readLimits (server) {
  let warned = false
  process.on('warning', ({ name }) => { warned ||= name === WARNING })
  const emitter = new events.EventEmitter()
  for (let i = 0; i < MANY; i++) emitter.on('event', () => {})
  await setImmediate() // warnings are emitted a tick later
  return {
    warned,
    default: String(events.defaultMaxListeners),
    server: String(server.getMaxListeners())
  }
}

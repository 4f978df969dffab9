'use strict'

// Preloaded into the exercise by its check, with a clock that can be moved. It counts the listeners
// that requests add, adds one as other code would, and reports whether too many listeners still
// raise a warning.

const events = require('node:events')
const { setImmediate } = require('node:timers/promises')
require('./clock')
const { answers } = require('./probe')

const MANY = events.EventEmitter.defaultMaxListeners + 1 // before the exercise can change it

let added = 0

function foreignListener () {}

// Null if the exercise's main file exports no server.
function exportedServer () {
  const server = process.mainModule?.exports
  return typeof server?.listenerCount === 'function' ? server : null
}

answers.watchListeners = () => {
  const server = exportedServer()
  server?.on('after', foreignListener)
  server?.on('newListener', () => { added++ })
}

answers.watchedListeners = async () => {
  const server = exportedServer()
  return server && {
    added,
    foreignKept: server.listeners('after').includes(foreignListener),
    warned: await doTooManyWarn(),
    defaultLimit: String(events.defaultMaxListeners),
    serverLimit: String(server.getMaxListeners())
  }
}

async function doTooManyWarn () {
  let warned = false
  process.on('warning', ({ name }) => { warned ||= name === 'MaxListenersExceededWarning' })
  const emitter = new events.EventEmitter()
  for (let i = 0; i < MANY; i++) emitter.on('event', () => {})
  await setImmediate() // warnings are emitted a tick later
  return warned
}

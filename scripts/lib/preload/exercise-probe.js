'use strict'

// Preloaded into the exercise by its check. It counts the listeners that requests add, adds one as other code would,
// and reports whether too many listeners still raise a warning.

const events = require('node:events')
const { setImmediate } = require('node:timers/promises')
const { answers } = require('./probe')

const MANY = events.EventEmitter.defaultMaxListeners + 1 // read before the exercise can change it
const WARNING = 'MaxListenersExceededWarning'

let added = 0
function foreignListener () {}

/** @type {Record<string, (server: events.EventEmitter) => any>} */
const questions = {
  'watch listeners' (server) {
    server.on('after', foreignListener)
    server.on('newListener', () => { added++ })
    return 'done'
  },
  'added listeners': (server) => ({ added, foreignKept: server.listeners('after').includes(foreignListener) }),
  async 'listener limits' (server) {
    let warned = false
    process.on('warning', ({ name }) => { warned ||= name === WARNING })
    const emitter = new events.EventEmitter()
    for (let i = 0; i < MANY; i++) emitter.on('event', () => {})
    await setImmediate() // warnings are emitted a tick later
    return { warned, default: String(events.defaultMaxListeners), server: String(server.getMaxListeners()) }
  }
}

for (const [question, answer] of Object.entries(questions)) {
  answers[question] = () => {
    const server = process.mainModule?.exports
    return typeof server?.listenerCount === 'function' ? answer(server) : null
  }
}

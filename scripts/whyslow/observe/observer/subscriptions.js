'use strict'

// What the program's calls and events are noted by.

const { ChildProcess } = require('node:child_process')
const { Socket: UdpSocket } = require('node:dgram')
const channels = require('node:diagnostics_channel')
const { EventEmitter } = require('node:events')
const { Agent } = require('node:http')
const { Socket } = require('node:net')
const { MessagePort } = require('node:worker_threads')
const { onAgentRequest, onFetch } = require('./agents')
const { onDatagram, onMessage, onSpawn } = require('./calls')
const { collections } = require('./garbage')
const { onEventListener, onListener } = require('./listeners')
const { guard, methodsOf } = require('./methods')
const { onFinish, onRequest, onSocket } = require('./requests')
const { onConnect, onData, onDestroy, onWrite } = require('./round-trips')

const subscribers = Object.entries({ // by diagnostics channel
  'http.server.request.start': guard(onRequest),
  'http.server.response.finish': guard(onFinish),
  'net.server.socket': guard(onSocket),
  'undici:request:create': guard(onFetch)
})
// A listener of ours on a socket would start its flow, and its owner would lose data.
const methods = [
  ...methodsOf(Socket.prototype, {
    connect: onConnect,
    write: onWrite,
    end: onWrite,
    push: onData,
    _destroy: onDestroy
  }),
  ...methodsOf(Agent.prototype, { addRequest: onAgentRequest }),
  ...methodsOf(ChildProcess.prototype, { spawn: onSpawn }),
  ...methodsOf(EventEmitter.prototype, {
    on: onListener,
    addListener: onListener,
    prependListener: onListener
  }),
  ...methodsOf(EventTarget.prototype, { addEventListener: onEventListener }),
  ...methodsOf(MessagePort.prototype, { postMessage: onMessage }),
  ...methodsOf(UdpSocket.prototype, { send: onDatagram })
]

function subscribe () {
  for (const [name, onEvent] of subscribers) channels.subscribe(name, onEvent)
  for (const { wrap } of methods) wrap()
  collections.observe({ type: 'gc' })
}

function unsubscribe () {
  for (const { unwrap } of methods) unwrap()
  for (const [name, onEvent] of subscribers) channels.unsubscribe(name, onEvent)
  collections.disconnect()
}

module.exports = { subscribe, unsubscribe }

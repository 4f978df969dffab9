'use strict'

/** @import { Part } from '../../types' */

// What the program's calls and events are noted by.
/** @type {Part} */
module.exports = (env, require) => {
  const { ChildProcess } = require('node:child_process')
  const { Socket: UdpSocket } = require('node:dgram')
  const { subscribe, unsubscribe } = require('node:diagnostics_channel')
  const { EventEmitter } = require('node:events')
  const { Agent } = require('node:http')
  const { Socket } = require('node:net')
  const { MessagePort } = require('node:worker_threads')
  const { guard, methodsOf, onListener, onWrite } = env

  const subscribers = Object.entries({ // by diagnostics channel
    'http.server.request.start': guard(env.onRequest),
    'http.server.response.finish': guard(() => { env.interval.answered++ }),
    'net.server.socket': guard(() => { env.interval.sockets++ })
  })
  // A listener of ours on a socket would start its flow, and its owner would lose data.
  const methods = [
    ...methodsOf(Socket.prototype, {
      connect: env.onConnect,
      write: onWrite,
      end: onWrite,
      push: env.onData,
      _destroy: env.forget
    }),
    ...methodsOf(Agent.prototype, { addRequest: env.onAgentRequest }),
    ...methodsOf(ChildProcess.prototype, { spawn: env.onSpawn }),
    ...methodsOf(EventEmitter.prototype, {
      on: onListener,
      addListener: onListener,
      prependListener: onListener
    }),
    ...methodsOf(EventTarget.prototype, { addEventListener: env.onEventListener }),
    ...methodsOf(MessagePort.prototype, { postMessage: env.onMessage }),
    ...methodsOf(UdpSocket.prototype, { send: env.onDatagram })
  ]

  env.fileLimit = env.readFileLimit() // before no descriptor is free

  return {
    subscribe () {
      for (const [channel, count] of subscribers) subscribe(channel, count)
      for (const { wrap } of methods) wrap()
      env.collections.observe({ type: 'gc' })
    },

    unsubscribe () {
      for (const { unwrap } of methods) unwrap()
      for (const [channel, count] of subscribers) unsubscribe(channel, count)
      env.collections.disconnect()
    }
  }
}

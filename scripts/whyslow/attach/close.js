'use strict'

/** @import { Running } from '../types' */

const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../util/errors')
const { connectInspector } = require('./inspector')
const { addressOf, listSockets, portsOf } = require('./ports')

const CLOSE_LIMIT = 5000 // ms until it no longer listens

/** Closes an inspector that this command has opened. */
async function closeOpened (pid, { host, port, inspector }, forget, onNotice) {
  try {
    await inspector.close()
    forget() // nothing connects to an inspector that is closing: it might end the process
  } catch {
    await inspector.disconnect()
  }
  if (await isClosed(pid, port)) forget()
  else onNotice(stillOpen(pid, host, port))
}

/**
 * Closes an inspector that somebody else has opened.
 * @param {Running} running host and port of the inspector
 * @returns {Promise<string>} what was done, as a sentence
 * @throws {UserError} When there is none, it is used, or it does not close.
 */
async function closeInspector ({ host = '', port = 0 }) {
  const address = addressOf(host, port)
  const sockets = listSockets(process.pid) // those of this network
  if (sockets.some((socket) => socket.port === port && !socket.isListening)) {
    throw new UserError(`${address} has a debugger, or another command watches it: end that first`)
  }
  const inspector = await connectInspector(host, port)
  let pid
  let isHere
  try {
    pid = await inspector.evaluate('process.pid')
    isHere = isListening(pid, port) // it may be at the other end of a tunnel
    await inspector.close()
  } catch (err) {
    await inspector.disconnect()
    throw err
  }
  if (!isHere) return `process ${pid} closes its inspector as soon as its event loop is free`
  if (await isClosed(pid, port)) return `process ${pid} has closed its inspector at ${address}`
  throw new UserError(stillOpen(pid, host, port))
}

function isListening (pid, port) {
  return portsOf(pid).listening.some((socket) => socket.port === port)
}

async function isClosed (pid, port) {
  const limit = Date.now() + CLOSE_LIMIT
  while (isListening(pid, port) && Date.now() < limit) await sleep(50)
  return !isListening(pid, port)
}

function stillOpen (pid, host, port) {
  return `the inspector of process ${pid} stays open at ${addressOf(host, port)} for now: its ` +
    'event loop is blocked. It closes when the event loop goes on, and no later than the process ' +
    'ends'
}

module.exports = { closeInspector, closeOpened }

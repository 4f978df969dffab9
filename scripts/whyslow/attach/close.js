'use strict'

/** @import { FoundInspector, OnNotice, Running } from '../types' */

const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../util/errors')
const { connectInspector } = require('./inspector')
const { addressOf, listSockets, portsOf } = require('./ports')

const CLOSE_LIMIT = 5000 // ms until it no longer listens

/**
 * Closes an inspector that this command has opened.
 * @param {number} pid
 * @param {FoundInspector} opened
 * @param {() => void} forget
 * @param {OnNotice} onNotice
 */
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
 * @returns {Promise<string>} what was done
 * @throws {UserError} When there is none, it is in use, or it does not close.
 */
async function closeInspector ({ host = '', port = 0 }) {
  const address = addressOf(host, port)
  const isUsed = listSockets(process.pid).some((socket) =>
    socket.port === port && !socket.isListening)
  if (isUsed) throw new UserError(`${address} has a debugger, or another command: end that first`)
  const inspector = await connectInspector(host, port)
  try {
    const pid = await inspector.evaluate('process.pid')
    const isHere = isListening(pid, port) // it may be at the other end of a tunnel
    await inspector.close()
    if (!isHere) return `process ${pid} closes its inspector as soon as its event loop is free`
    if (await isClosed(pid, port)) return `process ${pid} has closed its inspector`
    throw new UserError(stillOpen(pid, host, port))
  } finally {
    await inspector.disconnect()
  }
}

/** @param {number} pid @param {number} port */
function isListening (pid, port) {
  return portsOf(pid).listening.some((socket) => socket.port === port)
}

/** @param {number} pid @param {number} port */
async function isClosed (pid, port) {
  for (const limit = Date.now() + CLOSE_LIMIT; Date.now() < limit; await sleep(50)) {
    if (!isListening(pid, port)) return true
  }
  return false
}

/** @param {number} pid @param {string} host @param {number} port */
function stillOpen (pid, host, port) {
  return `the inspector of process ${pid} stays open at ${addressOf(host, port)} for now: its ` +
    'event loop is blocked. It closes when the event loop goes on, and no later than the process ' +
    'ends'
}

module.exports = { closeInspector, closeOpened }

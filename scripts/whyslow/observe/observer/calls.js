'use strict'

/** @import { Foreign, OnCall } from '../../types' */

// The calls of other processes and threads.

const { addCounts, addState, now } = require('./intervals')
const { countInProgress } = require('./requests')
const { sendTrace } = require('./traces')

/** @type {Map<Foreign, number>} */
const children = new Map() // processes that run, with the times of their starts
/** @type {Set<string>} */
const unseen = new Set() // kinds of calls, since the start, that cannot be seen
const counts = addCounts(() => ({ children: 0 }))

function begin () {
  unseen.clear()
}

/** @param {Foreign[]} handles that are open */
function adoptOpen (handles) {
  for (const handle of handles) {
    if (handle.connected && !children.has(handle)) unseen.add('child processes')
  }
}

/** @type {OnCall} */
function onSpawn (child, [{ file }]) {
  children.set(child, now())
  counts.children++
  sendTrace('child', file)
}

function onMessage () {
  if (countInProgress()) unseen.add('worker messages')
}

/** @param {Foreign} socket */
function onDatagram (socket) {
  if (countInProgress() && socket.listenerCount('message')) unseen.add('UDP')
}

function endOldChildren () {
  for (const child of children.keys()) {
    const { exitCode, signalCode, pid } = child
    if (exitCode !== null || signalCode || !pid) children.delete(child)
  }
}

function forget () {
  children.clear()
}

addState(() => {
  endOldChildren()
  return { unseen: Array.from(unseen) }
})

module.exports = {
  adoptOpen,
  begin,
  children,
  endOldChildren,
  forget,
  onDatagram,
  onMessage,
  onSpawn,
  unseen
}

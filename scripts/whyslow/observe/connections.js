'use strict'

// Finds outbound connections of a process that its observer does not know: those of native code,
// and of worker threads. It reads what Linux lists, and costs the process nothing.

const fs = require('node:fs')
const { listSockets } = require('../attach/ports')

/** @import { Ask } from '../types' */

const BEAT = 2000 // ms between two searches
const MOST_SHARE = 0.02 // of the time
const OF = 'of native code'

/**
 * Makes a function that says what the observer cannot see of the connections, and searches for
 * them from time to time.
 * @param {Ask} ask
 * @param {number} [pid] as this command sees it
 * @returns {() => Promise<string[]>}
 */
function searchConnections (ask, pid) {
  let next = 0
  let found = []
  return async function search () {
    const start = Date.now()
    if (start < next) return found
    found = await describeHidden(ask, pid)
    next = start + Math.max(BEAT, (Date.now() - start) / MOST_SHARE)
    return found
  }
}

async function describeHidden (ask, pid) {
  const known = await ask('ports')
  if (!fs.existsSync(`/proc/${pid}/net/tcp`)) return [`connections ${OF}`] // nothing lists them
  const hidden = listHidden(pid, known)
  if (!hidden.length) return []
  // Those that were opened meanwhile are known, or closed.
  const still = listHidden(pid, await ask('ports'))
  const count = hidden.filter((port) => still.includes(port)).length
  if (!count) return []
  return [count === 1 ? `1 connection ${OF}` : `${count} connections ${OF}`]
}

// Connections from clients have a port on which a process listens: that of a cluster's workers is
// the primary. Node.js does not list the idle ones of a pool: those that it knows have the same
// remote end.
/** @returns {number[]} local ports */
function listHidden (pid, known) {
  const listening = new Set()
  const remotes = new Set()
  const own = []
  for (const socket of listSockets(pid)) {
    if (socket.isListening) listening.add(socket.port)
    else if (socket.isOwn) own.push(socket)
  }
  for (const { port, remote } of own) if (known.includes(port)) remotes.add(remote)
  const hidden = own.filter(({ port, remote }) => !listening.has(port) && !remotes.has(remote))
  return hidden.map(({ port }) => port)
}

module.exports = { searchConnections }

'use strict'

// Finds outbound connections of a process that its observer does not know: those of native code,
// and of worker threads. It reads what Linux lists, and costs the process nothing.

const fs = require('node:fs')

/** @import { Ask } from '../types' */

const BEAT = 2000 // ms between two searches
const MOST_SHARE = 0.02 // of the time
// A row of /proc/net/tcp: local port, remote end, state, inode.
const CONNECTION = /:(\w{4}) (\S+) (01|0A)(?: +\S+){5} +(\d+)/g
const LISTENING = '0A'
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
  try {
    const hidden = listHidden(pid, await ask('ports'))
    if (!hidden.length) return []
    // Those that were opened meanwhile are known, or closed.
    const still = listHidden(pid, await ask('ports'))
    const count = hidden.filter((port) => still.includes(port)).length
    if (!count) return []
    return [count === 1 ? `1 connection ${OF}` : `${count} connections ${OF}`]
  } catch {
    return [`connections ${OF}`] // nothing lists them
  }
}

/** @returns {number[]} local ports */
function listHidden (pid, known) {
  const folder = `/proc/${pid}/fd`
  const own = new Set()
  for (const name of fs.readdirSync(folder)) {
    try {
      own.add(fs.readlinkSync(`${folder}/${name}`))
    } catch {} // it was closed meanwhile
  }
  const listening = new Set() // by any process: that of a cluster's workers is the primary
  const connected = []
  for (const [, hex, remote, state, inode] of readTables(pid).matchAll(CONNECTION)) {
    const port = parseInt(hex, 16)
    if (state === LISTENING) listening.add(port)
    else if (own.has(`socket:[${inode}]`)) connected.push({ port, remote })
  }
  // Node.js does not list the idle connections of a pool: those that it knows have the same remote.
  const remotes = new Set()
  for (const { port, remote } of connected) if (known.includes(port)) remotes.add(remote)
  const others = connected.filter(({ port, remote }) =>
    !listening.has(port) && !remotes.has(remote))
  return others.map(({ port }) => port)
}

function readTables (pid) {
  const tcp = fs.readFileSync(`/proc/${pid}/net/tcp`, 'latin1')
  const tcp6 = `/proc/${pid}/net/tcp6` // none without IPv6
  return fs.existsSync(tcp6) ? tcp + fs.readFileSync(tcp6, 'latin1') : tcp
}

module.exports = { searchConnections }

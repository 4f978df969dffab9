'use strict'

/** @import { Foreign, OnCall, Queue } from '../../types' */

// The agents of HTTP clients: while all sockets of one are in use, its requests wait.

const { addState } = require('./intervals')
const { routeOf } = require('./routes')
const { sendTrace } = require('./traces')

const MOST = 100
const known = new WeakSet()
/** @type {WeakRef<Foreign>[]} */
let agents = []

/** @type {OnCall} */
function onAgentRequest (agent, [{ method, path }]) {
  if (!known.has(agent) && agents.length < MOST) {
    known.add(agent)
    agents.push(new WeakRef(agent))
  }
  sendTrace('agent', `${method} ${routeOf(path)}`)
}

/** @param {Foreign} message of undici, which sends the requests of `fetch` */
function onFetch ({ request: { method, path } }) {
  sendTrace('agent', `${method} ${routeOf(path)}`)
}

// Finds the longest queue, and the answers that keep sockets because nobody reads them. An agent
// has its requests that wait, and its sockets in use, by `host:port:…`.
function findQueue () {
  agents = agents.filter((ref) => ref.deref())
  /** @type {Queue|undefined} */
  let longest
  for (const ref of agents) {
    const { requests = {}, sockets = {} } = ref.deref() ?? {}
    for (const [name, { length: waiting }] of Object.entries(requests)) {
      if (waiting <= (longest?.waiting ?? 0)) continue
      const [host, port] = name.split(':')
      const used = sockets[name] ?? []
      const unread = used.filter(isUnread)
      const { method, path = '' } = unread[0]?._httpMessage ?? {}
      longest = {
        peer: `${host}:${port}`,
        used: used.length,
        waiting,
        unread: unread.length,
        unreadRoute: method && `${method} ${routeOf(path)}`
      }
    }
  }
  return longest
}

/** @param {Foreign} socket */
function isUnread ({ _httpMessage }) {
  const response = _httpMessage?.res
  return Boolean(response) && response.readableFlowing === null && !response.readableEnded
}

addState(() => ({ queue: findQueue() }))

module.exports = { onAgentRequest, onFetch }

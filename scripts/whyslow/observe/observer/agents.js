'use strict'

/** @import { AgentOfNode, Part } from '../../types' */

// The agents of HTTP clients: while all sockets of one are in use, its requests wait.
/** @type {Part} */
module.exports = (env) => {
  const MOST = 100
  const known = new WeakSet()
  /** @type {WeakRef<AgentOfNode>[]} */
  let agents = []

  return {
    onAgentRequest (agent, [{ method, path }]) {
      if (!known.has(agent) && agents.length < MOST) {
        known.add(agent)
        agents.push(new WeakRef(agent))
      }
      env.sendTrace('agent', `${method} ${env.routeOf(path)}`)
    },

    /** Finds the longest queue, and the answers that keep sockets because nobody reads them. */
    findQueue () {
      agents = agents.filter((ref) => ref.deref())
      let longest
      for (const ref of agents) {
        const { requests = {}, sockets = {} } = ref.deref() ?? {}
        for (const [name, { length: waiting }] of Object.entries(requests)) {
          if (waiting <= (longest?.waiting ?? 0)) continue
          const [host, port] = name.split(':')
          const used = sockets[name] ?? []
          const unread = used.filter(env.isUnread)
          const { method, path = '' } = unread[0]?._httpMessage ?? {}
          longest = {
            peer: `${host}:${port}`,
            used: used.length,
            waiting,
            unread: unread.length,
            unreadRoute: method && `${method} ${env.routeOf(path)}`
          }
        }
      }
      return longest
    },

    isUnread ({ _httpMessage }) {
      const response = _httpMessage?.res
      return Boolean(response) && response.readableFlowing === null && !response.readableEnded
    }
  }
}

'use strict'

/** @import { NetOfNode, Part } from '../../types' */

// The outbound sockets, and the names of what they connect to.
/** @type {Part} */
module.exports = (env, require) => {
  const { _normalizeArgs: normalizeArgs } = /** @type {NetOfNode} */ (require('node:net'))
  const PEERS = 100 // by name

  return {
    links: new Map(),
    peers: new Set(), // names

    onConnect (socket, args) {
      const [first] = args // of net.connect, it is all of them
      const [options] = Array.isArray(first) ? first : normalizeArgs(args)
      const { host = 'localhost', path, port } = options
      const { peer } = env.track(socket, path?.replace('\0', '@') ?? env.addressOf(host, port))
      env.countsOf(peer).connects++
      env.sendTrace('connection', peer)
    },

    addressOf (host, port) {
      return String(host).includes(':') ? `[${host}]:${port}` : `${host}:${port}`
    },

    track (socket, name, read = 0) {
      env.forget(socket)
      const written = env.bytesWrittenBy(socket)
      const isNamed = env.peers.has(name) || env.peers.size < PEERS
      const peer = isNamed ? name : 'other peers'
      env.peers.add(peer)
      const link = {
        peer,
        began: env.now(),
        isAwaited: false,
        isOneWay: written > 0 && !read, // a log, until it is answered
        read,
        written,
        dataAt: 0
      }
      env.links.set(socket, link)
      return link
    },

    // Node.js throws in the middle of a write, where this may interrupt the program.
    bytesWrittenBy (socket) {
      try {
        return socket.bytesWritten ?? 0
      } catch {
        return 0
      }
    },

    /** Finds the socket for which most bytes wait. */
    findUnsent () {
      const most = { peer: '', bytes: 0 }
      for (const [{ writableLength = 0 }, { peer }] of env.links) {
        if (writableLength > most.bytes) Object.assign(most, { peer, bytes: writableLength })
      }
      return most
    },

    forget (socket) {
      const link = env.links.get(socket)
      if (link?.isAwaited) env.endTrip(link)
      env.links.delete(socket)
    }
  }
}

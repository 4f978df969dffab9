'use strict'

/** @import { Foreign, Part } from '../../types' */

// The connections that were open before, and those that nothing here can see.
/** @type {Part} */
module.exports = (env, require) => {
  const { Socket } = /** @type {Foreign} */ (require('node:net'))
  const STDERR = 2

  return {
    // A connection of before, or TLS on one. Those from clients have a `server`, pipes no port.
    adopt (socket) {
      if (socket.server) return
      const { _host, _parent, bytesRead, remoteAddress, remotePort } = socket
      if (!remotePort) return
      const parent = env.links.get(_parent)
      const name = parent?.peer ?? env.addressOf(_host ?? remoteAddress, remotePort)
      return env.track(socket, name, bytesRead)
    },

    /** Finds the connections of before that do something: Node.js lists no idle ones. */
    adoptOpen () {
      const handles = env.process._getActiveHandles()
      const pipes = new Set(handles.flatMap(({ stdio = [] }) => stdio)) // of child processes
      for (const handle of handles) {
        if (handle.connected && !env.children.has(handle)) env.unseen.add('child processes')
        if (!(handle instanceof Socket) || env.links.has(handle) || pipes.has(handle)) continue
        const { _handle, bytesRead, connecting, server } = handle
        if (env.adopt(handle) || connecting || server) continue
        if (_handle?.fd > STDERR) env.track(handle, 'UNIX socket', bytesRead)
      }
      env.findPoolThreads()
    },

    ports () {
      env.ensureStarted()
      env.adoptOpen()
      const known = new Set()
      for (const [socket, { written }] of env.links) {
        if (written === env.BY_METHODS) known.add(socket.localPort)
      }
      for (const [socket, { written }] of env.links) {
        const { localPort } = socket
        const hasWritten = env.bytesWrittenBy(socket) > written
        if (hasWritten && !known.has(localPort)) env.unseen.add('HTTP/2')
        known.add(localPort)
      }
      return Array.from(known)
    }
  }
}

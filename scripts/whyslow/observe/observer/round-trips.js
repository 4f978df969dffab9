'use strict'

/** @import { Part } from '../../types' */

// The round trips on the outbound sockets: writes without an answer between them are one.
/** @type {Part} */
module.exports = (env) => {
  const MANY_BYTES = 65_536 // that wait to be sent: the program does not
  const TRIP_LIMIT = 30_000 // ms: what is not answered until then never is

  return {
    tripCount: 0, // in progress
    BY_METHODS: Infinity, // bytes that were written

    countsOf (peer) {
      const { peers } = env.interval
      peers[peer] ??= { trips: 0, connects: 0 }
      return peers[peer]
    },

    onWrite (socket, [data]) {
      if (!data?.length || typeof data === 'function') return
      const link = env.links.get(socket) ?? env.adopt(socket)
      if (!link) return
      link.written = env.BY_METHODS
      if (socket.writableLength > MANY_BYTES) env.sendTrace('write', link.peer)
      if ((link.isAwaited || link.isOneWay) && !env.noteRead(socket, link)) return
      if (link.isAwaited) env.endTrip(link)
      env.countsOf(link.peer).trips++
      link.began = env.now()
      link.isAwaited = true
      env.tripCount++
      env.interval.tripsAtOnce = Math.max(env.interval.tripsAtOnce, env.tripCount)
      env.sendTrace('round trip', link.peer)
    },

    // Says whether data have come without a push: that is the option `onread`.
    noteRead ({ bytesRead }, link) {
      const isMore = bytesRead > link.read
      link.read = bytesRead
      return isMore
    },

    onData (socket, [data]) {
      const link = env.links.get(socket)
      if (!data || !link) return
      const { began, dataAt, isAwaited } = link
      link.read += data.length
      link.dataAt = env.now()
      link.isOneWay = false
      if (isAwaited) return env.endTrip(link)
      if (!env.inProgress) return // a job that a queue sends
      if (began >= env.look.oldest && dataAt < env.look.time) env.noteWait('round trip') // its end
    },

    endTrip (link) {
      link.isAwaited = false
      env.tripCount--
    },

    endOldTrips (time) {
      for (const [socket, link] of env.links) {
        link.isOneWay ||= link.isAwaited && time - link.began > TRIP_LIMIT
        if (link.isAwaited && (link.isOneWay || env.noteRead(socket, link))) env.endTrip(link)
      }
    }
  }
}

'use strict'

/** @import { Part } from '../../types' */

// The calls of other processes and threads.
/** @type {Part} */
module.exports = (env) => ({
  children: new Map(), // processes that run, with the times of their starts
  unseen: new Set(), // calls that cannot be seen

  onSpawn (child, [{ file }]) {
    env.children.set(child, env.now())
    env.interval.children++
    env.sendTrace('child', file)
  },

  onMessage () {
    if (env.inProgress) env.unseen.add('worker messages')
  },

  onDatagram (socket) {
    if (env.inProgress && socket.listenerCount('message')) env.unseen.add('UDP')
  },

  endOldChildren () {
    for (const child of env.children.keys()) {
      const { exitCode, signalCode, pid } = child
      if (exitCode !== null || signalCode || !pid) env.children.delete(child)
    }
  }
})

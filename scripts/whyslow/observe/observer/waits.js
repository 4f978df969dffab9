'use strict'

/** @import { Part } from '../../types' */

// What the requests in progress wait for, by looks at irregular times.
/** @type {Part} */
module.exports = (env, require) => {
  const { readdirSync } = require('node:fs')
  const LOOK_SHARE = 0.02 // of the time, at most
  const THREADS = '/proc/self/task'
  const IDLE = /^((202|98|240) .*)?$/s // in the system call futex, or not known
  let nextLook = 0
  /** @type {string[]} */
  let poolThreads = [] // ids: these threads have a name from Node.js 22 on

  return {
    look: { oldest: Infinity }, // the last one

    // What began before the oldest request is none of its: a subscription, a long poll.
    lookAtWaits (time) {
      if ((env.isServer && !env.inProgress) || time < nextLook) return
      const requests = env.findRequests()
      let oldest = requests.length ? Infinity : 0
      for (const { began } of requests) oldest = Math.min(oldest, began)
      const { links, children, interval: { waits } } = env
      env.look = { time, oldest, kinds: new Set(), waits }
      waits.moments++
      for (const [{ connecting, secureConnecting }, { began, isAwaited }] of links) {
        if (began < oldest) continue
        if (isAwaited) env.noteWait('round trip')
        if (connecting || secureConnecting) env.noteWait('connection')
      }
      for (const began of children.values()) if (began >= oldest) env.noteWait('child')
      for (const { response: { req, writableLength } } of requests) {
        if (writableLength) env.noteWait('sending')
        if (req?.complete === false) env.noteWait('receiving')
      }
      env.lookAtResources()
      nextLook = time + (env.now() - time) / LOOK_SHARE
    },

    lookAtResources () {
      let own = env.statCount
      for (const name of env.process.getActiveResourcesInfo()) {
        if (name === 'GetAddrInfoReqWrap') env.noteWait('lookup')
        if (name.startsWith('FSReq') && own-- <= 0) env.noteWait('file')
      }
      if (!env.look.kinds.size && env.isPoolAtWork()) env.noteWait('thread pool')
    },

    findPoolThreads () {
      try {
        poolThreads = readdirSync(THREADS).filter((id) =>
          env.readText(`${THREADS}/${id}/comm`) === 'libuv-worker\n')
      } catch {} // not on Linux, or no descriptor is free
    },

    // Its jobs are in no list of Node.js: from 26 on, not even readFile.
    isPoolAtWork () {
      return poolThreads.some((id) => !IDLE.test(env.readText(`${THREADS}/${id}/syscall`)))
    },

    noteWait (kind) {
      const { kinds, waits } = env.look
      if (kinds.has(kind)) return
      if (!kinds.size) waits.outside++
      kinds.add(kind)
      waits.kinds[kind] = (waits.kinds[kind] ?? 0) + 1
    }
  }
}

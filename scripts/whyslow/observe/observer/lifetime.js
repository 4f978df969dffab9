'use strict'

/** @import { Part } from '../../types' */

// Begins and ends all of it.
/** @type {Part} */
module.exports = (env, require) => {
  const { createHistogram } = require('node:perf_hooks')

  env.fileLimit = env.readFileLimit() // before no descriptor is free

  return {
    start () {
      const handles = env.process._getActiveHandles()
      env.failure = undefined
      env.routes = new Map()
      env.latency = createHistogram() // µs
      env.served = 0
      env.isServer = handles.some((handle) => handle._events?.request)
      env.silentTicks = 0
      env.look = { oldest: Infinity }
      env.unseen.clear()
      env.forgetListeners()
      env.newInterval()
      env.guard(env.adoptOpen)()
      if (env.timer) return
      env.tickLater() // first: it ends what fails half-way
      env.subscribe()
      env.waitForCore()
    },

    stop () {
      env.stopTicks()
      env.stopTraces()
      env.unsubscribe()
      env.closeProfiles()
      env.forgetRequests()
      for (const known of [env.children, env.links, env.peers]) known.clear()
      env.tripCount = 0
    },

    end () {
      env.ensureStarted()
      env.stop()
      if (env.failure) throw env.failure
      return Array.from(env.routes.values())
    }
  }
}

'use strict'

/** @import { Part } from '../../types' */

// Waits until no request is in progress, and collects garbage: what is still there is kept.
/** @type {Part} */
module.exports = (env, require) => {
  const { stat } = require('node:fs')
  const { setTimeout: sleep } = require('node:timers/promises')
  const { eventLoopUtilization, now } = env
  const PATIENCE = 600 // ticks, while the command waits for what is in progress
  const LIMIT = 3000 // ms until the last request has to be answered
  const BEAT = 100 // ms
  const MOST_BUSY = 0.5 // event-loop utilisation
  const IDLE_POOL = 10 // ms that a file call takes at most if a thread is free

  return {
    isResting: false,

    async rest () {
      env.ensureStarted()
      env.isResting = true
      env.silentTicks = -PATIENCE
      const limit = now() + LIMIT
      let isWorking = true
      while (isWorking && now() < limit) isWorking = await env.isAtWork()
      await env.collectGarbage()
      /** @type {Record<string, number>} */
      const resources = {}
      for (const kind of env.process.getActiveResourcesInfo()) {
        resources[kind] = (resources[kind] ?? 0) + 1
      }
      const bytes = env.bytesInUse()
      const { poolDelays } = env.interval // of calls that began before
      env.newInterval()
      env.interval.poolDelays = poolDelays
      env.tickLater()
      env.isResting = false
      env.silentTicks = 0
      return { bytes, resources, files: env.countFiles(), inProgress: env.inProgress }
    },

    // Requests whose clients have gone may still have work, here or in the thread pool.
    async isAtWork () {
      const before = eventLoopUtilization()
      await sleep(BEAT)
      if (env.inProgress || eventLoopUtilization(before).utilization > MOST_BUSY) return true
      const began = now()
      await new Promise((resolve) => stat('.', resolve))
      return now() - began > IDLE_POOL
    }
  }
}

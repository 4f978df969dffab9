'use strict'

/** @import { Part } from '../../types' */

// Garbage collections: those of the program, and those that this command asks for.
/** @type {Part} */
module.exports = (env, require) => {
  const { constants, PerformanceObserver } = require('node:perf_hooks')
  const { setTimeout: sleep } = require('node:timers/promises')
  const { setFlagsFromString } = require('node:v8')
  const { runInNewContext } = require('node:vm')
  const FORCED = constants.NODE_PERFORMANCE_GC_FLAGS_FORCED
  const MINOR = constants.NODE_PERFORMANCE_GC_MINOR
  const MAJOR = constants.NODE_PERFORMANCE_GC_MAJOR

  return {
    countedFrom: 0, // what began before was disturbed by a collection that this command forced

    collections: new PerformanceObserver(env.guard((list) => {
      const { interval } = env
      const bytes = env.bytesInUse()
      for (const { duration, detail, startTime } of list.getEntries()) {
        const isOwn = startTime < env.countedFrom || detail.flags & FORCED
        if (!isOwn) interval.gcTime += duration
        const isMajor = detail.kind === MAJOR
        if (isMajor || detail.kind === MINOR) {
          interval.lowest = Math.min(interval.lowest ?? bytes, bytes)
        }
        if (isMajor) interval.collected.push({ time: env.now(), requests: env.served, bytes })
      }
    })),

    // This command has forced a collection, which stopped everything: only what it has left counts.
    dropInterval () {
      env.ensureStarted()
      const { collected } = env.interval
      env.countedFrom = env.now()
      env.waitForCore()
      env.newInterval()
      env.interval.collected = collected
    },

    // What one collection has found free may hold what only the next one can free.
    async collectGarbage () {
      setFlagsFromString('--expose-gc')
      const collect = runInNewContext('gc')
      for (let i = 0; i < 2; i++) {
        collect()
        await sleep(1) // finalizers run
      }
    }
  }
}

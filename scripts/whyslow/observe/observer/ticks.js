'use strict'

/** @import { Part } from '../../types' */

// Looks at the event loop, the thread pool and the waits, and ends what nobody asks any more.
/** @type {Part} */
module.exports = (env, require) => {
  const { stat } = require('node:fs')
  const { clearTimeout, setTimeout } = require('node:timers')
  const { now } = env
  const TICK = 100 // ms between two looks, on average
  const SILENCE = 50 // ticks: a blocked event loop hears the command no sooner
  let expected = 0 // when the timer has to fire

  return {
    timer: undefined,
    silentTicks: 0,
    statCount: 0, // file calls of the observer that are in progress

    ensureStarted () {
      if (!env.timer) throw new Error('it got no request from this command for 5 s')
      env.silentTicks = 0
    },

    tick () {
      if (++env.silentTicks > SILENCE) return env.stop()
      const time = now()
      const late = time - expected
      const isCounted = expected >= env.countedFrom
      const waited = env.waitForCore()
      env.tickLater()
      env.endOldChildren()
      env.endOldTrips(time)
      if (!isCounted || env.isResting) return
      const { interval } = env
      env.lookAtWaits(time)
      interval.coreWait += waited
      interval.longestPause = Math.max(interval.longestPause, late)
      interval.timerDelays.push(Math.max(0, late))
      interval.loopDelays.push(Math.max(0, late - waited))
      interval.inProgress.push(env.inProgress)
      env.statCount++
      stat('.', () => { // it may take several intervals
        env.statCount--
        if (time >= env.countedFrom) env.interval.poolDelays.push(now() - time)
      })
    },

    // At irregular times: a regular job could always run between two looks.
    tickLater () {
      clearTimeout(env.timer)
      const delay = TICK * (0.5 + Math.random())
      expected = now() + delay
      env.timer = setTimeout(env.guard(env.tick), delay).unref()
    },

    stopTicks () {
      clearTimeout(env.timer)
      env.timer = undefined
    }
  }
}

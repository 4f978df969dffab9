'use strict'

// Watches a running process under its own load, and judges what it observes.

const { setTimeout: sleep } = require('node:timers/promises')
const { attach, sendObserver } = require('../attach/attach')
const { judge } = require('../judge/judge')
const { BUSY } = require('../judge/faults')
const { bytes, ms, rough } = require('../util/numbers')
const { readDuring } = require('./collect')
const { findListeners } = require('./listeners')

/** @import { Running, WatchedDiagnosis, WatchOptions } from '../types' */

const BEAT = 500 // ms between two readings
const PROFILED = 0.3 // of the watched time, at its end
const SMALL = 30e6 // bytes of heap: larger ones are walked only if that is asked for
const WALK = 11e-6 // ms that a byte of heap takes to be walked
const COLLECTIONS = 5 // if they are asked for
// 1000 µs between two samples, the default, cost 29 % more CPU time. Bytes are a mean.
const PROFILE = { cpu: 4000, heap: 262_144 }

/**
 * Diagnoses a running process.
 * @param {Running} running
 * @param {WatchOptions} [options]
 * @returns {Promise<WatchedDiagnosis>}
 * @throws {UserError} When the process cannot be watched, or ends meanwhile.
 */
async function watch (running, options = {}) {
  const { seconds = 10, listeners = false, collect = false } = options
  const { onNotice, onProgress, signal } = options
  const { inspector, end, ...identity } = await attach(running, onNotice)
  let ask
  let collections = 0
  let done = 0 // of the time, without that of walks

  /** Watches for this share of the time, however long a walk before it has taken. */
  async function watchFor (share) {
    const before = done
    const start = Date.now()
    const waits = sleep(share * seconds * 1000, null, { ref: false }) // it may end before
    const intervals = await readDuring(ask, waits, { beat: BEAT, onBeat, signal })
    done = before + share
    return { intervals }

    async function onBeat () {
      done = before + Math.min(share, (Date.now() - start) / 1000 / seconds)
      onProgress?.(done)
      if (!collect || done * COLLECTIONS < collections) return
      collections++
      await inspector.send('HeapProfiler.collectGarbage')
    }
  }

  try {
    ask = await sendObserver(inspector, identity.pid)
    await ask('start')
    const main = await watchFor(1 - PROFILED)
    // The least has the least garbage.
    const heap = Math.min(...main.intervals.map(({ heap }) => heap))
    const isWalked = listeners || (isBusy(main.intervals) && heap < SMALL) // a short pause
    const pause =
      `LISTENERS=1 looks for listeners in the heap of ${bytes(rough(heap))}, ` +
      `and pauses the process twice, for about ${ms(rough(heap * WALK))} each`
    if (listeners) onNotice?.(pause)
    const walk = async () => isWalked ? findListeners(inspector, ask) : undefined
    const first = await walk()
    await ask('read') // the time of the walk is not watched
    await ask('startProfile', PROFILE)
    const profiled = await watchFor(PROFILED)
    const profiles = await ask('stopProfile', PROFILE)
    const last = await walk()
    const routes = await ask('end')
    const diagnosis = judge({
      main,
      profiled,
      profiles,
      walks: isWalked ? [first, last] : undefined,
      hasForced: collect || isWalked // major collections
    })
    return {
      settings: { seconds, listeners, collect },
      took: timeOf([...main.intervals, ...profiled.intervals]) / 1000,
      running: identity,
      excessListeners: last ? [last] : [],
      routes: routes.sort((a, b) => b.time - a.time),
      untested: isBusy(main.intervals) && !isWalked ? [pause] : [],
      ...diagnosis
    }
  } finally {
    await ask?.('end').catch(() => {}) // it has ended
    await end()
  }
}

function timeOf (intervals) {
  return intervals.reduce((total, { time }) => total + time, 0)
}

function isBusy (intervals) {
  let active = 0
  let idle = 0
  for (const { loop } of intervals) {
    active += loop.active
    idle += loop.idle
  }
  return active / (active + idle) > BUSY
}

module.exports = { watch }

'use strict'

// Watches a running server under its own load, and diagnoses what it observes.

const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../base/abortable')
const { integer, yesNo } = require('../base/flags')
const { bytes, ms, rough } = require('../base/format')
const { attach, startWatch } = require('../measure/attach')
const { resultHeader } = require('../measure/results')
const { hottestUserFrame, isInTimer } = require('../profiling/frames')
const { cpuProfileSamples, heapSamples } = require('../profiling/samples')
const { findListeners } = require('./heap-walk')
const { diagnose, BUSY } = require('./rules')
const { eluOf, readWatchedFacts } = require('./watched-facts')

/** @import { Target } from '../measure/types' */
/** @import { Options, WatchedDiagnosis, WatchSettings } from './types' */

const BEAT = 500 // ms between two readings
const PROFILED = 0.3 // of the watched time, at its end
const SMALL = 30e6 // bytes of heap: larger ones are walked only if that is asked for
const WALK = 11e-6 // ms that a byte of heap takes to be walked
const COLLECTIONS = 5 // if they are asked for
const CPU_INTERVAL = 4000 // µs between two samples; 1000, the default, costs 29 % more CPU time
const HEAP_INTERVAL = 262_144 // bytes allocated between two samples, on average

const watchFlags = {
  watch: integer(5, 3600, 'PID: seconds of watching', 10),
  listeners: yesNo('PID: look for listeners, which pauses the process briefly'),
  collect: yesNo('PID: force garbage collections, to see a slow leak')
}

/**
 * Diagnoses a running server.
 * @param {Target} target a running one
 * @param {WatchSettings} settings
 * @param {Options} [options]
 * @returns {Promise<WatchedDiagnosis>}
 * @throws {UserError} When the process cannot be watched, or ends meanwhile.
 */
async function watchServer ({ name, running = {} }, settings, options = {}) {
  const { watch: seconds, listeners, collect } = settings
  const { onNotice, onProgress, signal } = options
  const { inspector, end, ...identity } = await attach(running, onNotice)
  const { send } = inspector
  const header = resultHeader({ kind: 'diagnosis', target: name })
  const readings = []
  let collections = 0
  let done = 0
  let watch

  // Watches for this share of the time, however long a walk before it has taken.
  async function watchFor (share) {
    const end = done + share
    let previous
    for (;;) {
      const reading = await watch.read()
      readings.push(reading)
      if (previous) done += (reading.time - previous.time) / 1000 / seconds
      if (done >= end) return
      previous = reading
      onProgress?.(done)
      if (collect && done * COLLECTIONS >= collections) {
        collections++
        await send('HeapProfiler.collectGarbage')
      }
      await abortable(sleep(BEAT), signal)
    }
  }

  try {
    watch = await startWatch(identity.pid, inspector)
    await watchFor(1 - PROFILED)
    const plain = [...readings]
    const heap = Math.min(...plain.map(({ heap }) => heap)) // the least has the least garbage
    const isBusy = eluOf(plain[0].loop, plain[plain.length - 1].loop) > BUSY
    const isWalked = listeners || (isBusy && heap < SMALL) // a busy server is worth a short pause
    const pause =
      `LISTENERS=1 looks for listeners in the heap of ${bytes(rough(heap))}, ` +
      `and pauses the process twice, for about ${ms(rough(heap * WALK))} each`
    if (listeners) onNotice?.(pause)
    const walk = async () => isWalked ? findListeners(inspector, watch.scripts) : undefined
    const before = await walk()
    const { samples, kept } = await profileWhile(() => watchFor(PROFILED), send)
    const after = await walk()
    const last = await watch.end()
    const facts = readWatchedFacts(plain, last, samples, {
      walks: isWalked ? [before, after] : undefined,
      hasForced: collect || isWalked // major collections
    })
    return {
      ...header,
      settings: { watch: seconds, listeners, collect },
      took: (last.time - readings[0].time) / 1000,
      running: identity,
      facts,
      hottestFrame: hottestUserFrame(samples),
      jobFrame: hottestUserFrame(samples, isInTimer),
      keptFrame: hottestUserFrame(kept),
      excessListeners: after ? [after] : [],
      routes: last.routes.sort((a, b) => b.time - a.time),
      untested: isBusy && !isWalked ? [pause] : [],
      ...diagnose(facts)
    }
  } finally {
    await watch?.end().catch(() => {}) // it has ended
    await end()
  }
}

async function profileWhile (run, send) {
  await send('Profiler.enable')
  await send('Profiler.setSamplingInterval', { interval: CPU_INTERVAL })
  await send('Profiler.start')
  await send('HeapProfiler.startSampling', { samplingInterval: HEAP_INTERVAL })
  await run()
  const cpu = await send('Profiler.stop')
  const heap = await send('HeapProfiler.stopSampling')
  return {
    samples: cpuProfileSamples(cpu.profile),
    kept: heapSamples(heap.profile.head)
  }
}

module.exports = { watchFlags, watchServer }

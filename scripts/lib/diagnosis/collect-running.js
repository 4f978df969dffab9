'use strict'

// Watches a running server under its own load, and diagnoses what it observes.

const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../base/abortable')
const { bytes, ms } = require('../base/format')
const { attach, startWatch } = require('../measure/attach')
const { resultHeader } = require('../measure/result-header')
const { hottestUserFrame, isHarnessFrame } = require('../profiling/frames')
const { cpuProfileSamples, heapSamples } = require('../profiling/samples')
const { addedPerRequest, findListeners } = require('./heap-walk')
const { diagnose } = require('./rules')
const { eluOf, readWatchedFacts } = require('./watched-facts')

/** @import { Flag } from '../base/types' */
/** @import { Target, Watch } from '../measure/types' */
/** @import { WalkedHeap, WatchedDiagnosis, WatchOptions, WatchReading } from './types' */
/** @import { WatchSettings } from './types' */

const BEAT = 500 // ms between two readings
const PROFILED = 0.3 // of the watched time, at its end
const SMALL = 30e6 // bytes of heap: larger ones are walked only if that is asked for
const BUSY = 0.8 // event-loop utilisation: only then are listeners looked for unasked
const WALK = 11e-6 // ms that a byte of heap takes to be walked
const COLLECTIONS = 5 // if they are asked for
const CPU_INTERVAL = 4000 // µs between two samples; 1000, the default, costs 29 % more CPU time
const HEAP_INTERVAL = 262_144 // bytes allocated between two samples, on average

/** @type {WalkedHeap} */
const NOTHING = { answered: 0 }

/** @type {Record<string, Flag>} */
const watchFlags = {
  watch: {
    type: 'integer',
    min: 5,
    max: 3600,
    default: 10,
    help: 'PID: seconds of watching'
  },
  listeners: { type: 'boolean', help: 'PID: look for listeners, which stops the process shortly' },
  collect: { type: 'boolean', help: 'PID: force garbage collections, to see a slow leak' }
}

/**
 * @param {Target} target that runs
 * @param {WatchSettings} settings
 * @param {WatchOptions} [options]
 * @returns {Promise<WatchedDiagnosis>}
 * @throws {UserError} When the process cannot be watched, or ends meanwhile.
 */
async function watchServer ({ name, running = {} }, settings, options = {}) {
  const { watch: seconds, listeners = false, collect = false } = settings
  const { onNotice, onProgress, signal } = options
  const attached = await attach(running, onNotice)
  const { pid, node, command, inspector } = attached
  const header = resultHeader({ kind: /** @type {const} */ ('diagnosis'), target: name })
  /** @type {WatchReading[]} */
  const readings = []
  let collections = 0
  let watch

  /** @param {number} share of the time, until which this watches */
  async function watchUntil (share) {
    for (;;) {
      const reading = await watch.read()
      readings.push(reading)
      const done = (reading.time - readings[0].time) / 1000 / seconds
      if (done >= share) return
      onProgress?.(Math.min(1, done))
      if (collect && done * COLLECTIONS >= collections) {
        collections++
        await inspector.send('HeapProfiler.collectGarbage')
      }
      await abortable(sleep(BEAT), signal)
    }
  }

  try {
    watch = await startWatch(attached)
    await watchUntil(1 - PROFILED)
    const plain = [...readings]
    const heap = Math.min(...plain.map(({ heap }) => heap)) // the least has the least garbage
    const isBusy = eluOf(plain[0], plain[plain.length - 1]) > BUSY
    const isWalked = listeners || (isBusy && heap < SMALL)
    const walk = () => isWalked ? findListeners(inspector, watch) : NOTHING
    const stop = `LISTENERS=1 looks for listeners in the heap of ${round(heap, bytes)}, and ` +
      `stops the process twice for about ${round(heap * WALK, ms)}`
    if (listeners) onNotice?.(stop)
    const before = await walk()
    await inspector.send('Profiler.enable')
    await inspector.send('Profiler.setSamplingInterval', { interval: CPU_INTERVAL })
    await inspector.send('Profiler.start')
    await inspector.send('HeapProfiler.startSampling', { samplingInterval: HEAP_INTERVAL })
    await watchUntil(1)
    const { profile } = await inspector.send('Profiler.stop')
    const { profile: { head } } = await inspector.send('HeapProfiler.stopSampling')
    const after = await walk()
    const last = await watch.end()
    const samples = cpuProfileSamples(profile)
      .filter(({ stack }) => !stack.some(isHarnessFrame))
    const facts = readWatchedFacts(plain, last, samples)
    facts.listenersPerRequest = addedPerRequest(before, after)
    return {
      ...header,
      settings: { watch: seconds, listeners, collect },
      running: { pid, node, command },
      facts,
      hottestFrame: hottestUserFrame(samples),
      keptFrame: hottestUserFrame(heapSamples(head)),
      excessListeners: after.most ? [after.most] : [],
      routes: last.routes.sort((a, b) => b.time - a.time),
      warnings: isBusy && !isWalked ? [stop] : [],
      ...diagnose(facts)
    }
  } finally {
    await watch?.end().catch(() => {}) // it has ended
    await attached.end()
  }
}

/** @param {number} value @param {(value: number) => string} format */
function round (value, format) {
  return format(Number(value.toPrecision(2)))
}

module.exports = { watchFlags, watchServer }

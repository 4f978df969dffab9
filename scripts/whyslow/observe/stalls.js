'use strict'

// Stays beside a process, and reads what runs in each stall of its event loop while it lasts: the
// inspector answers in the middle of running JavaScript. Until then, only a beat runs in the
// process.

/** @import { Inspector, Running, Stall, StallOptions, Stalls, StallWatch } from '../types' */

const { setTimeout: sleep } = require('node:timers/promises')
const { attachWhenFree } = require('../attach/attach')
const { chooseProcess } = require('../attach/choose')
const { readActivity } = require('../attach/processes')
const { hottestPlace } = require('../frames/place')
const { cpuProfileSamples, ticksByLine } = require('../frames/samples')
const { abortable } = require('../util/abortable')
const { FindingError, asError } = require('../util/errors')
const { addStack, createProfile, readStack } = require('./stacks')

const BEAT = 25 // ms
const LATE = 60 // ms without a beat: stacks are read from then on. Native code may end a stall
const LOOK = 20 // ms between two looks at the beat
const OWN_PAUSE = 100 // ms: this process itself had no core, and the beat may have arrived
const ALIVE = 20_000 // ms between two signs of life for the beat
const SILENT_BEATS = 2400 // 60 s: then the beat ends by itself
const MOSTLY = 0.5 // of a time
const SHORT = 20 // ms: the stall was over when it was looked at
const NAME = '__whyslowBeat'
// The binding sends a message to the inspector. It works without the domain Runtime, which makes
// each exception collect a stack.
const CODE = `(() => {
  const { clearInterval, setInterval } = process.getBuiltinModule('node:timers')
  const beat = globalThis.${NAME}
  delete globalThis.${NAME}
  let silent = 0
  const timer = setInterval(() => {
    silent++
    if (silent > ${SILENT_BEATS}) clearInterval(timer)
    else beat('')
  }, ${BEAT}).unref()
  return {
    alive () { silent = 0 },
    stop () { clearInterval(timer) }
  }
})()`

/**
 * Watches for stalls until the time is over, the process exits, or an abort.
 * @param {Running} running
 * @param {StallOptions} options
 * @returns {Promise<Stalls>}
 * @throws {UserError} When the process cannot be watched.
 */
async function watchStalls (running, options) {
  const { pause, seconds, onNotice, onStall, signal } = options
  const { pid, diagnosis } = await chooseProcess(running, options)
  if (diagnosis) throw new FindingError(`${diagnosis.first.verdict}: ${diagnosis.first.next}`)
  const { inspector, end, ...identity } = await attachWhenFree({ ...running, pid }, options)
  const timeout = AbortSignal.timeout(seconds * 1000)
  const stop = AbortSignal.any([inspector.ending, signal, timeout])
  const began = performance.now()
  /** @type {Stall[]} */
  const stalls = []
  let beat
  let hasEnded = false
  try {
    beat = await startBeat(inspector)
    const time = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
    onNotice(`Waiting up to ${time} for pauses of ${pause} ms or more. ` +
      `The inspector of process ${identity.pid} stays open, for this machine only`)
    const watched = { inspector, beat, stop, pid: identity.pid, began }
    for (;;) {
      await untilLate(watched)
      const stall = createStall(beat.time())
      try {
        await follow(watched, stall)
      } finally {
        if (stall.took >= pause) stalls.push(stall)
      }
      if (stall.took >= pause) onStall(stall)
    }
  } catch (err) {
    if (!stop.aborted && !stalls.length) throw err
    if (!stop.aborted) onNotice(asError(err).message) // what was seen until then is known
    hasEnded = inspector.ending.aborted
  } finally {
    await beat?.stop()
    await end()
  }
  return {
    running: identity,
    took: (performance.now() - began) / 1000,
    hasEnded,
    stalls
  }
}

/** @param {StallWatch} watched */
async function untilLate ({ beat, stop }) {
  for (;;) {
    const looked = performance.now()
    await abortable(sleep(LOOK), stop)
    const now = performance.now()
    const isOwnPause = now - looked > OWN_PAUSE
    if (!isOwnPause && now - beat.time() >= LATE) return
  }
}

/** @param {number} since @returns {Stall} */
function createStall (since) {
  const took = performance.now() - since
  return { at: new Date(Date.now() - took), took, kind: 'blocked' }
}

/** Follows a stall until the beat is back. @param {StallWatch} watched @param {Stall} stall */
async function follow (watched, stall) {
  const { beat, stop, pid } = watched
  const since = beat.time()
  const looked = performance.now()
  const before = readActivity(pid)
  stall.child = before.child
  if (!before.isStopped) await findPlace(watched, stall)
  while (beat.time() === since) {
    stall.took = performance.now() - since
    await abortable(sleep(LOOK), stop)
  }
  stall.took = beat.time() - since
  const after = readActivity(pid)
  const time = beat.time() - looked
  if (before.isStopped) stall.kind = 'suspended'
  else if (after.throttled - before.throttled > MOSTLY * time) stall.kind = 'throttled'
  else if (time < SHORT) stall.kind = 'blocked'
  else if (after.runnable - before.runnable < MOSTLY * time) stall.kind = 'waiting'
}

/** Reads what runs until the beat is back. @param {StallWatch} watched @param {Stall} stall */
async function findPlace ({ inspector, beat, stop }, stall) {
  const since = beat.time()
  const profile = createProfile()
  let last = performance.now()
  try {
    while (beat.time() === since) {
      const stack = await abortable(readStack(inspector), stop)
      if (beat.time() !== since) break // it shows what came after the stall
      const now = performance.now()
      addStack(profile, stack, now - last)
      last = now
      stall.took = now - since
      await abortable(sleep(LOOK), stop)
    }
  } finally {
    stall.place = hottestPlace(cpuProfileSamples(profile), ticksByLine(profile))
  }
}

/** @param {Inspector} inspector */
async function startBeat ({ callOn, evaluateObject, events, send }) {
  let last = performance.now()
  const onBeat = () => { last = performance.now() }
  events.on('Runtime.bindingCalled', onBeat)
  await send('Runtime.addBinding', { name: NAME })
  const objectId = await evaluateObject(CODE)
  /** @param {string} method */
  const call = (method) => callOn(objectId, `function () { this.${method}() }`)
  const signs = setInterval(() => call('alive').catch(() => {}), ALIVE).unref()
  last = performance.now()

  async function stop () {
    clearInterval(signs)
    events.off('Runtime.bindingCalled', onBeat)
    await call('stop').catch(() => {}) // the process has ended
    await send('Runtime.removeBinding', { name: NAME }).catch(() => {})
  }

  return { stop, time: () => last }
}

module.exports = { watchStalls }

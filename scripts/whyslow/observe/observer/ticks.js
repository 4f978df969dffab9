'use strict'

// Looks at the event loop, the thread pool and the waits, and ends what nobody asks any more.

const { stat } = require('node:fs')
const { clearTimeout, setTimeout } = require('node:timers')
const { addCounts, isDisturbed, now } = require('./intervals')
const { takeLook } = require('./looks')
const { guard } = require('./methods')
const { waitForCore } = require('./resources')
const { endOldTrips } = require('./round-trips')

const TICK = 100 // ms between two looks, on average
const SILENCE = 50 // ticks: a blocked event loop hears the command no sooner
const PATIENCE = 600 // ticks, while the command waits for what is in progress
const onTick = guard(tick)

/** @type {NodeJS.Timeout|undefined} */
let timer
let expected = 0 // when it has to fire
/** @type {() => void} */
let onSilence
let silentTicks = 0
let ownCalls = 0 // file calls that are in progress
let isResting = false
const counts = addCounts(() => ({
  coreWait: 0,
  poolDelays: isResting ? counts.poolDelays : [], // of calls that began before
  timerDelays: [],
  loopDelays: [],
  longestPause: 0
}), countPause)

/** @param {() => void} end is called when nobody asks any more */
function startTicks (end) {
  onSilence = end
  silentTicks = 0
  waitForCore()
  schedule()
}

function ensureStarted () {
  if (!timer) throw new Error('it got no request from this command for 5 s')
  silentTicks = 0
}

// At irregular times: a regular job could always run between two looks.
function schedule () {
  clearTimeout(timer)
  const delay = TICK * (0.5 + Math.random())
  expected = now() + delay
  timer = setTimeout(onTick, delay).unref()
}

function tick () {
  if (++silentTicks > SILENCE) return onSilence()
  const time = now()
  countPause()
  const late = findDelay()
  const waited = waitForCore()
  schedule()
  endOldTrips()
  if (late === undefined) return
  takeLook(time, late, ownCalls)
  counts.coreWait += waited
  counts.timerDelays.push(late)
  counts.loopDelays.push(Math.max(0, late - waited))
  ownCalls++
  stat('.', () => { // it may take several intervals
    ownCalls--
    if (!isDisturbed(time)) counts.poolDelays.push(now() - time)
  })
}

// ms for which the tick is late by now; undefined if that is due to this command
function findDelay () {
  if (isResting || isDisturbed(expected)) return undefined
  return Math.max(0, now() - expected)
}

// In an endless loop, no tick comes any more. The lists get a delay once, when it is over.
function countPause () {
  counts.longestPause = Math.max(counts.longestPause, findDelay() ?? 0)
}

// What this command takes is no pause of the process.
/** @param {number} took ms */
function excuse (took) {
  expected += took
}

// What happens until it goes on does not count, and may take long.
function pause () {
  isResting = true
  silentTicks = -PATIENCE
}

function resume () {
  isResting = false
  silentTicks = 0
  schedule()
}

function stopTicks () {
  clearTimeout(timer)
  timer = undefined
}

module.exports = { ensureStarted, excuse, pause, resume, startTicks, stopTicks }

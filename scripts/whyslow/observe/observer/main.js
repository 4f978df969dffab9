'use strict'

/** @import { Foreign, Observer, ProfileSteps } from '../../types' */

// What the observer answers. It begins and ends all of it.

/** @type {Foreign} */
const process = require('node:process')
const calls = require('./calls')
const { dropInterval, rest } = require('./garbage')
const {
  closeProfiles, inspect, scripts, sourceMaps, startProfile, stopProfile
} = require('./inspector')
const { now, read } = require('./intervals')
const links = require('./links')
const listeners = require('./listeners')
const looks = require('./looks')
const { guard, takeFailure } = require('./methods')
const requests = require('./requests')
const roundTrips = require('./round-trips')
const routes = require('./routes')
const { subscribe, unsubscribe } = require('./subscriptions')
const { ensureStarted, excuse, startTicks, stopTicks } = require('./ticks')
const { startTraces, stopTraces } = require('./traces')

const RUNNING = Symbol.for('whyslow:observer') // of globalThis: the `stop` of the one that runs
let isStarted = false

function start () {
  if (!isStarted) takeOver()
  takeFailure() // of before
  for (const { begin } of [requests, routes, calls, listeners]) begin()
  read()
  guard(requests.findBefore)(process._getActiveHandles())
  guard(findOpen)()
  startTicks(stop) // first: it ends what fails half-way
  if (!isStarted) subscribe()
  isStarted = true
}

// Ends an observer whose command was killed: it could not remove its wrappers from beneath ours.
function takeOver () {
  /** @type {Foreign} */
  const program = globalThis
  program[RUNNING]?.()
  Reflect.defineProperty(program, RUNNING, { value: stop, configurable: true })
}

// What was opened before.
function findOpen () {
  const handles = process._getActiveHandles()
  for (const { adoptOpen } of [requests, calls, links]) adoptOpen(handles)
  looks.findPoolThreads()
}

function stop () {
  isStarted = false
  Reflect.deleteProperty(globalThis, RUNNING)
  stopTicks()
  stopTraces()
  unsubscribe()
  closeProfiles()
  for (const { forget } of [requests, calls, links, looks, roundTrips]) forget()
}

function end () {
  stop()
  const failure = takeFailure()
  if (failure) throw failure
  return routes.listRoutes()
}

function ports () {
  findOpen()
  return links.listPorts()
}

/** @template A, R @param {(argument: A) => R} answer which fails when the observer has ended */
function whileStarted (answer) {
  return (/** @type {A} */ argument) => {
    ensureStarted()
    return answer(argument)
  }
}

/** @template R @param {(steps: ProfileSteps) => R} answer which stops the process meanwhile */
function timed (answer) {
  return (/** @type {ProfileSteps} */ steps) => {
    const began = now()
    const outcome = answer(steps)
    const took = now() - began
    excuse(took)
    return { ...outcome, took }
  }
}

/** @type {Observer} */
module.exports = {
  start,
  read: whileStarted(read),
  rest: whileStarted(rest),
  dropInterval: whileStarted(dropInterval),
  startProfile: timed(startProfile),
  stopProfile: timed(stopProfile),
  ports: whileStarted(ports),
  startTraces: whileStarted(startTraces),
  stopTraces,
  inspect,
  scripts,
  sourceMaps,
  end: whileStarted(end)
}

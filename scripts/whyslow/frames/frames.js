'use strict'

// Finds the functions that take the most time (or memory), and whose code they are.

/** @import { HotFrames, StackSample } from '../types' */

const path = require('node:path')
const { sum } = require('../util/numbers')

const OBSERVER = 'whyslow:observer' // the name of our code in a process
const PACKAGE = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/
const YOUR_CODE = 'your code'
const CORE = 'Node.js core'
const NATIVE = 'V8/native'
const MICROTASKS = /^(runNextTicks|processTicksAndRejections|runMicrotasks)$/

/**
 * Ranks frames, hottest first. In the total, a recursive function counts once per stack.
 * @param {StackSample[]} samples
 * @returns {HotFrames}
 */
function hottestFrames (samples) {
  const self = new Map()
  const total = new Map()
  for (const { stack, weight } of samples) {
    add(self, stack.at(-1), weight)
    for (const frame of new Set(stack)) add(total, frame, weight)
  }
  return { self: rank(self, samples), total: rank(total, samples) }
}

function add (weights, key, weight) {
  weights.set(key, (weights.get(key) ?? 0) + weight)
}

function rank (weights, samples) {
  const all = sum(samples.map(({ weight }) => weight))
  const entries = [...weights].sort(([, a], [, b]) => b - a)
  return entries.map(([frame, weight]) => ({ frame, share: weight / all }))
}

/**
 * Says whose code a frame is.
 * @param {{file: string}} frame
 * @returns {string} `your code`, the name of a package, `Node.js core` or `V8/native`
 */
function frameOwner ({ file }) {
  if (file.startsWith('node:')) return CORE
  const dependency = file.match(PACKAGE)?.[1]
  if (dependency) return dependency.replace('\\', '/')
  return path.isAbsolute(file) ? YOUR_CODE : NATIVE
}

// A function of your code or of Node.js, or a package.
function nameCallee (frame) {
  const owner = frameOwner(frame)
  if (owner === CORE) return `${frame.name} of ${frame.file}`
  return owner === YOUR_CODE ? frame.name : owner
}

/**
 * Says whether a sample is of a timer's callback, and not of code that awaits a timer.
 * @param {StackSample} sample
 */
function isInTimer ({ stack }) {
  const names = stack.map(({ name }) => name)
  return names.includes('listOnTimeout') && !names.some((name) => MICROTASKS.test(name))
}

function isUserFrame (frame) {
  return frameOwner(frame) === YOUR_CODE
}

module.exports = {
  frameOwner, hottestFrames, isInTimer, isUserFrame, nameCallee, CORE, MICROTASKS, NATIVE, OBSERVER
}

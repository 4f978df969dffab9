'use strict'

// Whose code a function is.

/** @import { Frame, StackSample } from '../types' */

const path = require('node:path')

const OBSERVER = 'whyslow:observer' // the name of our code in a process
const PACKAGE = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/
const YOUR_CODE = 'your code'
const CORE = 'Node.js core'
const NATIVE = 'V8/native'
const MICROTASKS = /^(runNextTicks|processTicksAndRejections|runMicrotasks)$/

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

// A function of your code, of Node.js or of V8, or a package.
/** @param {Frame} frame */
function nameCallee (frame) {
  const owner = frameOwner(frame)
  if (owner === CORE) return `${frame.name} of ${frame.file}`
  return [YOUR_CODE, NATIVE].includes(owner) ? frame.name : owner
}

/** @param {StackSample} sample @returns is it of a timer's callback, not of what awaits one? */
function isInTimer ({ stack }) {
  const names = stack.map(({ name }) => name)
  return names.includes('listOnTimeout') && !names.some((name) => MICROTASKS.test(name))
}

/** @param {{file: string}} frame */
function isUserFrame (frame) {
  return frameOwner(frame) === YOUR_CODE
}

// The harness is a folder.
/** @param {{file: string}} frame */
function isOurs ({ file }, harness = OBSERVER) {
  return file === OBSERVER || file.startsWith(harness + path.sep)
}

module.exports = {
  frameOwner, isInTimer, isOurs, isUserFrame, nameCallee, CORE, MICROTASKS, NATIVE, OBSERVER
}

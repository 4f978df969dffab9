'use strict'

// What the samples of a CPU profile have to do with a fault.

const { isUserFrame } = require('../frames/frames')

/** @import { StackSample } from '../types' */

const SYNC = /Sync$/
// Synchronous functions of other modules compute.
const IO = /^node:(internal\/)?(fs|child_process)\b/
const CHILD = /^node:(internal\/)?child_process$/
const POOL = /^node:(internal\/)?(crypto|dns|fs|zlib)\b/
const SENDING = /^node:(_http_\w+|net|(internal\/)?(stream|tls|http2))/

// Is it of a synchronous call for a file or a process?
/** @param {StackSample} sample */
function isSyncIo ({ stack }) {
  return stack.some(({ name, file }) => SYNC.test(name) && IO.test(file))
}

/** @param {StackSample} sample */
function isStartingChild ({ stack }) {
  return stack.some(({ file }) => CHILD.test(file))
}

// Is it of a call that gives the thread pool work?
/** @param {StackSample} sample */
function isForPool ({ stack }) {
  return stack.some(({ file }) => POOL.test(file))
}

/**
 * Gives the share of the function of the reader's code that takes the most CPU time, with what it
 * calls, but without reading requests and sending answers.
 * @param {StackSample[]} samples
 */
function ownShare (samples) {
  let all = 0
  const functions = new Map()
  for (const { stack, weight } of samples) {
    all += weight
    const at = stack.findLastIndex(isUserFrame)
    if (at < 0 || stack.slice(at).some(({ file }) => SENDING.test(file))) continue
    const frame = stack[at]
    functions.set(frame, (functions.get(frame) ?? 0) + weight)
  }
  return all ? Math.max(0, ...functions.values()) / all : 0
}

module.exports = { isForPool, isStartingChild, isSyncIo, ownShare }

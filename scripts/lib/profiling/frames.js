'use strict'

// Finds the functions that take the most time (or memory), and whose code they are.

/** @import { Frame, HotFrame, StackSample, UserFrame } from './types' */

const path = require('node:path')

const PRELOAD = path.join(__dirname, '../preload') + path.sep
const PACKAGE = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/
const YOUR_CODE = 'your code'
const NATIVE = 'V8/native'

/**
 * Ranks frames by self time and by total time, hottest first. In the total, a recursive function
 * counts once per stack.
 * @param {Iterable<StackSample>} samples
 * @returns {{self: HotFrame[], total: HotFrame[]}}
 */
function hottestFrames (samples) {
  /** @type {Map<string, {frame: Frame, self: number, total: number}>} */
  const entries = new Map()
  let sum = 0
  for (const { stack, weight } of samples) {
    sum += weight
    const stackEntries = stack.map((frame) => {
      const key = keyOf(frame)
      const entry = entries.get(key) ?? { frame, self: 0, total: 0 }
      entries.set(key, entry)
      return entry
    })
    stackEntries[stackEntries.length - 1].self += weight
    for (const entry of new Set(stackEntries)) entry.total += weight
  }
  /** @param {'self'|'total'} kind */
  function rankBy (kind) {
    const hot = [...entries.values()].filter((entry) => entry[kind] > 0)
    hot.sort((a, b) => b[kind] - a[kind])
    return hot.map((entry) => ({ frame: entry.frame, share: entry[kind] / sum }))
  }
  return { self: rankBy('self'), total: rankBy('total') }
}

/**
 * Finds the function of your code with the largest share, with what packages and Node.js do for it,
 * but not with what it calls in your code.
 * @param {StackSample[]} samples
 * @returns {UserFrame|undefined}
 */
function hottestUserFrame (samples) {
  const attributed = samples.map(({ stack, weight }) => {
    const frame = stack.findLast(isUserFrame) ?? stack[0]
    return { stack: [frame], weight }
  })
  const hottest = hottestFrames(attributed).self.find(({ frame }) => isUserFrame(frame))
  if (!hottest) return undefined
  const key = keyOf(hottest.frame)
  let sum = 0
  /** @type {Map<string, number>} weights by whose code the frame calls */
  const called = new Map()
  for (const { stack, weight } of samples) {
    sum += weight
    const at = stack.findLastIndex(isUserFrame)
    if (at < 0 || keyOf(stack[at]) !== key) continue
    const owner = stack.slice(at + 1).map(frameOwner).find((owner) => owner !== NATIVE) ?? YOUR_CODE
    called.set(owner, (called.get(owner) ?? 0) + weight)
  }
  const self = called.get(YOUR_CODE) ?? 0
  called.delete(YOUR_CODE)
  const [most] = [...called].sort(([, a], [, b]) => b - a)
  const callee = most && { owner: most[0].replace('dependency ', ''), share: most[1] / sum }
  return { ...hottest, self: self / sum, callee }
}

/** @param {Frame} frame */
function keyOf ({ name, file, line }) {
  return `${name} ${file}:${line}`
}

/**
 * Says whose code a frame is.
 * @param {{file: string}} frame
 * @returns {string} `your code`, `dependency <name>`, `Node.js core`, `V8/native` or `harness`
 */
function frameOwner ({ file }) {
  if (file.startsWith('node:')) return 'Node.js core'
  const dependency = file.match(PACKAGE)?.[1]
  if (dependency) return `dependency ${dependency.replace('\\', '/')}`
  if (file.startsWith(PRELOAD)) return 'harness'
  return path.isAbsolute(file) ? YOUR_CODE : NATIVE
}

/** @param {Frame} frame @returns {boolean} */
function isUserFrame (frame) {
  return frameOwner(frame) === YOUR_CODE
}

/** @param {Frame} frame @returns {boolean} */
function isHarnessFrame (frame) {
  return frameOwner(frame) === 'harness'
}

module.exports = { frameOwner, hottestFrames, hottestUserFrame, isHarnessFrame, isUserFrame }

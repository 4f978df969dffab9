'use strict'

// Turns the stack samples of a profiler into the functions that took the most time (or memory).

const path = require('node:path')
const { fileURLToPath } = require('node:url')
const { originalLocation } = require('./source-map')

const PRELOAD = path.join(__dirname, '../preload') + path.sep

/**
 * @typedef {object} Frame
 * @property {string} name of the function
 * @property {string} file path; `node:…` for Node.js itself; '' for code that is not JavaScript
 * @property {number} line counted from 1; 0 if unknown
 *
 * @typedef {{stack: Frame[], weight: number}} StackSample from root to leaf, not empty; in µs, ticks or bytes
 * @typedef {{frame: Frame, share: number}} HotFrame `share` of the total weight, 0 to 1
 */

/**
 * @type {(samples: Iterable<StackSample>) => {self: HotFrame[], total: HotFrame[]}} hottest first: `self` by the stacks
 *   that end in the frame, `total` by all stacks with it, where a recursive function counts once per stack
 */
function hottestFrames (samples) {
  /** @type {Map<string, {frame: Frame, self: number, total: number}>} */
  const entries = new Map()
  let sum = 0
  for (const { stack, weight } of samples) {
    sum += weight
    const own = stack.map((frame) => {
      const key = `${frame.name} ${frame.file}:${frame.line}`
      const entry = entries.get(key) ?? { frame, self: 0, total: 0 }
      entries.set(key, entry)
      return entry
    })
    own[own.length - 1].self += weight
    for (const entry of new Set(own)) entry.total += weight
  }
  /** @param {'self'|'total'} kind */
  const ranked = (kind) => [...entries.values()]
    .filter((entry) => entry[kind] > 0)
    .sort((a, b) => b[kind] - a[kind])
    .map((entry) => ({ frame: entry.frame, share: entry[kind] / sum }))
  return { self: ranked('self'), total: ranked('total') }
}

/**
 * @type {(samples: StackSample[]) => HotFrame|undefined} the function of your code with the largest share, with what it
 *   calls in packages and in Node.js, but not with other functions of your code
 */
function hottestOwnFrame (samples) {
  const { self } = hottestFrames(samples.map(({ stack, weight }) =>
    ({ stack: [stack.findLast((frame) => frameOwner(frame) === 'your code') ?? stack[0]], weight })))
  return self.find(({ frame }) => frameOwner(frame) === 'your code')
}

/** @type {(frame: Frame) => string} your code, dependency <name>, Node.js core, V8/native or harness */
function frameOwner ({ file }) {
  if (file.startsWith('node:')) return 'Node.js core'
  const [, dependency] = file.match(/.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/) ?? []
  if (dependency) return `dependency ${dependency.replace('\\', '/')}`
  if (file.startsWith(PRELOAD)) return 'harness'
  return path.isAbsolute(file) ? 'your code' : 'V8/native'
}

/** @type {(text: string) => Frame} of `*emit node:events:471:44` in a V8 log. @see https://v8.dev/docs/profile */
function parseFrame (text) {
  const [, name, file, line, column] =
    text.match(/^[*~^+]?(?:(.*?) )?((?:node:|file:|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)$/) ?? ['', text, '', '0', '1']
  return { name: name || '(anonymous)', ...originalLocation(toPath(file), Number(line), Number(column) - 1) }
}

/** @typedef {{functionName: string, url: string, lineNumber: number, columnNumber: number}} CallFrame from 0 */

/** @type {(callFrame: CallFrame) => Frame} @see https://chromedevtools.github.io/devtools-protocol/tot/Runtime */
const fromCallFrame = ({ functionName, url, lineNumber, columnNumber }) =>
  ({ name: functionName || '(anonymous)', ...originalLocation(toPath(url), lineNumber + 1, columnNumber) })

/** @param {string} file a path or a file: URL */
const toPath = (file) => file.startsWith('file:') ? fileURLToPath(file) : file

module.exports = { frameOwner, fromCallFrame, hottestFrames, hottestOwnFrame, parseFrame }

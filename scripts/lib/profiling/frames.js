'use strict'

// From the stacks that a profiler sampled to the frames that took the time.

const path = require('node:path')

/**
 * @typedef {object} Frame
 * @property {string} name of the function
 * @property {string} file path, `node:…` for Node.js itself, or '' for what is not JavaScript
 * @property {number} line from 1; 0 where there is none
 */

/**
 * @typedef {object} Hot a frame with its share
 * @property {Frame} frame
 * @property {number} share of all weight, 0 to 1
 */

/**
 * Adds up, for each frame, the weight of the stacks that end in it (self) and of those it stands in (total).
 *
 * @param {Iterable<{stack: Frame[], weight: number}>} samples each stack from the root to the leaf; not empty
 * @returns {{self: Hot[], total: Hot[]}} the hottest first; a frame that calls itself counts once
 */
function hottestFrames (samples) {
  const self = new Map()
  const total = new Map()
  const frames = new Map()
  let all = 0
  for (const { stack, weight } of samples) {
    all += weight
    const keys = stack.map((frame) => key(frame, frames))
    add(self, keys.at(-1), weight)
    for (const each of new Set(keys)) add(total, each, weight)
  }
  const ranked = (weights) => [...weights]
    .sort(([, a], [, b]) => b - a)
    .map(([key, weight]) => ({ frame: frames.get(key), share: weight / all }))
  return { self: ranked(self), total: ranked(total) }
}

function key (frame, frames) {
  const key = `${frame.name} ${frame.file}:${frame.line}`
  frames.set(key, frame)
  return key
}

function add (weights, key, weight) {
  weights.set(key, (weights.get(key) ?? 0) + weight)
}

/**
 * Whose code a frame is.
 *
 * @param {Frame} frame
 * @param {string} folder of the server's own code
 * @returns {string} `this stage`, `dependency <name>`, `Node.js core`, `V8/native`, or `harness`
 */
function frameOwner ({ file }, folder) {
  if (file.startsWith('node:')) return 'Node.js core'
  const [, dependency] = file.match(/.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/) ?? []
  if (dependency) return `dependency ${dependency}`
  if (path.basename(file) === 'probe.js') return 'harness'
  return file.startsWith(folder + path.sep) ? 'this stage' : 'V8/native'
}

/**
 * Reads how V8's own log names a function: marker of the compiler, name, file, line, column.
 *
 * @param {string} text such as `*emit node:events:471:44`
 * @returns {Frame}
 * @see https://v8.dev/docs/profile
 */
function parseFrame (text) {
  const [, name, file, line] = text.match(/^[*~^+]?(?:(.*?) )?((?:node:|file:|\/|[A-Za-z]:[\\/]).*):(\d+):\d+$/) ?? [null, text, '', 0]
  return { name: name || '(anonymous)', file: toPath(file), line: Number(line) }
}

/** A file's path, from a path or a file: URL. */
function toPath (file) {
  return file.startsWith('file:') ? require('node:url').fileURLToPath(file) : file
}

module.exports = { frameOwner, hottestFrames, toPath, parseFrame }

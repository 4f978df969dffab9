'use strict'

// Turns what each profiler writes into stack samples.

/** @import { Frame, RunProfile, StackSample } from '../types' */

const path = require('node:path')
const { fileURLToPath } = require('node:url')
const { OBSERVER } = require('./frames')
const { addSourceMap, originalLocation } = require('./source-map')

// As in a V8 log: `*emit node:events:471:44` (https://v8.dev/docs/profile).
const V8_FRAME =
  /^[*~^+]?(?:(.*?) )?((?:node:|file:|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)$/
const V8_WORK = ['(garbage collector)', '(program)']

const frames = new Map() // equal frames are one object

/**
 * Reads a CPU profile. Native code counts as its caller, and idle time does not count.
 * @param {RunProfile} profile
 * @param {string} [harness] folder whose code in the process is none of the program: it does not
 *   count, nor does the observer
 * @returns {StackSample[]} weights in µs
 */
function cpuProfileSamples ({ nodes, samples = [], timeDeltas = [], sourceMaps = {} }, harness) {
  for (const [url, map] of Object.entries(sourceMaps)) {
    addSourceMap(toPath(url), map)
  }
  const stacks = new Map()
  // V8 lists callers first.
  for (const { id, callFrame, children = [] } of nodes) {
    const frame = fromCallFrame(callFrame)
    let stack = stacks.get(id) ?? []
    const isShown = frame.file || V8_WORK.includes(frame.name)
    if (isShown && !isWrapper(frame)) stack = [...stack, frame]
    for (const node of [id, ...children]) stacks.set(node, stack)
  }
  const result = samples.map((id, i) => {
    return { stack: stacks.get(id), weight: Math.max(0, timeDeltas[i]) }
  })
  return result.filter(({ stack }) => stack.length > 0 && !isOurs(stack, harness))
}

/**
 * Counts the ticks of each line of a function's own code.
 * @param {RunProfile} profile
 * @returns {Map<Frame, Map<number, number>>}
 */
function ticksByLine ({ nodes }) {
  const functions = new Map()
  for (const { callFrame, positionTicks = [] } of nodes) {
    const frame = fromCallFrame(callFrame)
    const lines = functions.get(frame) ?? new Map()
    functions.set(frame, lines)
    for (const { line: transpiled, ticks } of positionTicks) {
      const { line } = originalLocation(toPath(callFrame.url), transpiled, 0)
      lines.set(line, (lines.get(line) ?? 0) + ticks)
    }
  }
  return functions
}

// The observer wraps methods of Node.js: what they call is the program's.
function isWrapper ({ file, name }) {
  return file === OBSERVER && name === 'wrapper'
}

function isOurs (stack, harness = OBSERVER) {
  return stack.some(({ file }) => file === OBSERVER || file.startsWith(harness + path.sep))
}

/**
 * Reads the samples of Clinic Flame, without native frames, as its page shows them at first.
 * @param {{name: string, type: string}[][]} ticks the type is JS, or a kind of native code
 * @returns {StackSample[]} weights in ticks
 */
function flameSamples (ticks) {
  const samples = ticks.map((tick) => {
    const functions = tick.filter(({ type }) => type === 'JS')
    return { stack: functions.map(({ name }) => parseFrame(name)), weight: 1 }
  })
  return samples.filter(({ stack }) => stack.length)
}

/**
 * Reads a sampling heap profile.
 * @param {import('node:inspector').HeapProfiler.SamplingHeapProfileNode} node
 * @param {string} [harness] as above
 * @param {Frame[]} [callers]
 * @returns {StackSample[]} weights in bytes
 */
function heapSamples ({ callFrame, selfSize, children }, harness, callers = []) {
  const frame = fromCallFrame(callFrame)
  const stack = isWrapper(frame) ? callers : [...callers, frame]
  if (isOurs(stack.slice(-1), harness)) return []
  const samples = selfSize ? [{ stack, weight: selfSize }] : []
  for (const child of children) samples.push(...heapSamples(child, harness, stack))
  return samples
}

function parseFrame (text) {
  const match = text.match(V8_FRAME)
  if (!match) return frameAt(text, '', 0, 0)
  const [, name, file, line, column] = match
  return frameAt(name, file, Number(line), column - 1)
}

/**
 * Reads a frame of the inspector, whose lines and columns count from 0.
 * @param {import('node:inspector').Runtime.CallFrame} callFrame
 * @returns {Frame}
 */
function fromCallFrame ({ functionName, url, lineNumber, columnNumber }) {
  return frameAt(functionName, url, lineNumber + 1, columnNumber)
}

/**
 * Reads a location in a stack of V8.
 * @param {string} location such as `file:///app/a.js:3:5`
 * @returns {Frame} its file is '' if that is none
 */
function fromLocation (location) {
  const [, url = '', line, column] = location.match(/^(.*):(\d+):(\d+)$/) ?? []
  return frameAt('', url, Number(line), Number(column) - 1)
}

function frameAt (functionName, url, originalLine, column) {
  const { file, line } = originalLocation(toPath(url), originalLine, column)
  const name = functionName || '(anonymous)'
  const key = `${name} ${file}:${line}`
  if (!frames.has(key)) frames.set(key, { name, file, line })
  return frames.get(key)
}

function toPath (url) {
  return url.startsWith('file:') ? fileURLToPath(url) : url
}

module.exports = {
  cpuProfileSamples, flameSamples, fromCallFrame, fromLocation, heapSamples, ticksByLine
}

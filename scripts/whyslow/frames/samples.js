'use strict'

// Turns what each profiler writes into stack samples.

/** @import { Frame, RunProfile, StackSample } from '../types' */

const { isOurs, OBSERVER } = require('./frames')
const { addSourceMap, originalLocation } = require('./source-map')

const V8_WORK = ['(garbage collector)', '(program)']

const frames = new Map() // equal frames are one object

/**
 * Reads a CPU profile. Native code counts as its caller, and idle time does not count.
 * @param {RunProfile} profile
 * @param {string} [harness] folder whose code in the process is none of the program: it does not
 *   count, nor does the observer
 * @returns {StackSample[]} weights in µs
 */
function cpuProfileSamples (profile, harness) {
  const { nodes, samples = [], timeDeltas = [], sourceMaps = {} } = profile
  for (const [url, map] of Object.entries(sourceMaps)) {
    addSourceMap(url, map)
  }
  /** @type {Map<number, Frame[]>} */
  const stacks = new Map()
  // V8 lists callers first.
  for (const { id, callFrame, children = [] } of nodes) {
    const frame = fromCallFrame(callFrame)
    let stack = stacks.get(id) ?? []
    const isShown = frame.file || V8_WORK.includes(frame.name)
    if (isShown && !isWrapper(frame)) stack = [...stack, frame]
    for (const node of [id, ...children]) stacks.set(node, stack)
  }
  const result = samples.map((id, i) =>
    ({ stack: stacks.get(id) ?? [], weight: Math.max(0, timeDeltas[i]) }))
  return result.filter(({ stack }) =>
    stack.length > 0 && !stack.some((frame) => isOurs(frame, harness)))
}

/**
 * Counts the ticks of each line of a function. Those of a profiler are of its own code; those of
 * stacks that were read are also of its calls.
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
      const { file, line } = originalLocation(callFrame.url, transpiled, 0)
      // A minified line has many lines of the source, and begins before the function.
      if (file !== frame.file || line < frame.line) continue
      lines.set(line, (lines.get(line) ?? 0) + ticks)
    }
  }
  return functions
}

// The observer wraps methods of Node.js: what they call is the program's.
/** @param {Frame} frame */
function isWrapper ({ file, name }) {
  return file === OBSERVER && name === 'wrapper'
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
  if (!isWrapper(frame) && isOurs(frame, harness)) return []
  const stack = isWrapper(frame) ? callers : [...callers, frame]
  const samples = selfSize ? [{ stack, weight: selfSize }] : []
  for (const child of children) samples.push(...heapSamples(child, harness, stack))
  return samples
}

/**
 * Reads a frame of the inspector, whose lines and columns count from 0.
 * @param {Omit<import('node:inspector').Runtime.CallFrame, 'scriptId'>} callFrame
 * @returns {Frame}
 */
function fromCallFrame ({ functionName, url, lineNumber, columnNumber }) {
  const original = originalLocation(url, lineNumber + 1, columnNumber, functionName)
  const { file, line } = original
  const name = original.name || '(anonymous)'
  const key = `${name} ${file}:${line}`
  if (!frames.has(key)) frames.set(key, { name, file, line })
  return frames.get(key)
}

/**
 * Reads a location in a stack of V8.
 * @param {string} location such as `file:///app/a.js:3:5`
 * @returns {{ file: string, line: number }} the file is '' if that is none
 */
function fromLocation (location) {
  const [, url = '', line, column] = location.match(/^(.*):(\d+):(\d+)$/) ?? []
  return originalLocation(url, Number(line), Number(column) - 1)
}

module.exports = {
  cpuProfileSamples, fromCallFrame, fromLocation, heapSamples, ticksByLine
}

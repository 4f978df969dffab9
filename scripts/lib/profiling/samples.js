'use strict'

// Turns what each profiler writes into stack samples.

/** @import { HeapProfiler } from 'node:inspector' */
/** @import { RunProfile } from '../preload/types' */
/** @import { CallFrame, FlameFrame, Frame, StackSample } from './types' */

const { fileURLToPath } = require('node:url')
const { addSourceMap, originalLocation } = require('./source-map')

const V8_FRAME = /^[*~^+]?(?:(.*?) )?((?:node:|file:|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)$/

/**
 * Reads a profile of --cpu-prof.
 * @param {RunProfile} profile
 * @returns {StackSample[]} weights in µs; without idle time
 */
function cpuProfileSamples ({ nodes, samples = [], timeDeltas = [], sourceMaps = {} }) {
  for (const [url, map] of Object.entries(sourceMaps)) addSourceMap(toPath(url), map)
  const parents = new Map()
  for (const { id, children = [] } of nodes) {
    for (const child of children) parents.set(child, id)
  }
  /** @type {Map<number, Frame[]>} */
  const stacks = new Map()
  for (const { id, callFrame } of nodes) { // V8 lists parents before their children
    const callers = stacks.get(parents.get(id))
    stacks.set(id, callers ? [...callers, fromCallFrame(callFrame)] : []) // the root is no function
  }
  const result = []
  for (const [i, id] of samples.entries()) {
    const stack = stacks.get(id) ?? []
    const weight = Math.max(0, timeDeltas[i])
    const isIdle = stack.at(-1)?.name === '(idle)' // it waits for events
    if (stack.length && !isIdle) result.push({ stack, weight })
  }
  return result
}

/**
 * Reads the samples of Clinic Flame, without native frames, as its page shows them at first.
 * @param {FlameFrame[][]} ticks
 * @returns {StackSample[]} weights in ticks
 */
function flameSamples (ticks) {
  const samples = []
  for (const tick of ticks) {
    const frames = tick.filter(({ type }) => type === 'JS')
    const stack = frames.map(({ name }) => parseFrame(name))
    if (stack.length) samples.push({ stack, weight: 1 })
  }
  return samples
}

/**
 * Reads a sampling heap profile.
 * @param {HeapProfiler.SamplingHeapProfileNode} node
 * @param {Frame[]} [callers]
 * @returns {StackSample[]} weights in bytes
 */
function heapSamples ({ callFrame, selfSize, children }, callers = []) {
  const stack = [...callers, fromCallFrame(callFrame)]
  const samples = children.flatMap((child) => heapSamples(child, stack))
  if (selfSize > 0) samples.unshift({ stack, weight: selfSize })
  return samples
}

/**
 * Reads a frame as in a V8 log: `*emit node:events:471:44`.
 * @param {string} text
 * @returns {Frame}
 * @see https://v8.dev/docs/profile
 */
function parseFrame (text) {
  const [, name, file, line, column] = text.match(V8_FRAME) ?? ['', text, '', '0', '1']
  const location = originalLocation(toPath(file), Number(line), Number(column) - 1)
  return { name: name || '(anonymous)', ...location }
}

/**
 * @param {CallFrame} callFrame
 * @returns {Frame}
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Runtime
 */
function fromCallFrame ({ functionName, url, lineNumber, columnNumber }) {
  const location = originalLocation(toPath(url), lineNumber + 1, columnNumber)
  return { name: functionName || '(anonymous)', ...location }
}

/** @param {string} file a path or a file: URL */
function toPath (file) {
  return file.startsWith('file:') ? fileURLToPath(file) : file
}

module.exports = { cpuProfileSamples, flameSamples, fromCallFrame, heapSamples, parseFrame }

'use strict'

// Finds the functions that take the most time (or memory).

/** @import { StackSample } from '../../whyslow/types' */
/** @import { HotFrames } from './types' */

const { fromCallFrame } = require('whyslow/frames')
const { sum } = require('../load/median')

// As in a V8 log: `*emit node:events:471:44` (https://v8.dev/docs/profile).
const V8_FRAME =
  /^[*~^+]?(?:(.*?) )?((?:node:|file:|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)$/

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

function parseFrame (text) {
  const [, functionName, url, line, column] = text.match(V8_FRAME) ?? [text, text, '', 0, 0]
  return fromCallFrame({ functionName, url, lineNumber: line - 1, columnNumber: column - 1 })
}

module.exports = { flameSamples, hottestFrames }

'use strict'

/** @import { Frame, StackSample } from '../../whyslow/types' */
/** @import { HotFrames } from './types' */

const { sum } = require('../load/statistics')

/**
 * Ranks frames, hottest first. In the total, a recursive function counts once per stack.
 * @param {StackSample[]} samples
 * @returns {HotFrames}
 */
function hottestFrames (samples) {
  const self = new Map()
  const total = new Map()
  for (const { stack, weight } of samples) {
    add(self, stack[stack.length - 1], weight)
    for (const frame of new Set(stack)) add(total, frame, weight)
  }
  const all = sum(samples.map(({ weight }) => weight))
  return { self: rank(self, all), total: rank(total, all) }
}

/** @param {Map<Frame, number>} weights @param {Frame} frame @param {number} weight */
function add (weights, frame, weight) {
  weights.set(frame, (weights.get(frame) ?? 0) + weight)
}

/** @param {Map<Frame, number>} weights @param {number} all */
function rank (weights, all) {
  const entries = Array.from(weights).sort(([, a], [, b]) => b - a)
  return entries.map(([frame, weight]) => ({ frame, share: weight / all }))
}

module.exports = { hottestFrames }

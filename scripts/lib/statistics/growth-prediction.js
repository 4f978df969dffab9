'use strict'

// Predicts how many requests a server answers if each makes the next one more expensive.

/** @typedef {{fit: import('./fit').Line, samples: {requests: number}[]}} Growth `fit`: service time over requests */

/**
 * Whether the growing part of the cost exceeds the constant part at the end. Otherwise there is nothing to predict
 * from: a slope can be significant and still too small to matter.
 * @param {Growth} growth
 */
function growthDominates ({ fit, samples }) {
  const { requests } = samples[samples.length - 1]
  return fit.bInterval[0] > 0 && fit.b * requests > fit.a
}

// Request k costs c·k, so n requests cost c·n²/2, and T seconds are enough for n ≈ √(2T/c).

/** @type {(cost: number, seconds: number) => number} n from T and c, the seconds that one listener run costs */
const predictRequests = (cost, seconds) => Math.sqrt(2 * seconds / cost)

/** @type {(requests: number, seconds: number) => number} c, in seconds, from n and T */
const predictListenerCost = (requests, seconds) => 2 * seconds / requests ** 2

module.exports = { growthDominates, predictListenerCost, predictRequests }

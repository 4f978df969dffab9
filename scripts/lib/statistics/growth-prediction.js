'use strict'

// What a growing cost does to a load: how many requests a server gets through before its time is up.

/**
 * Does the part that grows outweigh the part that does not? Only then is there anything to predict from it. A slope
 * may be surely above zero and too small to matter.
 *
 * @param {import('../experiments/growth').Growth} growth
 * @returns {boolean}
 */
function growthDominates ({ fit, samples }) {
  return fit.bInterval[0] > 0 && fit.b * samples.at(-1).requests > fit.a
}

/**
 * Request k costs c·k, so n requests cost c·n²/2, and T seconds are enough for n ≈ √(2T/c).
 *
 * @param {number} c s that one listener run costs: `fit.b / 1000`
 * @param {number} seconds T
 * @returns {number} requests
 */
function predictRequests (c, seconds) {
  return Math.sqrt(2 * seconds / c)
}

/**
 * The same formula, backwards.
 *
 * @param {number} requests n
 * @param {number} seconds T
 * @returns {number} c, s
 */
function listenerCost (requests, seconds) {
  return 2 * seconds / requests ** 2
}

module.exports = { growthDominates, listenerCost, predictRequests }

'use strict'

// Noise of measurements, made up: the same in every run of a test.

/** Numbers from a normal distribution: mulberry32, and Box and Muller, 1958. */
function normals (seed) {
  function uniform () {
    seed = (seed + 0x6D2B79F5) | 0
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Runs of two equal targets, in pairs; `deviation` is that of a pair's log-ratio. */
function equalTargets (normal, runs, deviation) {
  const side = () => Array.from({ length: runs }, () => Math.exp(normal() * deviation / Math.SQRT2))
  return { a: side(), b: side() }
}

module.exports = { equalTargets, normals }

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

/** Gives the next number of a series in which neighbours resemble each other. */
function autocorrelated (normal, { correlation, deviation }) {
  let noise = deviation * normal()
  return () => {
    const value = noise
    noise = correlation * noise + Math.sqrt(1 - correlation ** 2) * deviation * normal()
    return value
  }
}

/** Runs of two equal targets, as measured in turns; `deviation` is that of their logarithms. */
function equalTargets (normal, runs, noise) {
  const next = autocorrelated(normal, noise)
  const [a, b] = [[], []]
  for (let i = 0; i < runs; i++) {
    for (const side of i % 2 ? [b, a] : [a, b]) side.push(Math.exp(next()))
  }
  return { a, b }
}

module.exports = { autocorrelated, equalTargets, normals }

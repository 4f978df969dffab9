'use strict'

// What "Keeping Node.js Fast" (David Mark Clements, Smashing Magazine, 2018) measured, by target. The units are those
// of a result: ms, req/s, bytes/s. The article used 100 connections for slow and fast, and 10 for optimized.

/** @typedef {{average: number, stddev?: number, max?: number}} Figure */

/** @param {number} average @param {number} [stddev] @param {number} [max] @returns {Figure} */
const figure = (average, stddev, max) => ({ average, stddev, max })

/** @type {Record<string, {connections: number, latency?: Figure, requests: Figure, throughput?: Figure}>} */
module.exports = {
  slow: {
    connections: 100,
    latency: figure(3086.81, 1725.2, 5554),
    requests: figure(23.1, 19.18, 65),
    throughput: figure(237_980)
  },
  fast: {
    connections: 100,
    latency: figure(19.47, 4.29, 103),
    requests: figure(5011.11, 506.2, 5487),
    throughput: figure(51_800_000)
  },
  optimized: {
    connections: 10,
    latency: figure(0.64, 0.86, 17),
    requests: figure(8330.91, 757.63, 8991),
    throughput: figure(84_170_000)
  },
  baseline: { connections: 100, requests: figure(30_000) } // "about 30,000", by a hello-world server, not one of 10 KB
}

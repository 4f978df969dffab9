'use strict'

// What "Keeping Node.js Fast" (David Mark Clements, Smashing Magazine, 2018) measured, by target. The units are those
// of a result: ms, req/s, bytes/s.

/** @typedef {{average: number, stddev?: number, max?: number}} Figure */
/** @typedef {{connections: number, latency?: Figure, requests: Figure, throughput?: number}} Figures of one target */

/** @type {(average: number, stddev: number, max: number) => Figure} */
const figure = (average, stddev, max) => ({ average, stddev, max })

/** @type {(connections: number, latency: Figure, requests: Figure, throughput: number) => Figures} */
const figures = (connections, latency, requests, throughput) => ({ connections, latency, requests, throughput })

/** @type {Record<string, Figures>} */
module.exports = {
  slow: figures(100, figure(3086.81, 1725.2, 5554), figure(23.1, 19.18, 65), 237_980),
  fast: figures(100, figure(19.47, 4.29, 103), figure(5011.11, 506.2, 5487), 51_800_000),
  optimized: figures(10, figure(0.64, 0.86, 17), figure(8330.91, 757.63, 8991), 84_170_000),
  baseline: { connections: 100, requests: { average: 30_000 } } // "about 30,000", by a hello-world server, not 10 KB
}

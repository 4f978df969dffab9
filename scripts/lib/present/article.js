'use strict'

// What "Keeping Node.js Fast" (David Mark Clements, Smashing Magazine, 2018) measured, by target.

/** @import { ArticleFigures } from './types' */

/** @type {Record<string, ArticleFigures>} */
module.exports = {
  slow: {
    connections: 100,
    latency: { average: 3086.81, stddev: 1725.2, max: 5554 },
    requests: { average: 23.1, stddev: 19.18, max: 65 },
    throughput: 237_980
  },
  fast: {
    connections: 100,
    latency: { average: 19.47, stddev: 4.29, max: 103 },
    requests: { average: 5011.11, stddev: 506.2, max: 5487 },
    throughput: 51_800_000
  },
  optimized: {
    connections: 10,
    latency: { average: 0.64, stddev: 0.86, max: 17 },
    requests: { average: 8330.91, stddev: 757.63, max: 8991 },
    throughput: 84_170_000
  },
  baseline: { // "about 30,000", by a hello-world server, not 10 KB
    connections: 100,
    requests: { average: 30_000 }
  }
}

'use strict'

// What has to be judged before a process is called healthy: its name, and what to do.

const { bytes, ms, rough } = require('../util/numbers')
const { BUSY, GROWING_COST, LEAK, STALLED } = require('./faults')

/** @import { Unjudged } from '../types' */

const THREADS = 0.4 // cores of other threads; healthy 0.3
const MORE = 0.05 // cores that a process without requests comes to use
const LONGER = '--seconds=60 watches longer'

/** @type {Unjudged[]} */
const UNJUDGED = [
  {
    applies: (facts, notTested) => notTested.includes(LEAK),
    what ({ collections, mostKeptPerRequestBytes: most }) {
      const bound = most < Infinity ? `, up to ${bytes(rough(most))} per request` : ''
      return `memory (${collections} ${collections === 1 ? 'collection' : 'collections'}${bound})`
    },
    next: `--collect collects garbage five times; ${LONGER}`
  },
  {
    applies ({ answered, elu, threadCores, mostGrowth }, notTested) {
      if (answered !== undefined) return notTested.includes(GROWING_COST)
      const more = (mostGrowth - 1) * (elu + threadCores)
      return elu > BUSY || !(more < MORE)
    },
    what: () => 'a growing cost',
    next: LONGER
  },
  {
    applies: ({ answered }, notTested) => answered !== undefined && notTested.includes(STALLED),
    what: ({ longestStallMs = 0 }) =>
      longestStallMs ? `pauses of up to ${ms(rough(longestStallMs))}` : 'pauses',
    next: LONGER
  },
  {
    // Under a load of our own, they show as requests that queue.
    applies: ({ isWatched, threadCores }) => isWatched && threadCores >= THREADS,
    what: ({ threadCores }) => `other threads (${rough(threadCores)} cores)`,
    next: 'take a CPU profile of its worker threads'
  },
  {
    applies: ({ ended }) => Boolean(ended),
    what: () => 'the time that was left',
    next: 'watch it again'
  },
  {
    applies: ({ isWorker }) => isWorker,
    what: () => 'the other workers of the cluster',
    next: 'watch each of them by its process id'
  }
]

module.exports = { UNJUDGED, THREADS }

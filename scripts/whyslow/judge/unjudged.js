'use strict'

// What has to be judged before a process is called healthy. Each says what was not, and what to do.

const { bytes, ms, rough } = require('../util/numbers')
const { BUSY, GARBAGE, GROWING_COST, LEAK, STALLED } = require('./faults')

/** @import { Unjudged } from '../types' */

const THREADS = 0.4 // of a core that other threads use; healthy 0.3
const MORE = 0.05 // cores that a process without requests uses if it has to do more and more
const LONGER = '--seconds=60 watches longer'

/** @type {Unjudged[]} */
const UNJUDGED = [
  {
    applies: (facts, notTested) => notTested.includes(LEAK),
    what: ({ collections }) => `memory (${countCollections(collections)})`,
    figure ({ mostKeptPerRequestBytes, mostKeptPerSecondBytes }) {
      if (!(mostKeptPerSecondBytes < Infinity)) return undefined
      return mostKeptPerRequestBytes === undefined
        ? `up to ${bytes(rough(mostKeptPerSecondBytes))} may be kept each second`
        : `each request may keep up to ${bytes(rough(mostKeptPerRequestBytes))}`
    },
    next: `--collect collects garbage five times; ${LONGER}`
  },
  {
    applies: (facts, notTested) =>
      facts.answered === undefined ? mayGrow(facts) : notTested.includes(GROWING_COST),
    what: () => 'a growing cost',
    next: LONGER
  },
  {
    applies: ({ answered }, notTested) => answered !== undefined && notTested.includes(STALLED),
    what: ({ longestStallMs = 0 }) =>
      longestStallMs ? `pauses of up to ${ms(rough(longestStallMs))}` : 'pauses',
    next: `${LONGER}; look for what blocks the event loop now and then`
  },
  {
    applies: (facts, notTested) => notTested.includes(GARBAGE),
    what: () => 'garbage collections',
    next: 'watch it without --collect'
  },
  {
    // Under a load of our own, they show as requests that queue.
    applies: ({ isWatched, threadCores }) => isWatched && threadCores >= THREADS,
    what: ({ threadCores }) => `other threads (${rough(threadCores)} cores)`,
    next: 'take a CPU profile of its worker threads'
  },
  {
    applies: ({ isWorker }) => isWorker,
    what: () => 'the other workers of the cluster',
    next: 'watch each of them by its process id'
  }
]

function mayGrow ({ elu, mostCoresGrowth }) {
  return elu > BUSY || mostCoresGrowth >= MORE
}

function countCollections (count) {
  return count === 1 ? '1 collection' : `${count} collections`
}

module.exports = { UNJUDGED, THREADS }

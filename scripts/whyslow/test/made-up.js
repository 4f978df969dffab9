'use strict'

// What is observed in a process, made up.

const INTERVAL = {
  time: 1000,
  cpuTime: 50,
  loop: { active: 400, idle: 600 },
  heap: 50e6,
  latency: 0,
  latencyP99: 0,
  isServer: true,
  served: 100,
  answered: 100,
  ended: 100,
  failed: 0,
  serviceTime: 0,
  sockets: 0,
  peers: {},
  tripsAtOnce: 0,
  looks: [],
  unseen: [],
  children: 0,
  files: 20,
  fileLimit: 1000,
  gcTime: 0,
  coreWait: 0,
  collected: [],
  poolDelays: [],
  timerDelays: [],
  loopDelays: [],
  longestPause: 0,
  unsent: { peer: '', bytes: 0 },
  connected: {}
}
const LOAD = {
  answered: 100,
  errors: 0,
  refused: 0,
  failures: 'no answer',
  latency: 7,
  connections: 1,
  took: 10_000,
  connectionsClosed: 0,
  generatorBound: false,
  backgroundCpu: 0
}
const DELAYS = { poolDelays: [1, 9, 2], timerDelays: [4, 0, 3], loopDelays: [0, 0, 0] }

const intervalOf = (more) => structuredClone({ ...INTERVAL, ...more })
const restOf = (requests, bytes, resources = {}, files = 0) =>
  ({ requests, bytes, resources, files, inProgress: 0 })

function loadOf ({ intervals = [{}], rests, ...load } = {}) {
  return {
    intervals: intervals.map(intervalOf),
    load: { ...LOAD, ...load },
    rests: rests ?? [restOf(0, 0), restOf(50, 0), restOf(100, 0)]
  }
}

/** Of a server that was loaded: `intervals`, `rests` and figures of each load. */
function loadedEvidence ({ cold, alone, main, late, paused, ...more } = {}) {
  const phases = [cold, alone, { connections: 50, ...main }, late].map((load) => loadOf(load))
  if (paused) phases.push(loadOf(paused))
  return { phases, ...more }
}

/**
 * Nine seconds with `rate` requests each, and a tenth with a profiler and 500. `cost` and `heap`
 * are those of second i; `each` is written over the first nine, `last` over the tenth.
 */
function watchedEvidence (made = {}) {
  const { cost = () => 20, heap = () => 50e6, rate = 1000, each, last, ...more } = made
  const intervals = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => intervalOf({
    cpuTime: cost(i),
    loop: { active: 300, idle: 700 },
    heap: heap(i),
    latency: 5,
    latencyP99: 50,
    served: rate,
    answered: rate,
    ended: rate,
    ...each
  }))
  const profiled = [
    intervalOf({ cpuTime: 900, latency: 7, latencyP99: 70, answered: 500, ...last })
  ]
  return { phases: [{ intervals }, { intervals: profiled }], ...more }
}

/** A CPU profile of samples: each has its `weight`, and its `stack` of `{ name, file, line }`. */
function profileOf (samples) {
  const nodes = []
  const leaves = []
  for (const { stack } of samples) {
    for (const { name, file, line = 1, ticks = [] } of stack) {
      const id = nodes.length
      const callFrame = { functionName: name, url: file, lineNumber: line - 1, columnNumber: 0 }
      nodes.push({ id, callFrame, positionTicks: ticks, children: [id + 1] })
    }
    nodes.at(-1).children = []
    leaves.push(nodes.length - 1)
  }
  return { nodes, samples: leaves, timeDeltas: samples.map(({ weight }) => weight) }
}

module.exports = { loadedEvidence, profileOf, restOf, watchedEvidence, DELAYS }

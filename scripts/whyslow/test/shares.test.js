'use strict'

// What figures say together.

const t = require('tap')
const { addShares } = require('../judge/shares')

const FACTS = {
  blockedPerRequestMs: 0,
  serviceCpuMs: 2,
  loopDelayMs: 0,
  poolDelayMs: 100,
  cpuPerRequestMs: 0,
  elu: 0.5,
  threadCores: 0.5,
  backgroundCores: 0,
  coreWaitShare: 0
}

/** A figure, with two digits, if there is one. */
function figure (name, facts) {
  const value = addShares({ ...FACTS, ...facts })[name]
  return value === undefined ? undefined : Number(value.toFixed(2))
}

t.test('shares of a time', async (t) => {
  t.equal(figure('waitShare', { loopShare: 0.3 }), 0.7)
  t.equal(figure('waitShare', {}), undefined)
  t.equal(figure('programShare', { gcShare: 0.3 }), 0.7)
  t.equal(figure('growthShare', { costGrowth: 2, costGrowthAlone: 4, leastGrowth: 1.5 }), 0.75)
  t.equal(figure('growthShare', { leastGrowth: 1.25 }), 0.2)
  t.equal(figure('growthShare', {}), 0)
  t.equal(figure('growthInPauseShare', { costGrowth: 3, costGrowthInPause: 1 }), 0.5)
  t.equal(figure('growthInPauseShare', { costGrowth: 1, costGrowthInPause: -1 }), 0)
  t.equal(figure('blockedShare', { blockedPerRequestMs: 6 }), 0.75)
  t.equal(figure('blockedShare', { blockedPerRequestMs: 0, serviceCpuMs: 0 }), 0)
  t.equal(figure('lostShare', { answeredAlone: 100, slowdown: 4 }), 0.75)
  t.equal(figure('agentUnreadShare', { agentUsed: 20, agentUnread: 5 }), 0.25)
})

t.test('what a busy loop and a lack of cores leave of the delay of the pool', async (t) => {
  const wait = (facts) => figure('poolWaitMs', facts)
  const mostWait = (facts) => figure('mostPoolWaitMs', facts)
  t.strictSame([wait(), mostWait()], [100, 100])
  t.equal(wait({ loopDelayMs: 5 }), 60)
  t.equal(wait({ loopDelayMs: 50 }), 0)
  t.equal(wait({ cpuPerRequestMs: 8 }), 80, 'half of its CPU time is of the loop, five times')
  t.equal(wait({ cpuPerRequestMs: 8, threadCores: -1 }), 60)
  const lack = { coreWaitShare: 0.3 }
  const watched = { ...lack, isWatched: true }
  t.strictSame([wait(watched), mostWait(watched)], [40, 100])
  t.equal(wait({ ...lack, backgroundCores: 0.1 }), 80, 'a started server may take them itself')
})

t.test('how long it lasts until the heap is full, or no file can be opened', async (t) => {
  const left = (facts) => figure('secondsLeft', facts)
  t.equal(left({ keptPerSecondBytes: 0 }), Infinity)
  t.equal(left({ keptPerSecondBytes: 1e6, lateBytes: 500e6 }), 1500)
  t.equal(left({ keptPerSecondBytes: 1e6, lateBytes: 3e9 }), 0)
  const files = { files: 200, filesShare: 0.2, openedPerRequest: 0.1, answeredPerSecond: 20 }
  t.equal(left({ ...files, opened: { 'open files': 50 } }), 400)
  t.equal(left({ ...files, opened: { Timeout: 50 } }), Infinity)
  t.equal(left({ ...files, openedPerRequest: 0, opened: { 'open files': 0 } }), Infinity)
})

t.test('what stays open beyond a pool, and stalls beside requests', async (t) => {
  const opened = { Timeout: 30, Pipe: 12 }
  t.equal(figure('openedBeyondPool', { opened, connectionsAtOnce: 10 }), 20)
  t.equal(figure('mostOpenedBeyondPool', { opened, isWatched: true }), Infinity)
  t.equal(figure('openedBeyondPool', {}), undefined)
  const stalls = { stalls: 3, longestStallMs: 100, stallsByTimers: 0.4 }
  t.strictSame([figure('mostStalls', stalls), figure('notByRequestsShare', stalls)], [Infinity, 1])
  const watched = { ...stalls, isWatched: true }
  t.strictSame([figure('mostStalls', watched), figure('notByRequestsShare', watched)], [3, 0.4])
  t.equal(figure('notByRequestsShare', { ...watched, stallRoute: 'GET /' }), 1)
})

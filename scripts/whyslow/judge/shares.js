'use strict'

// What figures say together, in units that faults have in common: shares of a time, and what is
// left of a figure when others have explained their part of it.

/** @import { Facts, KnownFacts } from '../types' */

const HEAP = 2e9 // bytes: the least that Node.js allows itself on 64 bits
const LONG = 200 // ms: so long a stall may be one of many, also if it is the only one
const SHORTER = 80 // ms: the same in the short time with one connection; healthy 0
// Times the delay of a timer: a blocked event loop delays a file call up to 5.5 times as much.
const POOL_TO_LOOP = 8
const TURNS = 5 // requests that the answer of a thread waits for: two, or four
const CORE_WAIT = 200 // ms for a core, of a file call: its thread and the loop, if they get none

/**
 * Adds these figures to the facts.
 * @param {Facts} facts
 * @returns {Facts}
 */
function addShares (facts) {
  const known = /** @type {KnownFacts} */ (facts)
  const {
    agentUnread, agentUsed, answeredAlone, answeredPerSecond, blockedPerRequestMs, isWatched,
    loopShare, longestStallMs, serviceCpuMs, slowdown, stallRoute, stalls
  } = known
  const growths = [facts.costGrowth, facts.costGrowthAlone, facts.leastGrowth]
  const { costGrowth, costGrowthInPause = 0, stallsByTimers = 0 } = facts
  const growth = Math.max(1, ...growths.map((growth) => growth ?? 1))
  const long = isWatched ? LONG : SHORTER
  const blockedMs = blockedPerRequestMs + serviceCpuMs
  return {
    ...facts,
    ...readPool(known),
    ...readOpened(known),
    secondsLeft: readSecondsLeft(known),
    waitShare: loopShare === undefined ? undefined : 1 - loopShare,
    programShare: facts.gcShare === undefined ? undefined : 1 - facts.gcShare,
    growthShare: 1 - 1 / growth,
    growthInPauseShare: costGrowth && Math.max(0, costGrowthInPause / (costGrowth - 1) || 0),
    blockedShare: blockedMs ? blockedPerRequestMs / blockedMs : 0,
    blockedLoopShare: blockedPerRequestMs * answeredPerSecond / 1000,
    notByRequestsShare: !isWatched || stallRoute ? 1 : stallsByTimers,
    mostStalls: longestStallMs >= long ? Infinity : stalls,
    agentUnreadShare: agentUsed ? agentUnread / agentUsed : 0,
    lostShare: answeredAlone ? 1 - 1 / slowdown : 0
  }
}

// Of the delay of a file call, what a busy loop, its turns and a lack of cores do not explain.
/** @param {KnownFacts} facts */
function readPool (facts) {
  const { poolDelayMs, loopDelayMs, cpuPerRequestMs = 0, elu, threadCores } = facts
  const { backgroundCores, coreWaitShare, isWatched } = facts
  const turn = cpuPerRequestMs * elu / (elu + Math.max(0, threadCores)) || 0
  const byLoop = Math.max(POOL_TO_LOOP * loopDelayMs, TURNS * turn)
  // A started server may take the cores itself.
  const byCores = CORE_WAIT * (isWatched ? coreWaitShare : Math.min(coreWaitShare, backgroundCores))
  return {
    poolWaitMs: Math.max(0, poolDelayMs - Math.max(byLoop, byCores || 0)),
    mostPoolWaitMs: Math.max(0, poolDelayMs - byLoop)
  }
}

/** @param {KnownFacts} facts */
function readOpened ({ connectionsAtOnce = 0, isWatched, opened }) {
  if (!opened) return {}
  const openedBeyondPool = Math.max(0, ...Object.values(opened)) - connectionsAtOnce
  // Of a running process, only files were counted.
  return { openedBeyondPool, mostOpenedBeyondPool: isWatched ? Infinity : openedBeyondPool }
}

// Until the heap is full, or no file can be opened.
/** @param {KnownFacts} facts */
function readSecondsLeft (facts) {
  const { files, filesShare, keptPerSecondBytes, lateBytes, opened, openedPerRequest } = facts
  const openedPerSecond = opened?.['open files'] ? openedPerRequest * facts.answeredPerSecond : 0
  return Math.min(
    keptPerSecondBytes > 0 ? Math.max(0, HEAP - lateBytes) / keptPerSecondBytes : Infinity,
    openedPerSecond > 0 ? (files / filesShare - files) / openedPerSecond : Infinity
  )
}

module.exports = { addShares }

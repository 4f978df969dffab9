'use strict'

// How the CPU time of a request grows.

const { fitLine, median, sum } = require('../util/numbers')
const { total } = require('./intervals')

/** @import { Cost, CostGroup, Interval } from '../types' */

const FEW = 5 // points: fewer say nothing of a trend
const LAST = 3 // intervals before a pause
const ATTACHING = 3 // intervals that our start slows: 48 µs per request, 35, 32, then 30
const UNBOUNDED = { leastGrowth: 1, mostGrowth: Infinity } // times the CPU time

// What the same request costs with one connection: before the load, after it, and after a pause.
/** @param {Cost[]} early @param {Cost[]} late @param {Cost[]} [paused] */
function readCosts (early, late, paused) {
  const lateAlone = lowestCostOf(early.slice(early.length / 2))
  // What a request leaves behind is still there after a pause.
  const lateCost = Math.min(lowestCostOf(late), lowestCostOf(paused ?? []))
  if (lateAlone === Infinity || lateCost === Infinity) return {} // without an answer
  // Of equally long times: the lowest of a longer one is lower by chance.
  const earlyCosts = []
  for (let end = early.length; end >= late.length; end -= late.length) {
    earlyCosts.push(lowestCostOf(early.slice(end - late.length, end)))
  }
  const earlyCost = median(earlyCosts) ?? lowestCostOf(early)
  // The late requests themselves may have made it grow.
  const before = lowestCostOf(late.slice(-LAST))
  return {
    costGrowth: lateCost / earlyCost,
    costGrowthAlone: lateAlone / lowestCostOf(early),
    costGrowthInPause: paused && (lowestCostOf(paused) - before) / earlyCost
  }
}

// CPU time per request at the end, to that at the beginning: both ends of the interval. Without
// HTTP, it is the CPU time per ms.
/** @param {Interval[]} intervals */
function readCostGrowth (intervals) {
  const groups = groupByRequests(intervals)
  if (groups.length < FEW) return UNBOUNDED
  const points = groups.map((group) => ({ x: group.requests, y: costOf([group]) }))
  const { a, b, bInterval: [least] } = fitLine(points)
  const begin = points[0].x
  const range = points[points.length - 1].x - begin
  const early = a + b * begin
  if (early <= 0) return UNBOUNDED // too much noise
  const settled = groupByRequests(intervals.slice(ATTACHING))
  return {
    leastGrowth: Math.max(1, 1 + least * range / early),
    mostGrowth: settled.length < FEW ? Infinity : Math.max(1, 1 + mostGrowth(settled) * range)
  }
}

// Of two intervals in a row: a single one has few requests of a server with a high cost.
/** @param {Cost[]} intervals */
function lowestCostOf (intervals) {
  const pairs = Math.max(1, intervals.length - 1)
  let lowest = Infinity
  for (let i = 0; i < pairs; i++) {
    const cost = costOf(intervals.slice(i, i + 2))
    if (cost > 0) lowest = Math.min(lowest, cost)
  }
  return lowest
}

// ms of CPU time per request
/** @param {Cost[]} intervals */
function costOf (intervals) {
  const answered = sum(intervals.map(({ answered }) => answered))
  return sum(intervals.map(({ cpuTime }) => cpuTime)) / answered
}

// Other programs only add to a cost: the lowest of both halves are compared, and the noise between
// neighbours is added. Returns the growth per request, as a share of the early cost.
/** @param {CostGroup[]} groups */
function mostGrowth (groups) {
  const half = Math.floor(groups.length / 2)
  const early = lowestCostOf(groups.slice(0, half))
  const late = lowestCostOf(groups.slice(-half))
  const changes = []
  for (let i = 1; i < groups.length; i++) {
    changes.push(Math.abs(costOf([groups[i]]) - costOf([groups[i - 1]])))
  }
  const apart = (groups[groups.length - 1].requests - groups[0].requests) / 2
  const noise = median(changes) ?? 0
  return (late - early + noise) / early / apart
}

// Intervals of few requests vary more: they become one with the next. Its `requests` are those
// until its middle.
/** @param {Interval[]} intervals */
function groupByRequests (intervals) {
  const enough = total(intervals).answered / intervals.length / 2
  const groups = []
  let requests = 0
  let answered = 0
  let cpuTime = 0
  for (const interval of intervals) {
    answered += interval.answered
    cpuTime += interval.cpuTime
    if (!answered || answered < enough) continue
    groups.push({ requests: requests + answered / 2, answered, cpuTime })
    requests += answered
    answered = 0
    cpuTime = 0
  }
  return groups
}

module.exports = { readCostGrowth, readCosts }

'use strict'

// What the process keeps: memory, and resources that stay open.

const { fitLine, median } = require('../util/numbers')
const { sumOf } = require('./intervals')

/** @import { Collected, Interval, LoadedPhase } from '../types' */

const FEW = 5 // points: fewer say nothing of a trend
const POINTS = 10 // more collections are put together
const ATTACHING = 3 // intervals in which our start allocates
const LEAP = 10e6 // bytes between a few collections that are no chance
const LEAP_OF_TWO = 50e6 // between two, of which one may see what was in use only then
const LEAP_SHARE = 0.25 // the same, of the heap
const MANY_FILES = 10 // so many more are no chance

/**
 * Whether each of a few collections leaves much more than the one before.
 * @param {Collected[]} collected
 * @param {number} more what the last one left than the first one, in bytes
 */
function isLeap (collected, more) {
  const least = collected.length === 2 ? LEAP_OF_TWO : LEAP
  if (!collected.length || more < Math.max(least, collected[0].bytes * LEAP_SHARE)) return false
  for (let i = 1; i < collected.length; i++) {
    if (collected[i].bytes - collected[i - 1].bytes < more / 10) return false
  }
  return true
}

/** @param {Interval[]} intervals */
function readMemory (intervals) {
  const points = intervals.map(({ heap, lowest = heap }) => lowest)
  return {
    earlyBytes: Math.min(...points.slice(0, FEW)),
    lateBytes: Math.min(...points.slice(-FEW))
  }
}

/**
 * Five major collections give an interval; fewer can only show a leap, and an upper bound.
 * @param {Interval} all
 * @param {Interval[]} intervals without a profiler
 * @param {'requests'|'time'} by with what it may grow
 */
function readKept ({ collected, time, served }, intervals, by) {
  const isEnough = collected.length >= FEW
  const points = isEnough ? lowestPoints(collected) : boundingPoints(intervals.slice(ATTACHING))
  const [least, most] = points.length < FEW
    ? [0, Infinity]
    : growthInterval(points, ({ bytes }) => bytes, by)
  const first = collected[0]
  const last = collected[collected.length - 1]
  const range = first ? last[by] - first[by] : 0
  const more = first ? last.bytes - first.bytes : 0
  // The heap has to grow, too.
  const { earlyBytes, lateBytes } = readMemory(intervals)
  const isRising = range > 0 && lateBytes - earlyBytes > more / 3
  let keptBytes = isRising && isLeap(collected, more) ? more : 0
  if (isEnough) {
    const levels = points.map(({ bytes }) => bytes)
    const rise = riseOf(levels) // half of the growth
    keptBytes = isHigher(levels) ? Math.max(0, Math.min(least * range, 2 * rise)) : 0
  }
  const kept = {
    keptBytes,
    keptPerSecondBytes: keptBytes / time * 1000,
    mostKeptPerSecondBytes: most * 1000 * (by === 'time' ? 1 : Math.max(1, served) / time)
  }
  if (by === 'time') return kept
  const keptPerRequestBytes = keptBytes && keptBytes / range
  return { ...kept, keptPerRequestBytes, mostKeptPerRequestBytes: most }
}

// What grows with the requests, at the moments when none is in progress.
/** @param {LoadedPhase['rests']} readings @param {number} took */
function readRests (readings, took) {
  const rests = readings.map(({ resources, files, ...rest }) =>
    ({ ...rest, resources: files ? { ...resources, 'open files': files } : resources }))
  const first = rests[0]
  const last = rests[rests.length - 1]
  /** @type {Record<string, number>} */
  const opened = {}
  let openedPerRequest = 0
  for (const [kind, count] of Object.entries(last.resources)) {
    const [perRequest] = growthInterval(rests, ({ resources }) => resources[kind] ?? 0)
    if (perRequest > 0) opened[kind] = count - (first.resources[kind] ?? 0)
    openedPerRequest = Math.max(openedPerRequest, perRequest)
  }
  const [least, most] = growthInterval(rests, ({ bytes }) => bytes)
  const keptPerRequestBytes = Math.max(0, least)
  return {
    earlyBytes: first.bytes,
    lateBytes: last.bytes,
    keptBytes: last.bytes - first.bytes,
    keptPerRequestBytes,
    keptPerSecondBytes: keptPerRequestBytes * last.requests / took * 1000,
    mostKeptBytes: most * last.requests,
    opened,
    openedPerRequest,
    mostKeptPerRequestBytes: most,
    mostKeptPerSecondBytes: most * last.requests / took * 1000
  }
}

// A pool of files grows once, a leak in both halves of the time. Sockets are files, too: those that
// came meanwhile do not count, nor a file for each more request in progress.
/** @param {Interval[]} intervals @param {number} answered */
function readOpenFiles (intervals, answered) {
  const waiting = intervals.map(({ looks }) => median(looks.map((look) => look.requests)) ?? 0)
  let came = 0
  const points = intervals.map(({ files, sockets, peers }, i) => {
    came += sockets + sumOf(peers, 'connects')
    return files - came - Math.max(0, waiting[i] - waiting[0])
  })
  const half = points.length / 2
  const rise = Math.min(riseOf(points.slice(0, half)), riseOf(points.slice(half)))
  const more = rise > MANY_FILES ? Math.floor(points[points.length - 1] - points[0]) : 0
  return { opened: { 'open files': more }, openedPerRequest: more / answered }
}

/**
 * Fits how a figure grows.
 * @template {{ requests: number, time?: number }} T until then
 * @param {T[]} points
 * @param {(point: T) => number} figure
 * @param {'requests'|'time'} [by] with what it may grow
 * @returns {[number, number]} the interval of the growth per request, or per ms
 */
function growthInterval (points, figure, by = 'requests') {
  const line = points.map((point) => ({ x: Number(point[by]), y: figure(point) }))
  const isPoint = line[0].x === line[line.length - 1].x
  return isPoint ? [-Infinity, Infinity] : fitLine(line).bInterval
}

// Of the lowest, from one half to the other: what comes and goes raises it only by chance.
/** @param {number[]} values */
function riseOf (values) {
  const half = values.length / 2
  return Math.min(...values.slice(half)) - Math.min(...values.slice(0, half))
}

// What comes and goes is in use by chance in one half. So the whole second half has to be above the
// first, of which one may be higher.
/** @param {number[]} values */
function isHigher (values) {
  const half = values.length / 2
  const [, high] = values.slice(0, half).sort((a, b) => b - a)
  return Math.min(...values.slice(half)) > high
}

// Many collections leave garbage, too, such as buffers: the lowest of some in a row left the least.
/** @param {Collected[]} collected @returns {Collected[]} */
function lowestPoints (collected) {
  const inRow = Math.ceil(collected.length / POINTS)
  const points = []
  for (let i = 0; i < collected.length; i += inRow) {
    points.push(collected.slice(i, i + inRow).sort((a, b) => a.bytes - b.bytes)[0])
  }
  return points
}

/**
 * What small collections leave grows at least as much as what is kept, until a major one frees
 * garbage of before. Without any, all that is allocated is in use.
 * @param {Interval[]} intervals
 */
function boundingPoints (intervals) {
  const isFreed = intervals.some(({ lowest }) => lowest)
  /** @type {Collected[]} */
  let longest = []
  let points = []
  let requests = 0
  let time = 0
  for (const interval of intervals) {
    requests += interval.served
    time += interval.time
    const bytes = isFreed ? interval.lowest : interval.heap
    if (interval.collected.length) points = []
    else if (bytes) points.push({ requests, time, bytes })
    if (points.length > longest.length) longest = points
  }
  return longest
}

module.exports = { readKept, readMemory, readOpenFiles, readRests }

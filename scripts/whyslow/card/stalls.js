'use strict'

// What a wait for stalls has seen: a card for each place that stalled.

/** @import { Stall, StallGroup, Stalls } from '../types' */

const { ms, number, plural, rough, sum } = require('../util/numbers')
const { addPlace, describe, relativeTo, rootOf } = require('./card')
const { layOut } = require('./lines')

const NATIVE =
  'not known: it could not be interrupted, as if native code ran, such as sort() or JSON.parse()'
const MOST_TIMES = 5 // of day, on a card
const KINDS = {
  blocked: {
    verdict: 'event loop stalled',
    next: 'do less of it, split it into slices, or move it to a worker thread'
  },
  waiting: {
    verdict: 'event loop stalled without using CPU time',
    next: 'look for execSync, spawnSync, Atomics.wait, or a slow disk'
  },
  suspended: {
    verdict: 'suspended by a signal or a debugger',
    next: 'find who sends SIGSTOP to it, or who debugs it'
  },
  throttled: {
    verdict: 'throttled by the CPU limit of its cgroup',
    next: 'raise the limit, such as limits.cpu of the pod, or use fewer threads'
  }
}

/**
 * Puts stalls of one kind and place together.
 * @param {Stalls} watched
 */
function groupStalls ({ stalls }) {
  /** @type {Map<string, StallGroup>} */
  const groups = new Map()
  for (const stall of stalls) {
    const { kind, place, child } = stall
    const key = JSON.stringify([kind, place?.file, place?.functionLine, !place && child])
    const group = groups.get(key) ?? { kind, place, child, stalls: [] }
    groups.set(key, group)
    group.stalls.push(stall)
  }
  const found = Array.from(groups.values(), ({ stalls, ...group }) => ({
    ...group,
    count: stalls.length,
    longestMs: Math.max(...stalls.map(({ took }) => took)),
    totalMs: sum(stalls.map(({ took }) => took)),
    times: stalls.map(({ at }) => at)
  }))
  return found.sort((a, b) => b.totalMs - a.totalMs)
}

/** @param {Stall} stall */
function formatStall ({ at, took, kind, place }) {
  const where = place ? `: ${describe(place, relativeTo())}` : ''
  return `${timeOf(at)}  ${KINDS[kind].verdict} for ${ms(rough(took))}${where}`
}

/**
 * @param {Stalls} watched
 * @param {{ pause: number, json?: boolean }} options ms of a pause that counts
 * @returns {string} the cards; with `json`, each is one line
 */
function formatStalls (watched, { pause, json }) {
  const { running, took, hasEnded } = watched
  const { pid } = running
  const groups = groupStalls(watched)
  if (json) return groups.map((group) => JSON.stringify({ schema: 1, pid, ...group })).join('\n')
  const relative = relativeTo(rootOf(running))
  const title = `process ${pid}`
  const time = took < 120 ? `${number(rough(took))} s` : `${number(Math.round(took / 60))} min`
  const ended = hasEnded ? '. The process has ended' : ''
  if (!groups.length) {
    const outcome = hasEnded ? 'unknown' : 'healthy'
    const figure = `nothing blocked the event loop for ${ms(pause)} or more in ${time}${ended}`
    return layOut(title, outcome, 'no stall', figure, [])
  }
  return groups.map((group) => {
    const { kind, place, child, count, longestMs, totalMs, times } = group
    const { verdict, next } = KINDS[kind]
    /** @type {string[][]} */
    const lines = []
    const shown = place && { ...place, share: kind === 'waiting' ? 0 : place.share }
    addPlace((...line) => lines.push(line), { shows: 'cpu', place: shown }, relative)
    if (kind === 'blocked' && !place) lines.push(['where', NATIVE])
    if (kind === 'waiting' && child) lines.push(['child', `${child} ran meanwhile`])
    lines.push(['when', listTimes(times)], ['do', next])
    const isFault = kind === 'blocked' || kind === 'waiting'
    const figure = `${plural(count, 'stall')} of up to ${ms(rough(longestMs))}, ` +
      `${ms(rough(totalMs))} in all, within ${time}${ended}`
    return layOut(title, isFault ? 'fault' : 'unknown', verdict, figure, lines)
  }).join('\n\n')
}

/** @param {Date[]} times */
function listTimes (times) {
  const shown = times.slice(0, MOST_TIMES).map(timeOf).join(', ')
  return times.length > MOST_TIMES ? `${shown} and ${times.length - MOST_TIMES} more` : shown
}

/** @param {Date} date */
function timeOf (date) {
  return date.toLocaleTimeString('sv') // as 23:59:59
}

module.exports = { formatStall, formatStalls }

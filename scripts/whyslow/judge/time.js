'use strict'

// The shares of the time of a request, from its account.

const { sum } = require('../util/numbers')
const { readAccount } = require('./account')
const { WAIT } = require('./rules')

/** @import { Account, Facts, Interval } from '../types' */

const MANY = 50 // requests: of fewer, the median says nothing
const INSIDE = ['inside', 'threads'] // parts of the time of a request
const OUTSIDE = ['calls', 'files', 'lookups', 'children']

/**
 * Reads the account of the time of a request.
 * @param {Interval[]} intervals
 * @param {{ alone?: Interval[], plain?: Interval[], requests?: Partial<Facts> }} known with one
 *   connection; without a profiler; and facts of many requests
 * @returns {Partial<Facts>}
 */
function readTime (intervals, { alone, plain, requests = {} }) {
  const before = intervals.flatMap(({ looks }) => looks.map((look) => look.before))
  const unanswered = before.length ? Math.min(...before) : 0
  const time = readAccount(intervals, plain)
  const timeAlone = alone ? readAccount(alone) : time
  const { answered = 0, serviceTimeMs: ownMs = Infinity } = requests
  // So quick a request waits for nothing, and is seldom in progress at a look.
  if (!timeAlone && answered >= MANY && ownMs < WAIT) {
    return {
      unanswered,
      requestMs: ownMs,
      requestAloneMs: ownMs,
      loopShare: 1,
      loopQueueShare: 0,
      childrenShare: 0,
      outsideShare: 0,
      insideShare: 0,
      queuedShare: 0
    }
  }
  if (!time || !timeAlone) return { unanswered }
  const { inProgress, isServer, pool, requestMs } = time
  const shareOfTime = (/** @type {string[]} */ ...names) => shareOfParts(time.parts, names)
  const inside = insideOf(time, intervals)
  const insideAlone = insideOf(timeAlone, alone ?? intervals)
  // By pid, what a request waits for alone is not known.
  const ownInside = alone ? insideAlone * timeAlone.requestMs / requestMs : 0
  const isLimited = alone || pool || shareOfTime('threads')
  const shares = {
    unanswered,
    time,
    timeAlone: alone && timeAlone,
    outsideShare: outsideOf(timeAlone, alone ?? intervals)
  }
  if (!isServer) return shares
  return {
    ...shares,
    inProgress,
    requestMs,
    requestAloneMs: timeAlone.requestMs,
    loopShare: shareOfTime('computing', 'loop'),
    loopQueueShare: shareOfTime('loop'),
    childrenShare: shareOfTime('children'),
    insideShare: inside,
    queuedShare: isLimited ? inside - ownInside : 0
  }
}

// What cannot be seen may be what a request waits for, unless a pool is known that is full.
/** @param {Account} account @param {Interval[]} intervals */
function insideOf ({ parts, pool }, intervals) {
  const isSeen = pool || intervals.every(({ unseen }) => !unseen.length)
  return isSeen ? shareOfParts(parts, INSIDE) : 0
}

/** @param {Account} account @param {Interval[]} intervals */
function outsideOf (account, intervals) {
  const inside = shareOfParts(account.parts, INSIDE)
  return shareOfParts(account.parts, OUTSIDE) + inside - insideOf(account, intervals)
}

/** @param {Account['parts']} parts @param {string[]} names */
function shareOfParts (parts, names) {
  return sum(parts.filter(({ part }) => names.includes(part)).map(({ share }) => share))
}

module.exports = { readTime }

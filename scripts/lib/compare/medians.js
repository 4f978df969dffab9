'use strict'

/** @import { Interval, Middle, Result, RunsSummary } from './types' */

const CONFIDENCE = 0.95

/** @param {number[]} values At least one. */
function median (values) {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  if (sorted.length % 2) return sorted[upper]
  return (sorted[upper - 1] + sorted[upper]) / 2
}

/**
 * The interval between two measured values that holds the median with at least 95 %, whatever the
 * distribution (Conover, "Practical Nonparametric Statistics", 1999, section 3.2): each value is
 * below the median with probability ½.
 * @param {number[]} values
 * @returns {Interval | null} null for fewer than six values
 */
function medianInterval (values) {
  const sorted = values.toSorted((a, b) => a - b)
  const n = sorted.length
  let left = 0
  let combinations = 1 // the ways to choose `left` of n
  let outside = 1 / 2 ** n // the probability that the median is below the value at `left`
  while (2 * outside <= 1 - CONFIDENCE) {
    combinations *= (n - left) / (left + 1)
    outside += combinations / 2 ** n
    left++
  }
  return left === 0 ? null : [sorted[left - 1], sorted[n - left]]
}

/** @param {number[]} values @returns {Middle} */
function middle (values) {
  return { median: median(values), interval: medianInterval(values) }
}

/** @param {Result[]} runs of one target @returns {RunsSummary} */
function summarizeRuns (runs) {
  return {
    n: runs.length,
    rate: middle(rates(runs)),
    limited: runs.some(({ bottleneck }) => bottleneck === 'generator'),
    cpu: middle(cpuTimes(runs)),
    user: middle(userTimes(runs))
  }
}

/** @param {Result[]} runs @returns {number[]} req/s */
function rates (runs) {
  return runs.map(({ requests }) => requests.average)
}

/** @param {Result[]} runs @returns {number[]} µs per request */
function cpuTimes (runs) {
  return runs.map(({ cpuPerRequest }) => cpuPerRequest)
}

/** @param {Result[]} runs @returns {number[]} µs per request, without the time in the kernel */
function userTimes (runs) {
  return runs.map(({ server, requests }) => server.userTime / requests.total)
}

module.exports = { cpuTimes, median, middle, rates, summarizeRuns, userTimes }

'use strict'

/** @import { DoctorReport } from './types' */

const { ms, percent } = require('../base/format')
const { mean } = require('../statistics/median')

/** @type {Record<string, string>} by Doctor's issue category */
const VERDICTS = {
  'event-loop':
    'a potential event-loop issue: something blocks the event loop for long periods',
  io: 'a potential I/O issue: the process waits for something slow outside of it',
  gc:
    'a potential garbage-collection issue: the process allocates and discards memory too fast',
  none: 'no issue',
  unknown: 'an issue of unknown kind: the metrics contradict each other',
  data: 'too little data for a verdict: raise DURATION'
}

/**
 * Says in words what Clinic Doctor found.
 * @param {DoctorReport} report
 * @returns {{verdict: string, messages: string[]}} its issue category, and the lines to print
 */
function explainReport ({ analysis, processStat }) {
  const { issueCategory: verdict, issues } = analysis
  const [from, to] = analysis.interval
  const underLoad = processStat.filter(({ timestamp }) => timestamp >= from && timestamp <= to)
  const worstDelay = Math.max(...underLoad.map(({ delay }) => delay))
  const cpu = mean(underLoad.map((stat) => stat.cpu))
  const messages = [
    `Doctor sees ${VERDICTS[verdict]}.`,
    `worst event-loop delay ${ms(worstDelay)}, CPU ${percent(cpu)} of a core on average, ` +
      'both under load'
  ]
  // The event loop is blocked, yet the CPU is idle at times: the process was waiting for a core.
  const isContradictory = issues.delay === 'performance' && issues.cpu === 'performance'
  if (verdict === 'unknown' && isContradictory) {
    messages.push('The server had to wait for a CPU core. Close other programs and run this again.')
  }
  return { verdict, messages }
}

module.exports = { explainReport }

'use strict'

// Says in words what Clinic Doctor found.

const { ms, percent } = require('../base/format')

/** @type {Record<string, string>} by Doctor's issue category */
const VERDICTS = {
  'event-loop': 'a potential event-loop issue: something blocks the event loop for long periods',
  io: 'a potential I/O issue: the process waits for something slow outside of it',
  gc: 'a potential garbage-collection issue: the process allocates and discards memory too fast',
  none: 'no issue',
  unknown: 'an issue of unknown kind: the metrics contradict each other',
  data: 'too little data for a verdict: raise DURATION'
}

/**
 * @typedef {object} Report the data in Doctor's page
 * @property {{interval: [number, number], issueCategory: string, issues: {delay: string, cpu: string}}} analysis
 * @property {{timestamp: number, delay: number, cpu: number}[]} processStat
 */

/** @type {(report: Report) => {verdict: string, messages: string[]}} */
function explainReport ({ analysis: { interval: [from, to], issueCategory: verdict, issues }, processStat }) {
  const underLoad = processStat.filter(({ timestamp }) => timestamp >= from && timestamp <= to)
  const worstDelay = Math.max(...underLoad.map(({ delay }) => delay))
  const cpu = underLoad.reduce((sum, stat) => sum + stat.cpu, 0) / underLoad.length
  // The event loop is blocked, yet the CPU is idle at times: the process was waiting for a core.
  const cpuStarved = verdict === 'unknown' && issues.delay === 'performance' && issues.cpu === 'performance'
  return {
    verdict,
    messages: [
      `Doctor sees ${VERDICTS[verdict]}.`,
      `worst event-loop delay ${ms(worstDelay)}, CPU ${percent(cpu)} of a core on average, both under load`,
      ...(cpuStarved ? ['The server had to wait for a CPU core. Close other programs and run this again.'] : [])
    ]
  }
}

module.exports = { explainReport }

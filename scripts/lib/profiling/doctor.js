'use strict'

// Clinic Doctor: what kind of problem does the server have?

const fs = require('node:fs')
const { runClinic } = require('./clinic')
const { UserError } = require('../cli/errors')
const { ms, percent } = require('../cli/format')

/** @type {Record<string, string>} by Doctor's issue category */
const VERDICTS = {
  'event-loop': 'a potential event-loop issue: something blocks the event loop for long periods',
  io: 'a potential I/O issue: the process waits for something slow outside of it',
  gc: 'a potential garbage-collection issue: the process allocates and discards memory too fast',
  none: 'no issue',
  unknown: 'an issue of unknown kind: the metrics contradict each other',
  data: 'too little data for a verdict: raise DURATION'
}

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'Clinic Doctor: what kind of problem it is',
  // Few enough that slow accepts all of them before its event-loop turns become long; enough to keep it busy.
  load: { connections: 20, duration: 5 },
  async profile (target, options) {
    const { page } = await runClinic('doctor', target, options)
    const { analysis: { interval: [from, to], issueCategory: verdict, issues }, processStat } = readReport(page)
    const underLoad = processStat.filter(({ timestamp }) => timestamp >= from && timestamp <= to)
    const worstDelay = Math.max(...underLoad.map(({ delay }) => delay))
    const cpu = underLoad.reduce((sum, stat) => sum + stat.cpu, 0) / underLoad.length
    // The event loop is blocked, yet the CPU is idle at times: the process was waiting for a core.
    const cpuStarved = verdict === 'unknown' && issues.delay === 'performance' && issues.cpu === 'performance'
    return {
      files: { '.html': page },
      verdict,
      cpuStarved,
      messages: [
        `Doctor sees ${VERDICTS[verdict]}.`,
        `worst event-loop delay ${ms(worstDelay)}, CPU ${percent(cpu)} of a core on average, both under load`,
        ...(cpuStarved ? ['The server had to wait for a CPU core. Close other programs and run this again.'] : [])
      ]
    }
  }
}

/**
 * @typedef {object} Report the data in Doctor's page
 * @property {{interval: [number, number], issueCategory: string, issues: {delay: string, cpu: string}}} analysis
 * @property {{timestamp: number, delay: number, cpu: number}[]} processStat
 */

/** @type {(page: string) => Report} */
function readReport (page) {
  const html = fs.readFileSync(page, 'utf8')
  const [, json] = html.match(/<script type="application\/json" id="clinic-data">([^]*?)<\/script>/) ?? []
  const report = json && JSON.parse(json)
  if (!report?.processStat?.length) throw new UserError(`Clinic Doctor wrote a report without data: ${page}`)
  return report
}

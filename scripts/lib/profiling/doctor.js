'use strict'

// Clinic Doctor: what kind of trouble is it?

const fs = require('node:fs')
const { runClinic } = require('./clinic')
const { UserError } = require('../cli/errors')
const { ms, percent } = require('../cli/format')

const VERDICTS = {
  'event-loop': 'a potential event-loop issue: something keeps the event loop busy for long at a time',
  io: 'a potential I/O issue: the process waits for something slow outside of it',
  gc: 'a potential garbage-collection issue: memory is allocated and thrown away too fast',
  none: 'no issue',
  unknown: 'an issue of unknown kind: the signs contradict each other',
  data: 'too little data for a verdict: load it for longer'
}

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'Clinic Doctor: what kind of trouble it is',
  // Few enough that all are accepted before slow's turns become long, enough to keep the turns long and the CPU busy.
  load: { connections: 20, duration: 5 },
  async profile (target, options) {
    const { page } = await runClinic('doctor', target, options)
    const { analysis, processStat } = read(page)
    const [from, to] = analysis.interval
    const loaded = processStat.filter(({ timestamp }) => timestamp >= from && timestamp <= to)
    const delays = loaded.map(({ delay }) => delay)
    const cpu = loaded.reduce((sum, { cpu }) => sum + cpu, 0) / loaded.length
    const { issueCategory: verdict, issues } = analysis
    // A loop that is blocked while the CPU is idle at times: the process was waiting for a core.
    const starved = verdict === 'unknown' && issues.delay === 'performance' && issues.cpu === 'performance'
    return {
      files: { '.html': page },
      verdict,
      starved,
      words: [
        `Doctor sees ${VERDICTS[verdict]}.`,
        `worst event-loop delay ${ms(Math.max(...delays))}, CPU ${percent(cpu)} of a core on average while it was loaded`,
        ...(starved ? ['The server did not always get its core: something else ran on this machine. Close it and run this again.'] : [])
      ]
    }
  }
}

/** The data that the page draws. */
function read (page) {
  const [, json] = fs.readFileSync(page, 'utf8').match(/<script type="application\/json" id="clinic-data">([^]*?)<\/script>/) ?? []
  const data = json && JSON.parse(json)
  if (!data?.processStat?.length) throw new UserError(`Clinic Doctor wrote a report without data: ${page}`)
  return data
}

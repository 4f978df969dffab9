'use strict'

// Clinic Doctor: what kind of problem does the server have?

const fs = require('node:fs')
const { runClinic } = require('./clinic')
const { UserError } = require('../cli/errors')
const { explainReport } = require('./doctor-report')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'Clinic Doctor: what kind of problem it is',
  // Few enough that slow accepts all of them before its event-loop turns become long; enough to keep it busy.
  load: { connections: 20, duration: 5 },
  async profile (target, options) {
    const { page } = await runClinic('doctor', target, options)
    return { files: { '.html': page }, ...explainReport(readReport(page)) }
  }
}

/** @type {(page: string) => import('./doctor-report').Report} */
function readReport (page) {
  const html = fs.readFileSync(page, 'utf8')
  const [, json] = html.match(/<script type="application\/json" id="clinic-data">([^]*?)<\/script>/) ?? []
  const report = json && JSON.parse(json)
  if (!report?.processStat?.length) throw new UserError(`Clinic Doctor wrote a report without data: ${page}`)
  return report
}

'use strict'

require('./lib/base/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/base/command')
const { UserError } = require('./lib/base/errors')
const { openFlag } = require('./lib/base/flags')
const { listResults, RESULTS } = require('./lib/measure/results')
const { report } = require('./lib/present/report')
const { PROFILES } = require('./lib/profiling/profilers')
const { openPage } = require('./lib/system/browser')
const { writeFileAtomic } = require('./lib/system/files')

command({
  summary: 'Builds results/report.html from the results, and opens it.',
  flags: { open: openFlag }
}, async ({ values }) => {
  const { saved, broken } = listResults(RESULTS)
  for (const file of broken) {
    console.error(`left out, because this version cannot read it: ${path.relative('', file)}`)
  }
  if (!saved.length) throw new UserError('there are no results to report: run make bench first')
  const profiles = fs.existsSync(PROFILES) ? fs.readdirSync(PROFILES).sort() : []
  const page = await report({
    saved: saved.map(({ result }) => result),
    profiles: profiles
      .filter((name) => name.endsWith('.html'))
      .map((name) => `../profiles/${name}`)
  })
  const file = path.join(RESULTS, 'report.html')
  writeFileAtomic(file, page)
  console.log(path.relative('', file))
  if (values.open) await openPage(file)
})

'use strict'

require('./lib/base/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command, openFlag } = require('./lib/base/command')
const { UserError } = require('./lib/base/errors')
const { report } = require('./lib/present/report')
const { PROFILES } = require('./lib/profiling/profiles')
const { listResults, RESULTS } = require('./lib/measure/results')
const { ensureWritable, writeFileAtomic } = require('./lib/system/files')
const { openPage } = require('./lib/system/browser')

command({
  summary: 'Builds results/report.html from the results, and opens it.',
  flags: { open: openFlag }
}, async ({ values }) => {
  const { saved, broken } = listResults(RESULTS)
  for (const file of broken) console.error(`left out, because this version cannot read it: ${path.relative('', file)}`)
  if (!saved.length) throw new UserError('there are no results to report: run make bench first')
  ensureWritable(RESULTS)
  const pages = fs.existsSync(PROFILES) ? fs.readdirSync(PROFILES).filter((name) => name.endsWith('.html')).sort() : []
  const profiles = pages.map((name) => `../${path.basename(PROFILES)}/${name}`)
  const file = path.join(RESULTS, 'report.html')
  writeFileAtomic(file, await report({ saved: saved.map(({ result }) => result), profiles }))
  console.log(path.relative('', file))
  if (values.open) await openPage(file)
})

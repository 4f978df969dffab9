'use strict'

require('./lib/base/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command, openFlag } = require('./lib/base/command')
const { UserError } = require('./lib/base/errors')
const { listResults, RESULTS } = require('./lib/measure/results')
const { report } = require('./lib/present/report')
const { PROFILES } = require('./lib/profiling/profilers')
const { openPage } = require('./lib/system/browser')
const { ensureWritable, writeFileAtomic } = require('./lib/system/files')

command({
  summary: 'Builds results/report.html from the results, and opens it.',
  flags: { open: openFlag }
}, async ({ values }) => {
  const { saved, broken } = listResults(RESULTS)
  for (const file of broken) {
    const name = path.relative('', file)
    console.error(`left out, because this version cannot read it: ${name}`)
  }
  if (!saved.length) throw new UserError('there are no results to report: run make bench first')
  ensureWritable(RESULTS)
  const files = fs.existsSync(PROFILES) ? fs.readdirSync(PROFILES).sort() : []
  const pages = files.filter((name) => name.endsWith('.html'))
  const page = await report({
    saved: saved.map(({ result }) => result),
    profiles: pages.map((name) => `../${path.basename(PROFILES)}/${name}`)
  })
  const file = path.join(RESULTS, 'report.html')
  writeFileAtomic(file, page)
  console.log(path.relative('', file))
  if (values.open) await openPage(file)
})

'use strict'

// make report: one page of everything in results/.

require('./lib/cli/node-version')
const fs = require('node:fs')
const path = require('node:path')
const { openPage } = require('./lib/system/browser')
const { command } = require('./lib/cli/command')
const { UserError } = require('./lib/cli/errors')
const { PROFILES } = require('./lib/profiling/store')
const { report } = require('./lib/present/report')
const { listResults, RESULTS } = require('./lib/results/store')
const { ensureWritable, writeFileAtomic } = require('./lib/system/files')

command({ usage: 'report.js', summary: 'Builds results/report.html from the results, and opens it.' }, async () => {
  const { saved, broken } = listResults(RESULTS)
  for (const file of broken) console.error(`left out, because it is no result of this version: ${path.relative('', file)}`)
  if (!saved.length) throw new UserError('there are no results to report: run make bench first')
  ensureWritable(RESULTS)

  const pages = fs.existsSync(PROFILES) ? fs.readdirSync(PROFILES).filter((name) => name.endsWith('.html')).sort() : []
  const profiles = pages.map((name) => `../${path.basename(PROFILES)}/${name}`)
  const file = writeFileAtomic(path.join(RESULTS, 'report.html'), await report({ saved: saved.map(({ result }) => result), profiles }))
  console.log(path.relative('', file))
  await openPage(file)
})

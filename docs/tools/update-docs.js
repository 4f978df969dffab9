'use strict'

require('../../scripts/lib/cli/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { FindingError, UserError } = require('../../scripts/lib/cli/errors')
const { yesNo } = require('../../scripts/lib/cli/flags')
const { generatePages } = require('./pages')
const { generatePictures } = require('./pictures')
const { mixedRecordings } = require('./recorded')
const { writeFile } = require('../../scripts/lib/load/results')
const { ROOT } = require('../../scripts/lib/cli/project')

command({
  summary: 'Writes the recorded results, and what make and the commands say of themselves,\n' +
    'into the docs.',
  flags: {
    check: yesNo('write nothing; exit with 3 if a file is out of date'),
    'allow-mixed': yesNo('write what was recorded on different days or machines, too')
  }
}, async ({ values, signal }) => {
  process.stdout.columns = 80 // the tables in the docs are as wide, whatever the terminal is
  const mixed = mixedRecordings()
  if (mixed && !values['allow-mixed']) {
    throw new UserError(`the recordings are of ${mixed}: run make record, or, for work in ` +
      'progress, make update-docs ALLOW_MIXED=1')
  }
  const files = { ...await generatePages(), ...await generatePictures() }
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(ROOT, name)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === content) continue
    if (values.check) throw new FindingError(`${name} is out of date: run make update-docs`)
    signal.throwIfAborted()
    writeFile(file, content, 0o666)
    console.log(`${name} written`)
  }
})

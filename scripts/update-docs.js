'use strict'

// make update-docs: writes recorded results, and what the code declares, into the docs.

require('./lib/cli/node-version')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/cli/command')
const { UserError } = require('./lib/cli/errors')
const { generatedFiles, readGeneratedFiles } = require('./lib/docs/generated-files')
const { writeFileAtomic } = require('./lib/results/store')
const { ROOT } = require('./lib/system/root')

const FILES = generatedFiles().map((name) => `  ${name}`).join('\n')

command({
  usage: 'update-docs.js',
  summary: `Writes the recorded results, and what the code declares, into:\n\n${FILES}`,
  flags: { check: { type: 'boolean', help: 'write nothing; fail if a file is out of date' } }
}, async ({ values }) => {
  for (const [name, content] of await readGeneratedFiles()) {
    const file = path.join(ROOT, name)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === content) continue
    if (values.check) throw new UserError(`${name} is out of date: run make update-docs`)
    writeFileAtomic(file, content)
    console.log(`${name} written`)
  }
})

'use strict'

require('./lib/base/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/base/command')
const { FindingError } = require('./lib/base/errors')
const { generatedFiles } = require('./lib/docs/generated-files')
const { writeFileAtomic } = require('./lib/system/files')
const { ROOT } = require('./lib/system/root')

const files = Object.keys(generatedFiles).map((name) => `  ${name}`).join('\n')

command({
  summary: `Writes the recorded results, and what the code declares, into:\n\n${files}`,
  flags: { check: { type: 'boolean', help: 'write nothing; exit with 3 if a file is out of date' } }
}, async ({ values }) => {
  const contents = new Map() // all of them first: without one, none is written
  for (const [name, generate] of Object.entries(generatedFiles)) contents.set(name, await generate())
  for (const [name, content] of contents) {
    const file = path.join(ROOT, name)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === content) continue
    if (values.check) throw new FindingError(`${name} is out of date: run make update-docs`)
    writeFileAtomic(file, content)
    console.log(`${name} written`)
  }
})

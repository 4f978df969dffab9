'use strict'

require('./lib/base/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/base/command')
const { UserError } = require('./lib/base/errors')
const { record, STEPS } = require('./lib/docs/recording')
const { ROOT } = require('./lib/system/root')

const ACTIVE_LTS = fs.readFileSync(path.join(ROOT, '.nvmrc'), 'utf8').trim()

command({
  summary: `Records the ${Object.keys(STEPS).length} results that the docs quote (an hour), on a quiet machine.\n` +
    'Interrupted with Ctrl-C, it goes on where it stopped.',
  flags: {
    anew: { type: 'boolean', help: 'begin from the start' }
  }
}, async ({ values: { anew }, signal }) => {
  const version = process.versions.node
  if (!version.startsWith(`${ACTIVE_LTS}.`)) {
    throw new UserError(`figures are recorded with Node.js ${ACTIVE_LTS}: run nvm use, and record again`)
  }
  const node = { version, file: process.execPath }
  await record(node, { anew, log: (line) => console.log(line), signal })
  console.log('Recorded. make update-docs writes the figures into the docs.')
})

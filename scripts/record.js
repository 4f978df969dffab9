'use strict'

require('./lib/base/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/base/command')
const { record, STEPS } = require('./lib/docs/recording')
const { fetchNode } = require('./lib/system/node-versions')
const { ROOT } = require('./lib/system/root')

const ACTIVE_LTS = fs.readFileSync(path.join(ROOT, '.nvmrc'), 'utf8').trim()

command({
  summary: `Records the ${Object.keys(STEPS).length} results that the docs quote (an hour), on a quiet machine.\n` +
    'Interrupted with Ctrl-C, it goes on where it stopped.',
  flags: {
    nodes: { type: 'string', default: ACTIVE_LTS, help: 'the version of Node.js' },
    anew: { type: 'boolean', help: 'begin from the start' }
  }
}, async ({ values: { nodes, anew }, signal }) => {
  const node = await fetchNode(nodes, signal)
  await record(node, { anew, log: (line) => console.log(line), signal })
  console.log('Recorded. make update-docs writes the figures into the docs.')
})

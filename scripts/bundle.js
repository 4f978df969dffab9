'use strict'

// make offline-bundle: one file that installs without a network.

require('./lib/cli/node-version')
const fs = require('node:fs')
const path = require('node:path')
const { bundle, NAME } = require('./lib/workshop/bundle')
const { command } = require('./lib/cli/command')
const { bytes } = require('./lib/cli/format')
const { ROOT } = require('./lib/system/root')

command({
  usage: 'bundle.js',
  summary: 'Packs the project and npm\'s cache with all its packages, and those of the labs, into one file for those without a network.'
}, async ({ signal }) => {
  const file = path.join(ROOT, 'bundle', `${NAME}.tgz`)
  await bundle(file, { signal, onStep: (step) => console.log(`packing ${step} …`) })
  console.log(`
saved ${path.relative('', file)} (${bytes(fs.statSync(file).size)})

Whoever has it, and Node.js, needs no network:
  tar xzf ${NAME}.tgz && cd ${NAME} && npm ci`)
})

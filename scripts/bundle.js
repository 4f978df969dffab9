'use strict'

require('./lib/cli/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/cli/command')
const { bytes } = require('./lib/cli/format')
const { ROOT } = require('./lib/system/root')
const { bundle, NAME } = require('./lib/workshop/bundle')

command({
  summary: 'Packs the project and npm\'s cache with all packages, also of the labs, into one file\n' +
    'that installs without a network. Slides and site are in it if make slides and make site have built them.'
}, async ({ signal }) => {
  const file = path.join(ROOT, 'bundle', `${NAME}.tgz`)
  await bundle(file, { signal, onStep: (step) => console.log(`packing ${step} …`) })
  console.log(`\nsaved ${path.relative('', file)} (${bytes(fs.statSync(file).size)})\n`)
  console.log(`It needs Node.js and no network:\n  tar xzf ${NAME}.tgz && cd ${NAME} && npm ci`)
})

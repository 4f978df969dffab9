'use strict'

require('../../scripts/lib/cli/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { bytes } = require('../../scripts/lib/cli/format')
const { buildSite } = require('./build-site')
const { DIST } = require('./build-slides')
const { ROOT } = require('../../scripts/lib/cli/root')
const { bundle, NAME } = require('../../scripts/lib/exercise/bundle')

command({
  summary: 'Packs the project, the slides, the site, and npm\'s cache with all packages,\n' +
    'also of the labs, into one file that installs without a network.'
}, async ({ signal }) => {
  const file = path.join(ROOT, 'bundle', `${NAME}.tgz`)
  const onStep = (step) => console.log(`packing ${step} …`)
  onStep('the slides and the site')
  await buildSite({ base: '/', signal }) // it builds the slides, too
  await bundle(file, {
    built: path.relative(ROOT, DIST),
    signal,
    onStep
  })
  console.log(`\nsaved ${path.relative('', file)} (${bytes(fs.statSync(file).size)})\n`)
  console.log(`It needs Node.js and no network:\n  tar xzf ${NAME}.tgz && cd ${NAME} && npm ci`)
})

'use strict'

require('./lib/base/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('./lib/base/command')
const { UserError } = require('./lib/base/errors')
const { bytes } = require('./lib/base/format')
const { takePictures } = require('./lib/docs/pictures')
const { ROOT } = require('./lib/system/root')

command({
  summary: 'Records the profiles in docs/profiles, and takes pictures of them and of the live page. Records two\n' +
    'commands in a terminal. Needs Linux, and Chromium or Chrome.'
}, async ({ signal }) => {
  if (!fs.existsSync(path.join(ROOT, 'node_modules/playwright-core'))) {
    throw new UserError('playwright-core is not installed. Run npm ci first.')
  }
  await takePictures((file) => console.log(`${path.relative('', file)}, ${bytes(fs.statSync(file).size)}`), signal)
})

'use strict'

require('../../scripts/lib/cli/preconditions')
const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { openFlag, text, yesNo } = require('../../scripts/lib/cli/flags')
const { buildSlides } = require('./build-slides')
const { findBrowser, openPage } = require('../../scripts/lib/cli/browser')

const REPOSITORY_HELP = 'address of the code, for a QR code on the first and the last slide'

command({
  summary: 'Builds the slides into docs/dist: a web page with the speaker notes, which it\n' +
    'opens, and a PDF. The PDF needs Chromium or Chrome.',
  flags: {
    dark: yesNo('light text on a dark background (DARK=1)'),
    repository: text(REPOSITORY_HELP),
    open: openFlag
  }
}, async ({ values, signal }) => {
  const settings = { ...values, signal }
  const page = await buildSlides('html', settings)
  console.log(path.relative('', page))
  if (findBrowser()) console.log(path.relative('', await buildSlides('pdf', settings)))
  else console.error('no PDF: install Chromium or Chrome, or set CHROME_PATH to it')
  console.log('\nKeys: P opens the presenter view with the notes, F is full screen, O shows all.')
  if (values.open) await openPage(page)
})

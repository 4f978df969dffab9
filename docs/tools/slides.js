'use strict'

// Builds the slides with Marp, and runs the programs of docs/package.json.

require('../../scripts/lib/cli/preconditions')
const path = require('node:path')
const { openPage } = require('../../scripts/lib/cli/browser')
const { command } = require('../../scripts/lib/cli/command')
const { openFlag, text, yesNo } = require('../../scripts/lib/cli/flags')
const { ROOT } = require('../../scripts/lib/cli/project')
const { installPackages } = require('../../scripts/lib/server/npm')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { findBrowser } = require('./find-browser')

const DOCS = path.join(ROOT, 'docs')
const DIST = path.join(DOCS, 'dist')
const REPOSITORY_HELP = 'address of the code, for a QR code on the first slide and "Where next"'

/**
 * Runs a program of docs/package.json, and installs its packages first.
 * @param {string} program its path in node_modules
 * @param {string[]} args
 * @param {import('../../scripts/lib/server/types').ProcessOptions} options
 * @throws {UserError} When it fails, with its last output.
 */
async function runDocsProgram (program, args, options) {
  await installPackages(DOCS, 'the site and the slides', options.signal)
  const file = path.join(DOCS, 'node_modules', program)
  await runProcess([process.execPath, file, ...args], options)
}

/**
 * @param {'html'|'pdf'} format a PDF needs Chromium
 * @param {object} settings
 * @param {boolean} [settings.dark]
 * @param {string} [settings.repository] address of the code, for a QR code
 * @param {AbortSignal} settings.signal
 * @returns {Promise<string>} the path of the file
 */
async function buildSlides (format, { dark = false, repository = '', signal }) {
  const file = path.join(DIST, `slides.${format}`)
  const args = ['--no-stdin', 'slides.md', '--output', file]
  const browser = findBrowser()
  if (browser) args.push('--browser', 'chrome', '--browser-path', browser)
  const settings = { SLIDES_DARK: dark ? '1' : '', SLIDES_REPOSITORY: repository }
  await runDocsProgram('@marp-team/marp-cli/marp-cli.js', args, {
    cwd: path.join(DOCS, 'slides'),
    env: { ...process.env, ...settings },
    signal
  })
  return file
}

async function main ({ values, signal }) {
  const settings = { ...values, signal }
  const page = await buildSlides('html', settings)
  console.log(path.relative('', page))
  if (findBrowser()) console.log(path.relative('', await buildSlides('pdf', settings)))
  else console.error('no PDF: install Chromium or Chrome, or set CHROME_PATH to it')
  console.log('\nKeys: P opens the presenter view with the notes, F is full screen, O shows all.')
  if (values.open) await openPage(page)
}

if (require.main === module) {
  command({
    summary: 'Builds the slides into docs/dist: a web page with the speaker notes, which it\n' +
      'opens, and a PDF. The PDF needs Chromium or Chrome.',
    flags: {
      dark: yesNo('light text on a dark background (DARK=1)'),
      repository: text(REPOSITORY_HELP),
      open: openFlag
    }
  }, main)
}

module.exports = {
  buildSlides,
  runDocsProgram,
  DIST,
  DOCS
}

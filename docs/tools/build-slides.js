'use strict'

// Builds the slides with Marp, and runs the programs of docs/package.json.

const path = require('node:path')
const { findBrowser } = require('../../scripts/lib/cli/browser')
const { installPackages } = require('../../scripts/lib/server/npm')
const { runProcess } = require('../../scripts/lib/server/process')
const { ROOT } = require('../../scripts/lib/cli/root')

const DOCS = path.join(ROOT, 'docs')
const DIST = path.join(DOCS, 'dist')

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

module.exports = {
  buildSlides,
  runDocsProgram,
  DIST,
  DOCS
}

'use strict'

// Builds the slides with Marp, and runs the programs of docs/package.json.

const path = require('node:path')
const { findBrowser } = require('../system/browser')
const { installPackages } = require('../system/npm')
const { runProcess } = require('../system/process')
const { ROOT } = require('../system/root')

const DOCS = path.join(ROOT, 'docs')
const DIST = path.join(DOCS, 'dist')

/** @typedef {import('../system/process').ProcessOptions} ProcessOptions */

/** @type {(program: string, args: string[], options: ProcessOptions) => Promise<void>} rejects with a UserError */
async function runDocsProgram (program, args, options) {
  await installPackages(DOCS, 'the site and the slides', options.signal)
  await runProcess([process.execPath, path.join(DOCS, 'node_modules', program), ...args], options)
}

/**
 * @type {(format: 'html'|'pdf', signal: AbortSignal) => Promise<string>} the file, in docs/dist. A PDF needs Chromium
 * @throws {import('../base/errors').UserError} with Marp's last output
 */
async function buildSlides (format, signal) {
  const file = path.join(DIST, `slides.${format}`)
  const browser = findBrowser()
  const browserArgs = browser ? ['--browser', 'chrome', '--browser-path', browser] : []
  const args = ['--no-stdin', 'slides.md', '--output', file, ...browserArgs]
  await runDocsProgram('@marp-team/marp-cli/marp-cli.js', args, { cwd: path.join(DOCS, 'slides'), signal })
  return file
}

module.exports = { buildSlides, runDocsProgram, DIST, DOCS }

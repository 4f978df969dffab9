'use strict'

// The blocks of docs/reference.md: what make help and each command's --help print.

const fs = require('node:fs')
const path = require('node:path')
const { runProcess } = require('../system/process')
const { ROOT } = require('../system/root')
const { fence } = require('./result-blocks')

const SCRIPTS = path.join(ROOT, 'scripts')

/** @returns {Promise<string>} Markdown */
async function targets () {
  const help = ['make', '--no-print-directory', 'help']
  const { stdout } = await runProcess(help, { cwd: ROOT })
  return fence(stdout)
}

/** @returns {Promise<string>} Markdown */
async function commands () {
  const sections = []
  for (const file of fs.readdirSync(SCRIPTS)) {
    if (!file.endsWith('.js')) continue
    const help = [process.execPath, path.join(SCRIPTS, file), '--help']
    const { stdout } = await runProcess(help)
    sections.push(`### ${path.parse(file).name}\n\n${fence(stdout)}`)
  }
  return sections.join('\n\n')
}

module.exports = { referenceBlocks: { targets, commands } }

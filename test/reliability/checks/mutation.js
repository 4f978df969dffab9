'use strict'

// Stryker changes the code that needs no process, and runs its tests: one of them must notice.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../../../scripts/lib/cli/errors')
const { text } = require('../../../scripts/lib/cli/flags')
const { percent } = require('../../../scripts/lib/cli/format')
const { installPackages } = require('../../../scripts/lib/server/npm')
const { startProcess } = require('../../../scripts/lib/server/process')
const { ROOT } = require('../../helpers/project')
const { defineCheck } = require('../check')

const FOLDER = path.join(__dirname, '..') // Stryker has its own package.json there
const CONFIG = path.join(FOLDER, 'stryker.config.json')
const STRYKER = path.join(FOLDER, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const REPORT = path.join(ROOT, '.stryker/mutation.json')
const REQUIRED = 0.9 // of the mutants of a folder
const PROSE = ['scripts/lib/show', 'scripts/whyslow/card'] // strings there do not count

async function run ({ mutate }, { onProgress, signal }) {
  await installPackages(FOLDER, 'the mutation check', signal)
  const command = [process.execPath, STRYKER, 'run', CONFIG]
  if (mutate) command.push('--mutate', mutate)
  const { child, ended, kill, stderr } = startProcess(command, { cwd: ROOT, signal })
  let output = ''
  child.stdout.on('data', (text) => {
    output = (output + text).slice(-10_000)
    const [, percentage] = text.match(/^Mutation testing (\d+)%/m) ?? []
    if (percentage) onProgress(percentage / 100)
  })
  const { code } = await ended
  kill() // a mutant may have been left running
  signal?.throwIfAborted()
  if (code !== 0) throw new UserError(`Stryker failed. Its last output:\n${output}${stderr()}`)
  return { scores: scoreFolders(JSON.parse(fs.readFileSync(REPORT, 'utf8')).files) }
}

/** @param {Record<string, {mutants: {status: string, mutatorName: string}[]}>} files by path */
function scoreFolders (files) {
  const scores = {}
  for (const [file, { mutants }] of Object.entries(files)) {
    const [folder] = file.match(/^scripts\/(lib|whyslow)\/\w+/) ?? [path.dirname(file)]
    const score = scores[folder] ??= { folder, mutants: 0, noticed: 0 }
    for (const { status, mutatorName } of mutants) {
      if (PROSE.includes(folder) && mutatorName === 'StringLiteral') continue
      const isNoticed = ['Killed', 'Timeout'].includes(status)
      if (isNoticed) score.noticed++
      if (isNoticed || ['Survived', 'NoCoverage'].includes(status)) score.mutants++
    }
  }
  return Object.values(scores)
}

function report ({ scores = [] }) {
  return scores.map(({ folder, mutants, noticed }) => {
    const share = noticed / mutants
    return [folder, `${percent(share)} of ${mutants} mutants noticed`, share < REQUIRED]
  })
}

const check = defineCheck({
  summary: 'Breaks the project on purpose, with Stryker: a test must notice each mutant.',
  flags: { mutate: text('only these files, as for stryker --mutate') },
  run,
  report
})

module.exports = { ...check, scoreFolders }

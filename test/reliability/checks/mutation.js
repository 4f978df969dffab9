'use strict'

// Stryker changes the code that needs no process, and runs its tests: one of them must notice.

const fs = require('node:fs')
const path = require('node:path')
const { percent } = require('../../../scripts/lib/base/format')
const { UserError } = require('../../../scripts/lib/base/errors')
const { installPackages } = require('../../../scripts/lib/system/npm')
const { startProcess } = require('../../../scripts/lib/system/process')
const { ROOT } = require('../../../scripts/lib/system/root')
const { defineCheck } = require('../check')

const FOLDER = path.join(__dirname, '..') // Stryker has a manifest of its own there
const CONFIG = path.join(FOLDER, 'stryker.config.json')
const REQUIRED = 0.9 // of a folder's mutants must be noticed

/** @typedef {{folder: string, mutants: number, noticed: number}} Score of a folder */

/**
 * @returns {Promise<{scores: Score[]}>}
 * @throws {UserError} when Stryker fails, or a test fails without a mutant
 */
async function run ({ mutate }, { onProgress, signal }) {
  await installPackages(FOLDER, 'the mutation check', signal)
  const { jsonReporter } = JSON.parse(fs.readFileSync(CONFIG, 'utf8'))
  const stryker = path.join(FOLDER, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const command = [process.execPath, stryker, 'run', CONFIG]
  if (mutate) command.push('--mutate', mutate)
  const { child, ended, kill, stderr } = startProcess(command, { cwd: ROOT, signal })
  let printed = ''
  child.stdout.on('data', (text) => {
    printed = (printed + text).slice(-10_000)
    const done = [...text.matchAll(/^Mutation testing (\d+)%/gm)].at(-1)
    if (done) onProgress(Number(done[1]) / 100)
  })
  const { code } = await ended
  kill() // a mutant may have been left running
  signal?.throwIfAborted()
  if (code !== 0) throw new UserError(`Stryker failed. Its last output:\n${printed}${stderr()}`)
  const { files } = JSON.parse(fs.readFileSync(path.join(ROOT, jsonReporter.fileName), 'utf8'))
  return { scores: scoreFolders(files) }
}

/**
 * In present/, strings are prose: their mutants do not count.
 * @param {Record<string, {mutants: {status: string, mutatorName: string}[]}>} files of its report
 * @returns {Score[]}
 */
function scoreFolders (files) {
  const scores = new Map()
  for (const [file, { mutants }] of Object.entries(files)) {
    const [folder] = file.match(/^scripts\/lib\/\w+/) ?? [path.dirname(file)]
    const score = scores.get(folder) ?? { folder, mutants: 0, noticed: 0 }
    scores.set(folder, score)
    for (const { status, mutatorName } of mutants) {
      if (folder === 'scripts/lib/present' && mutatorName === 'StringLiteral') continue
      const noticed = ['Killed', 'Timeout'].includes(status)
      if (noticed || ['Survived', 'NoCoverage'].includes(status)) score.mutants++
      if (noticed) score.noticed++
    }
  }
  return [...scores.values()]
}

/** @param {{scores?: Score[]}} found @returns {import('../check').Line[]} */
function report ({ scores = [] }) {
  return scores.map(({ folder, mutants, noticed }) => {
    const share = noticed / mutants
    const problem = share < REQUIRED && `${folder}: less than ${percent(REQUIRED)} of the mutants noticed`
    return [`\`${folder}\``, `${percent(share)} of ${mutants} mutants noticed`, problem]
  })
}

module.exports = {
  ...defineCheck({
    summary: 'Breaks the project on purpose, with Stryker: a test must notice each mutant.',
    flags: { mutate: { type: 'string', help: 'only these files, as for stryker --mutate' } },
    run,
    report
  }),
  scoreFolders
}

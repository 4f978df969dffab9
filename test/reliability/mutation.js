'use strict'

// Two kinds of mutants. Stryker changes the code that needs no process, and runs the tests in process. The mutants of
// mutants.js are applied to a copy of the project, and the test that must notice each of them is run.

const fs = require('node:fs')
const path = require('node:path')
const { percent } = require('../../scripts/lib/base/format')
const { UserError } = require('../../scripts/lib/base/errors')
const { startProcess } = require('../../scripts/lib/system/process')
const { ROOT } = require('../../scripts/lib/system/root')
const { defineCheck, runEach, withRepositoryCopy } = require('./check')
const { MUTANTS } = require('./mutants')

const CONFIG = path.join(__dirname, 'stryker.config.json')
const REQUIRED = 0.9 // of a folder's mutants must be noticed
const TIMEOUT = 150 // s for a test: a mutant may hang
const FILES = [...new Set(MUTANTS.map(({ file }) => file))]

/**
 * @typedef {{folder: string, mutants: number, noticed: number}} Score of a folder, by Stryker
 * @typedef {{breaks: string, file: string, test: string, noticed: boolean}} Mutation
 */

/**
 * @returns {Promise<{scores: Score[], mutations: Mutation[]}>}
 * @throws {UserError} when a test fails without a mutant, or a mutant does not fit the code any more
 */
async function run ({ operands }, { onProgress, signal }) {
  const [scores, mutations] = await runEach([runStryker, applyMutants], onProgress,
    (part, onPartProgress) => part(operands, onPartProgress, signal))
  return { scores, mutations }
}

/** @returns {Promise<Score[]>} none unless `stryker` is among the operands */
async function runStryker (operands, onProgress, signal) {
  if (!operands.includes('stryker')) return []
  const { jsonReporter } = JSON.parse(fs.readFileSync(CONFIG, 'utf8'))
  const stryker = path.join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const { child, ended, kill, stderr } = startProcess([process.execPath, stryker, 'run', CONFIG], { cwd: ROOT, signal })
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
  return scoreFolders(JSON.parse(fs.readFileSync(path.join(ROOT, jsonReporter.fileName), 'utf8')).files)
}

/**
 * In present/, strings are prose, and golden files hold them: their mutants do not count.
 * @param {Record<string, {mutants: {status: string, mutatorName: string}[]}>} files of Stryker's report
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

/** @returns {Promise<Mutation[]>} of the files among the operands */
async function applyMutants (operands, onProgress, signal) {
  const wanted = MUTANTS.filter(({ file }) => operands.includes(file))
  if (!wanted.length) return []
  const tests = [...new Set(wanted.map(({ test }) => test))]
  let done = 0
  async function passes (project, test) {
    const tap = [process.execPath, 'node_modules/.bin/tap', `--timeout=${TIMEOUT}`, test]
    const { child, ended, kill } = startProcess(tap, { cwd: project, signal })
    child.stdout.resume()
    const { code } = await ended
    kill() // a broken command may have been left running in the test's group
    signal?.throwIfAborted()
    onProgress(++done / (tests.length + wanted.length))
    return code === 0
  }
  return withRepositoryCopy(signal, async (project) => {
    for (const test of tests) {
      if (!await passes(project, test)) throw new UserError(`${test} fails without a mutant: fix that first`)
    }
    const mutations = []
    for (const { breaks, file, from, to, test } of wanted) {
      const restore = applyMutant(path.join(project, file), from, to)
      mutations.push({ breaks, file, test, noticed: !await passes(project, test) })
      restore()
    }
    return mutations
  })
}

function applyMutant (file, from, to) {
  const source = fs.readFileSync(file, 'utf8')
  if (!source.includes(from)) throw new UserError(`${path.basename(file)} has no ${from}: update mutants.js`)
  fs.writeFileSync(file, source.replace(from, () => to))
  return () => fs.writeFileSync(file, source)
}

/** @type {(found: {scores?: Score[], mutations: Mutation[]}) => import('./check').Line[]} */
const report = ({ scores = [], mutations }) => [
  ...scores.map(({ folder, mutants, noticed }) => /** @type {import('./check').Line} */ ([
    `\`${folder}\`, by Stryker`, `${percent(noticed / mutants)} of ${mutants} mutants noticed`,
    noticed / mutants < REQUIRED && `${folder}: less than ${percent(REQUIRED)} of the mutants noticed`])),
  ...mutations.map(({ breaks, file, test, noticed }) => /** @type {import('./check').Line} */ ([
    `${breaks} (\`${file}\`)`, noticed ? `noticed by \`${test}\`` : `\`${test}\` did not notice`,
    !noticed && `${breaks}: went unnoticed`]))
]

module.exports = {
  ...defineCheck({
    summary: 'Breaks the project on purpose, by Stryker and by a list: a test must notice each mutant.',
    operands: [{
      name: 'file',
      choices: ['stryker', ...FILES],
      help: 'break only this file, or by Stryker all code that needs no process'
    }],
    run,
    report
  }),
  scoreFolders
}

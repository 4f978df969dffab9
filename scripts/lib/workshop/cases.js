'use strict'

// Practice cases: small services, each with a page that has a story, hints and the answer. One is dealt at a time, into
// exercise/ and without its name.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { FAULTS, HEALTHY } = require('../diagnosis/rules')
const { readResult, RESULTS } = require('../measure/results')
const { ensureWritable, writeFileAtomic } = require('../system/files')
const { applyPatches, copyCode, keepExercise, CASES, DEALT, EXERCISE } = require('./exercise')

const STATE = path.join(RESULTS, 'cases.state') // not .json: it is no result
const DETAILS = /<details>\s*<summary>([^<]*)<\/summary>\s*([^]*?)\s*<\/details>/g

/**
 * @typedef {object} Case
 * @property {string} name of its folder
 * @property {string} folder
 * @property {string} path of the URL to load
 * @property {string} story what the service is, what users say, and the request
 * @property {string[]} hints
 * @property {string} answer
 * @property {string[]} verdicts that the answer names, the strongest first
 * @property {string} fix a patch of its files; '' for a healthy one
 *
 * @typedef {{dealt: string[], solved: string[]}} Progress names of cases
 * @typedef {{name: string, hints: number}} Dealt the case in exercise/, and how many hints were shown
 */

/** @returns {string[]} */
const caseNames = () => fs.readdirSync(CASES).filter((name) => fs.existsSync(path.join(CASES, name, 'README.md')))

/** @type {(name: string) => Case} */
function readCase (name) {
  const folder = path.join(CASES, name)
  const read = (/** @type {string} */ file) => fs.readFileSync(path.join(folder, file), 'utf8')
  const page = read('README.md')
  const folded = [...page.matchAll(DETAILS)].map(([, title, text]) => ({ title, text }))
  const answer = folded.find(({ title }) => title === 'The answer')?.text ?? ''
  const bold = [...answer.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) => text.replaceAll(/\s+/g, ' '))
  return {
    name,
    folder,
    path: JSON.parse(read('package.json')).config.path,
    story: page.slice(0, page.indexOf('<details>')).replace(/^# .*\n/, '').trim(),
    hints: folded.filter(({ title }) => title.startsWith('Hint')).map(({ text }) => text),
    answer,
    verdicts: bold.filter((text) => [...FAULTS, ...HEALTHY].some(({ verdict }) => verdict === text)),
    fix: fs.existsSync(path.join(folder, 'fix.patch')) ? read('fix.patch') : ''
  }
}

/** @returns {Progress} */
const readProgress = () => readResult(STATE, { dealt: [], solved: [] })

/** @param {Progress} progress */
function saveProgress (progress) {
  ensureWritable(RESULTS)
  writeFileAtomic(STATE, JSON.stringify(progress, null, 2))
}

/**
 * Copies a case that was not dealt before to exercise/; an existing exercise is kept.
 * @type {(random?: () => number) => {dealt: Case, kept?: string, left: number}} `left`: cases not dealt yet
 * @throws {UserError} when all were dealt
 */
function dealCase (random = Math.random) {
  ensureWritable(RESULTS)
  const progress = readProgress()
  const fresh = caseNames().filter((name) => !progress.dealt.includes(name))
  if (!fresh.length) {
    throw new UserError(`you have had all ${caseNames().length} cases: make cases ANEW=1 begins again`)
  }
  const dealt = readCase(fresh[Math.floor(random() * fresh.length)])
  const kept = keepExercise()
  copyCode(dealt.folder, EXERCISE, 'exercise')
  writeDealt({ name: dealt.name, hints: 0 })
  saveProgress({ ...progress, dealt: [...progress.dealt, dealt.name] })
  return { dealt, kept, left: fresh.length - 1 }
}

/** @type {(the: Case, folder: string) => void} its files, with the fix */
function copyFixed ({ name, folder: from }, folder) {
  copyCode(from, folder, name)
  applyPatches(folder, `docs/cases/${name}/fix.patch`)
}

/** @param {Dealt} dealt */
const writeDealt = (dealt) => fs.writeFileSync(DEALT, JSON.stringify(dealt))

/** @returns {Dealt} throws a UserError if exercise/ is no case */
function readDealt () {
  if (fs.existsSync(DEALT)) return JSON.parse(fs.readFileSync(DEALT, 'utf8'))
  throw new UserError('there is no case in exercise/: make case deals one')
}

/** @returns {Case} throws a UserError if exercise/ is no case */
const currentCase = () => readCase(readDealt().name)

/** @returns {{hint: string, number: number, of: number}} the last one again when all were shown */
function nextHint () {
  const { name, hints: shown } = readDealt()
  const { hints } = readCase(name)
  const number = Math.min(shown + 1, hints.length)
  writeDealt({ name, hints: number })
  return { hint: hints[number - 1], number, of: hints.length }
}

/** Notes that the case in exercise/ is solved. */
function markSolved () {
  const { name } = readDealt()
  const progress = readProgress()
  saveProgress({ ...progress, solved: [...new Set([...progress.solved, name])] })
}

/** @returns {{dealt: number, solved: number, of: number, open: number[]}} counts; never names */
function summarizeProgress () {
  const { dealt, solved } = readProgress()
  const open = dealt.flatMap((name, i) => solved.includes(name) ? [] : [i + 1])
  return { dealt: dealt.length, solved: dealt.length - open.length, of: caseNames().length, open }
}

/** Forgets which cases were dealt and solved. */
const forgetProgress = () => fs.rmSync(STATE, { force: true })

module.exports = {
  caseNames, copyFixed, currentCase, dealCase, forgetProgress, markSolved, nextHint, readCase, summarizeProgress
}

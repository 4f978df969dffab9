'use strict'

// Practice cases: small services, each with a page that has a story, hints and the answer. One is
// dealt at a time, into exercise/ and without its name.

/** @import { Case, Dealt, Progress } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { FAULTS, HEALTHY } = require('../diagnosis/rules')
const { readResult, RESULTS } = require('../measure/results')
const { ensureWritable, writeFileAtomic } = require('../system/files')
const {
  applyPatches, copyCode, readDealt, replaceExercise, CASES, DEALT, EXERCISE
} = require('./exercise')

const STATE = path.join(RESULTS, 'cases.state') // not .json: it is no result
const BOLD = /\*\*([^*]+)\*\*/g
const DETAILS = /<details>\s*<summary>([^<]*)<\/summary>\s*([^]*?)\s*<\/details>/g

/** @returns {string[]} */
function caseNames () {
  const names = fs.readdirSync(CASES)
  return names.filter((name) => fs.existsSync(path.join(CASES, name, 'README.md')))
}

/** @param {string} name @returns {Case} */
function readCase (name) {
  const folder = path.join(CASES, name)
  const read = (/** @type {string} */ file) => fs.readFileSync(path.join(folder, file), 'utf8')
  const page = read('README.md')
  const folded = Array.from(page.matchAll(DETAILS), ([, title, text]) => ({ title, text }))
  const answer = folded.find(({ title }) => title === 'The answer')?.text ?? ''
  const known = [...FAULTS, ...HEALTHY].map(({ verdict }) => verdict)
  const bold = Array.from(answer.matchAll(BOLD), ([, text]) => text.replaceAll(/\s+/g, ' '))
  return {
    name,
    folder,
    path: JSON.parse(read('package.json')).config.path,
    story: page.slice(0, page.indexOf('<details>')).replace(/^# .*\n/, '').trim(),
    hints: folded.filter(({ title }) => title.startsWith('Hint')).map(({ text }) => text),
    answer,
    verdicts: bold.filter((text) => known.includes(text)),
    fix: fs.existsSync(path.join(folder, 'fix.patch')) ? read('fix.patch') : ''
  }
}

/** @returns {Progress} */
function readProgress () {
  const saved = readResult(STATE, null)
  /** @param {unknown} list */
  const casesIn = (list) => caseNames().filter((name) => Array.isArray(list) && list.includes(name))
  return { dealt: casesIn(saved?.dealt), solved: casesIn(saved?.solved) }
}

/** @param {Progress} progress */
function saveProgress (progress) {
  ensureWritable(RESULTS)
  writeFileAtomic(STATE, JSON.stringify(progress, null, 2))
}

/**
 * Copies a case that was not dealt before to exercise/; an existing exercise is kept.
 * @param {() => number} [random]
 * @returns {{dealt: Case, kept?: string, left: number}} `left`: how many were not dealt yet
 * @throws {UserError} When all were dealt.
 */
function dealCase (random = Math.random) {
  ensureWritable(RESULTS)
  const progress = readProgress()
  const fresh = caseNames().filter((name) => !progress.dealt.includes(name))
  if (!fresh.length) {
    const count = caseNames().length
    throw new UserError(`you have had all ${count} cases: make cases ANEW=1 begins again`)
  }
  const dealt = readCase(fresh[Math.floor(random() * fresh.length)])
  const kept = replaceExercise((folder) => {
    copyCode(dealt.folder, folder, 'exercise')
    writeDealt({ name: dealt.name, hints: 0 }, folder)
  })
  saveProgress({ ...progress, dealt: [...progress.dealt, dealt.name] })
  return { dealt, kept, left: fresh.length - 1 }
}

/** Copies a case with its fix. @param {Case} dealt @param {string} folder */
function copyFixed ({ name, folder: from }, folder) {
  copyCode(from, folder, name)
  applyPatches(folder, `docs/cases/${name}/fix.patch`)
}

/** @param {Dealt} dealt @param {string} [folder] */
function writeDealt (dealt, folder = EXERCISE) {
  fs.writeFileSync(path.join(folder, path.basename(DEALT)), JSON.stringify(dealt))
}

/** @returns {Dealt} @throws {UserError} When exercise/ is no case. */
function currentDealt () {
  const dealt = readDealt()
  if (dealt) return dealt
  throw new UserError('there is no case in exercise/: make case deals one')
}

/** @returns {Case} @throws {UserError} When exercise/ is no case. */
function currentCase () {
  return readCase(currentDealt().name)
}

/** @returns {{hint: string, number: number, of: number}} the last one again when all were shown */
function nextHint () {
  const dealt = currentDealt()
  const { hints } = readCase(dealt.name)
  const number = Math.min((dealt.hints || 0) + 1, hints.length)
  writeDealt({ name: dealt.name, hints: number })
  return { hint: hints[number - 1], number, of: hints.length }
}

/** Notes that the case in exercise/ is solved. */
function markSolved () {
  const { name } = currentDealt()
  const progress = readProgress()
  saveProgress({ ...progress, solved: [...new Set([...progress.solved, name])] })
}

/** @returns {{dealt: number, solved: number, of: number}} counts; never names */
function summarizeProgress () {
  const { dealt, solved } = readProgress()
  const count = dealt.filter((name) => solved.includes(name)).length
  return { dealt: dealt.length, solved: count, of: caseNames().length }
}

/** Forgets which cases were dealt and solved. */
function forgetProgress () {
  fs.rmSync(STATE, { force: true })
}

module.exports = {
  caseNames,
  copyFixed,
  currentCase,
  dealCase,
  forgetProgress,
  markSolved,
  nextHint,
  readCase,
  summarizeProgress
}

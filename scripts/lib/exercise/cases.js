'use strict'

// Practice cases: small services, each with a page of story, hints and answer. One at a time is
// dealt into exercise/ without its name.

const fs = require('node:fs')
const path = require('node:path')
const { VERDICTS } = require('whyslow/internals')
const { UserError } = require('../cli/errors')
const { readJson, RESULTS } = require('../load/results')
const { writeFileAtomic, writeOrWarn } = require('../server/files')
const { ROOT } = require('../cli/root')
const { replaceExercise, EXERCISE } = require('./exercise')

const CASES = 'docs/cases'
const PROGRESS = path.join(RESULTS, 'cases.state') // not .json: it is no result
const DEALT = '.case' // in the exercise: which case it is, and how many hints were shown
const BOLD = /\*\*([^*]+)\*\*/g
const FOLD = /<\/?details>(?:<summary>.*)?/g

/** Reads all cases, with their pages. */
function readCases () {
  const folder = path.join(ROOT, CASES)
  const isCase = (name) => fs.existsSync(path.join(folder, name, 'package.json'))
  return fs.readdirSync(folder).filter(isCase).map(readCase)
}

function readCase (name) {
  const folder = `${CASES}/${name}`
  const read = (file) => fs.readFileSync(path.join(ROOT, folder, file), 'utf8')
  const page = read('README.md').replace(/^# .*/, '')
  const parts = page.split(FOLD).map((part) => part.trim())
  const [story, ...hints] = parts.filter(Boolean)
  const answer = hints.pop() ?? ''
  const bold = Array.from(answer.matchAll(BOLD), ([, text]) => {
    return text.replaceAll(/\s+/g, ' ')
  })
  const isHealthy = !fs.existsSync(path.join(ROOT, folder, 'fix.patch'))
  return {
    name,
    folder,
    path: JSON.parse(read('package.json')).config.path, // of the URL to load
    story,
    hints,
    answer,
    verdicts: bold.filter((text) => VERDICTS.includes(text)), // the strongest first
    fix: isHealthy ? '' : read('fix.patch')
  }
}

/**
 * Copies a case that was not dealt before to exercise/.
 * @param {(folder: string) => void} onKept is told where an existing exercise is kept
 * @returns its story, and how many cases are left
 * @throws {UserError} When all were dealt.
 */
function dealCase (onKept) {
  const cases = readCases()
  const progress = readProgress()
  const left = cases.filter(({ name }) => !progress[name])
  if (!left.length) {
    throw new UserError(`you have had all ${cases.length} cases: make cases ANEW=1 begins again`)
  }
  const { name, folder, story } = left[Math.floor(Math.random() * left.length)]
  replaceExercise(folder, (copy) => writeDealt(copy, name, 0), onKept)
  noteProgress(name, 'dealt')
  return { story, left: left.length - 1 }
}

function writeDealt (folder, name, shown) {
  fs.writeFileSync(path.join(folder, DEALT), JSON.stringify({ name, shown }))
}

/**
 * Reads the case in exercise/. `shown` is how many of its hints were shown.
 * @throws {UserError} When exercise/ is no case.
 */
function currentCase () {
  const { name, shown } = { ...readJson(path.join(EXERCISE, DEALT), {}) }
  const dealt = readCases().find((practice) => practice.name === name)
  if (dealt) return { ...dealt, shown: Number(shown) || 0 }
  throw new UserError('there is no case in exercise/: make case deals one')
}

/**
 * Gives the next hint of the case in exercise/, or the last one again.
 * @throws {UserError} When exercise/ is no case.
 */
function nextHint () {
  const { name, hints, shown } = currentCase()
  const number = Math.min(shown + 1, hints.length)
  writeDealt(EXERCISE, name, number)
  return { hint: hints[number - 1], number, of: hints.length }
}

/** @returns {Record<string, 'dealt'|'solved'>} by name */
function readProgress () {
  return { ...readJson(PROGRESS, {}) } // whatever the file has
}

/** @param {string} name @param {'dealt'|'solved'} state */
function noteProgress (name, state) {
  const progress = readProgress()
  progress[name] = state
  writeOrWarn(() => writeFileAtomic(PROGRESS, JSON.stringify(progress)))
}

function forgetProgress () {
  fs.rmSync(PROGRESS, { force: true })
}

module.exports = {
  currentCase,
  dealCase,
  forgetProgress,
  nextHint,
  noteProgress,
  readCases,
  readProgress
}

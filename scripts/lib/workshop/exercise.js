'use strict'

// The exercise: a learner's working copy of slow, and the steps that can be applied to a copy.

const fs = require('node:fs')
const path = require('node:path')
const { applyPatch, createTwoFilesPatch } = require('diff')
const { UserError } = require('../cli/errors')
const { ROOT } = require('../system/root')

const STAGE = path.join(ROOT, 'slow')
const EXERCISE = path.join(ROOT, 'exercise')
const STEPS = path.join(ROOT, 'docs/steps')
const CODE = ['index.js', 'util.js']

/** @returns {string[]} */
const stepNames = () => fs.readdirSync(STEPS).filter((file) => file.endsWith('.patch')).map((file) => file.slice(0, -6))

/**
 * Copies slow to exercise/, with one step applied if it is named. `force` moves an existing exercise out of the way.
 *
 * @type {(options: {force?: boolean, step?: string}) => string|undefined} the folder in which the existing one is kept
 * @throws {UserError} when there is an exercise already
 */
function createExercise ({ force = false, step }) {
  const exists = fs.existsSync(EXERCISE)
  if (exists && !force) {
    throw new UserError('exercise/ exists, and your work may be in it: FORCE=1 keeps it and makes a fresh copy')
  }
  let i = 1
  while (fs.existsSync(`${EXERCISE}.${i}`)) i++
  if (exists) fs.renameSync(EXERCISE, `${EXERCISE}.${i}`)
  copySlow(EXERCISE, { name: 'exercise', step })
  return exists ? `exercise.${i}` : undefined
}

/** @type {(folder: string, options: {name: string, step?: string}) => void} replaces the folder; `name`: its package */
function copySlow (folder, { name, step }) {
  const util = read(STAGE, 'util.js')
  const files = {
    'index.js': read(STAGE, 'index.js'),
    'util.js': step ? applyStep(util, step) : util,
    'package.json': JSON.stringify({ ...JSON.parse(read(STAGE, 'package.json')), name }, null, 2) + '\n'
  }
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), text)
}

/** @type {(source: string, step: string) => string} slow/util.js with the step; throws UserError if it does not fit */
function applyStep (source, step) {
  const patched = applyPatch(source, read(STEPS, `${step}.patch`))
  if (patched === false) throw new UserError(`docs/steps/${step}.patch does not fit slow/util.js`)
  return patched
}

/** @returns {string} a unified diff, '' if nothing has changed; throws UserError if exercise/ or a file is missing */
function exerciseDiff () {
  if (!fs.existsSync(EXERCISE)) throw new UserError('there is no exercise/ yet: run make exercise')
  const missing = CODE.find((file) => !fs.existsSync(path.join(EXERCISE, file)))
  if (missing) throw new UserError(`exercise/${missing} is missing: start again from cp slow/${missing} exercise/`)
  const diffs = CODE.map((file) =>
    createTwoFilesPatch(`slow/${file}`, `exercise/${file}`, read(STAGE, file), read(EXERCISE, file), '', ''))
  return diffs.filter((diff) => diff.includes('\n@@ ')).map((diff) => diff.replace(/^=+\n/, '')).join('')
}

/** @param {string} folder @param {string} file */
const read = (folder, file) => fs.readFileSync(path.join(folder, file), 'utf8')

module.exports = { copySlow, createExercise, exerciseDiff, applyStep, stepNames }

'use strict'

// The exercise: a learner's working copy of slow, and the steps that can be applied to a copy.

const fs = require('node:fs')
const path = require('node:path')
const { applyPatch, createTwoFilesPatch } = require('diff')
const { UserError, UsageError } = require('../cli/errors')
const { ROOT } = require('../system/root')

const STAGE = path.join(ROOT, 'slow')
const EXERCISE = path.join(ROOT, 'exercise')
const STEPS = path.join(ROOT, 'docs/steps')
const CODE = ['index.js', 'util.js']

/** @returns {string[]} */
const stepNames = () => fs.readdirSync(STEPS).filter((file) => file.endsWith('.patch')).map((file) => file.slice(0, -6))

/**
 * Copies slow to exercise/, with one step applied if it is named.
 *
 * @param {{force?: boolean, step?: string}} options `force` moves an existing exercise out of the way
 * @returns {string|undefined} the name of the folder in which an existing exercise is kept
 * @throws {UserError} when there is an exercise already
 * @throws {UsageError} when there is no such step
 */
function createExercise ({ force = false, step }) {
  const files = readSlow('exercise', step) // first, so that a mistake changes nothing
  const exists = fs.existsSync(EXERCISE)
  if (exists && !force) {
    throw new UserError('exercise/ exists, and your work may be in it: FORCE=1 keeps it and makes a fresh copy')
  }
  let i = 1
  while (fs.existsSync(`${EXERCISE}.${i}`)) i++
  if (exists) fs.renameSync(EXERCISE, `${EXERCISE}.${i}`)
  writeFiles(EXERCISE, files)
  return exists ? `exercise.${i}` : undefined
}

/**
 * Copies slow to a folder and replaces what is there.
 *
 * @param {string} folder
 * @param {{name: string, step?: string}} options `name` is what the copy calls itself
 * @throws {UsageError} when there is no such step
 */
function copySlow (folder, { name, step }) {
  const files = readSlow(name, step)
  fs.rmSync(folder, { recursive: true, force: true })
  writeFiles(folder, files)
}

/** @type {(name: string, step?: string) => Record<string, string>} the texts of its files */
function readSlow (name, step) {
  if (step && !stepNames().includes(step)) {
    throw new UsageError(`unknown step "${step}": choose from ${stepNames().join(', ')}`)
  }
  const util = read(STAGE, 'util.js')
  return {
    'index.js': read(STAGE, 'index.js'),
    'util.js': step ? applyStep(util, step) : util,
    'package.json': JSON.stringify({ ...JSON.parse(read(STAGE, 'package.json')), name }, null, 2) + '\n'
  }
}

/** @param {string} folder @param {Record<string, string>} files */
function writeFiles (folder, files) {
  fs.mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), text)
}

/**
 * @param {string} source of slow/util.js
 * @param {string} step
 * @returns {string} the source with the step applied
 * @throws {UserError} when the patch does not fit
 */
function applyStep (source, step) {
  const patched = applyPatch(source, read(STEPS, `${step}.patch`))
  if (patched === false) throw new UserError(`docs/steps/${step}.patch does not fit slow/util.js`)
  return patched
}

/**
 * @returns {string} what the exercise changed in slow, as a unified diff; '' when nothing
 * @throws {UserError} when there is no exercise, or a file of it is missing
 */
function exerciseDiff () {
  if (!fs.existsSync(EXERCISE)) throw new UserError('there is no exercise/ yet: run make exercise')
  const missing = CODE.find((file) => !fs.existsSync(path.join(EXERCISE, file)))
  if (missing) throw new UserError(`exercise/${missing} is missing: start again from cp slow/${missing} exercise/`)
  return CODE.map((file) => ({ file, before: read(STAGE, file), after: read(EXERCISE, file) }))
    .filter(({ before, after }) => before !== after)
    .map(({ file, before, after }) => createTwoFilesPatch(`slow/${file}`, `exercise/${file}`, before, after, '', '')
      .replace(/^=+\n/, ''))
    .join('')
}

/** @param {string} folder @param {string} file */
const read = (folder, file) => fs.readFileSync(path.join(folder, file), 'utf8')

module.exports = { copySlow, createExercise, exerciseDiff, applyStep, stepNames }

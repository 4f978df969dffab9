'use strict'

// The exercise: an attendee's working copy of slow, and the steps that can be applied to one.

const fs = require('node:fs')
const path = require('node:path')
const { applyPatch, createTwoFilesPatch } = require('diff')
const { UserError, UsageError } = require('../cli/errors')
const { ROOT } = require('../system/root')

const STAGE = path.join(ROOT, 'slow')
const EXERCISE = path.join(ROOT, 'exercise')
const STEPS = path.join(ROOT, 'docs/steps')
const CODE = ['index.js', 'util.js']

/** @returns {string[]} the names of the steps there are */
function stepNames () {
  return fs.readdirSync(STEPS).filter((file) => file.endsWith('.patch')).map((file) => path.basename(file, '.patch'))
}

/**
 * Copies slow to exercise/, with one step applied if it is named.
 *
 * @param {{force?: boolean, step?: string}} options `force` writes over an existing exercise
 * @throws {UserError} when there is one already
 * @throws {UsageError} when there is no such step
 */
function createExercise ({ force = false, step }) {
  if (fs.existsSync(EXERCISE) && !force) throw new UserError('there is an exercise/ already, and your work may be in it: FORCE=1 makes a fresh one over it')
  copySlow(EXERCISE, { name: 'exercise', step })
}

/**
 * Copies slow to a folder, over what is there.
 *
 * @param {string} folder
 * @param {{name: string, step?: string}} options `name` is what the copy calls itself
 * @throws {UsageError} when there is no such step
 */
function copySlow (folder, { name, step }) {
  if (step && !stepNames().includes(step)) throw new UsageError(`unknown step "${step}": choose from ${stepNames().join(', ')}`)
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

/**
 * @param {string} source of slow/util.js
 * @param {string} step
 * @returns {string} the source with the step taken
 * @throws {UserError} when the patch does not fit
 */
function applyStep (source, step) {
  const patched = applyPatch(source, fs.readFileSync(path.join(STEPS, `${step}.patch`), 'utf8'))
  if (patched === false) throw new UserError(`docs/steps/${step}.patch does not fit slow/util.js`)
  return patched
}

/**
 * @returns {string} what the exercise changed in slow, as a unified diff; '' when nothing
 * @throws {UserError} when there is no exercise
 */
function exerciseDiff () {
  if (!fs.existsSync(EXERCISE)) throw new UserError('there is no exercise/ yet: run make exercise')
  return CODE
    .filter((file) => read(STAGE, file) !== read(EXERCISE, file))
    .map((file) => createTwoFilesPatch(`slow/${file}`, `exercise/${file}`, read(STAGE, file), read(EXERCISE, file), '', '', { context: 3 }))
    .map((patch) => patch.replace(/^=+\n/, ''))
    .join('')
}

const read = (folder, file) => fs.readFileSync(path.join(folder, file), 'utf8')

module.exports = { copySlow, createExercise, exerciseDiff, applyStep, stepNames }

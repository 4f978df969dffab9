'use strict'

// The exercise: a copy of slow or of a case.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../cli/errors')
const { ROOT } = require('../cli/project')

const EXERCISE = path.join(ROOT, 'exercise')
const ORIGINAL = `${EXERCISE}.original` // its code before any change, for make diff-exercise
const STEPS = path.join(ROOT, 'docs/steps')
const NOT_COPIED = ['README.md', 'fix.patch', 'node_modules'] // two of them tell the fault

/** Names the changes that can be applied to a copy of slow. */
function stepNames () {
  const files = fs.readdirSync(STEPS).filter((file) => file.endsWith('.patch'))
  return files.map((file) => path.parse(file).name)
}

/**
 * Copies slow or a case to exercise/, and keeps an earlier exercise beside it.
 * @param {string} from relative to the project
 * @param {string} [step] to apply
 * @returns {string|undefined} where an earlier exercise is kept
 * @throws {UserError} When the step does not fit, or a folder cannot be moved.
 */
function makeExercise (from, step) {
  const copy = `${EXERCISE}.new`
  copyCode(from, copy)
  try {
    if (step) applyPatches(copy, path.join(STEPS, `${step}.patch`))
  } catch (err) {
    fs.rmSync(copy, { recursive: true })
    throw err
  }
  const kept = keepExercise()
  move(copy, EXERCISE)
  copyCode(from, ORIGINAL)
  return kept
}

function keepExercise () {
  if (!fs.existsSync(EXERCISE)) return undefined
  let i = 1
  while (fs.existsSync(`${EXERCISE}.${i}`)) i++
  move(EXERCISE, `${EXERCISE}.${i}`)
  return `exercise.${i}`
}

function move (from, to) {
  try {
    fs.renameSync(from, to)
  } catch (err) {
    const advice = 'close the programs that use it, and run again'
    throw new UserError(`cannot move ${from} to ${to} (${err.code}): ${advice}`)
  }
}

/**
 * Replaces a folder by a copy of slow or of a case.
 * @param {string} from relative to the project
 * @param {string} folder
 */
function copyCode (from, folder) {
  const filter = (file) => !NOT_COPIED.includes(path.basename(file))
  fs.rmSync(folder, { recursive: true, force: true })
  fs.cpSync(path.resolve(ROOT, from), folder, { recursive: true, filter })
  const manifest = path.join(folder, 'package.json')
  const config = JSON.parse(fs.readFileSync(manifest, 'utf8'))
  config.name = 'exercise'
  fs.writeFileSync(manifest, JSON.stringify(config, null, 2) + '\n')
}

/**
 * Applies a patch to the files of a folder.
 * @param {string} folder
 * @param {string} patch a file, relative to the project
 * @throws {UserError} When it does not fit.
 */
function applyPatches (folder, patch) {
  const file = path.resolve(ROOT, patch)
  const { error, status, stderr } = spawnSync('git', ['apply', file], { cwd: folder })
  if (status === 0) return
  const [why] = String(error?.message ?? stderr).split('\n')
  throw new UserError(`${path.relative(ROOT, file)} cannot be applied (${why})`)
}

module.exports = { applyPatches, copyCode, makeExercise, stepNames, EXERCISE }

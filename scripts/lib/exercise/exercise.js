'use strict'

// The exercise: a copy of slow, of fast or of a case, perhaps with changes.

/** @import { Version } from './types' */

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { UserError, asError } = require('../cli/errors')
const { ROOT } = require('../cli/project')

const EXERCISE = path.join(ROOT, 'exercise')
const ORIGINAL = `${EXERCISE}.original` // its code before the last change, for make diff-exercise
const STEPS = 'docs/steps' // changes of slow
const OPTIMISATIONS = 'docs/steps/optimise' // the way from fast to optimized, in order
const NOT_COPIED = ['README.md', 'fix.patch', 'node_modules'] // two of them tell the fault

/** @param {string} folder @returns its patches by the names of their steps, in order */
function listSteps (folder) {
  /** @type {Record<string, string>} */
  const steps = {}
  for (const file of fs.readdirSync(path.join(ROOT, folder)).sort()) {
    const [, name] = file.match(/^(?:\d+-)?(.*)\.patch$/) ?? []
    if (name) steps[name] = `${folder}/${file}`
  }
  return steps
}

/** Names the changes on the way from fast to optimized, in order. */
function optimisationNames () {
  return Object.keys(listSteps(OPTIMISATIONS))
}

/** Names the changes of slow. */
function changeNames () {
  return Object.keys(listSteps(STEPS))
}

/**
 * Finds what a step makes: slow with one change, or fast with all changes up to this one.
 * @param {string} step one of these names
 * @returns {Version}
 */
function versionOf (step) {
  const ofSlow = listSteps(STEPS)
  if (step in ofSlow) return { from: 'slow', patches: [ofSlow[step]] }
  const ofFast = listSteps(OPTIMISATIONS)
  const names = Object.keys(ofFast)
  const applied = names.slice(0, names.indexOf(step) + 1)
  return { from: 'fast', patches: applied.map((name) => ofFast[name]) }
}

/**
 * Makes exercise/, and keeps an earlier exercise beside it.
 * @param {Version} version
 * @returns {string|undefined} where an earlier exercise is kept
 * @throws {UserError} When a patch does not fit, or a folder cannot be moved.
 */
function makeExercise ({ from, patches }) {
  const copy = `${EXERCISE}.new`
  copyVersion({ from, patches }, copy)
  const kept = keepExercise()
  move(copy, EXERCISE)
  copyVersion({ from, patches: patches.slice(0, -1) }, ORIGINAL)
  return kept
}

/**
 * Copies a folder of the project, and applies changes.
 * @param {Version} version
 * @param {string} folder that is replaced
 * @throws {UserError} When a patch does not fit.
 */
function copyVersion ({ from, patches }, folder) {
  copyCode(from, folder)
  try {
    for (const patch of patches) applyPatches(folder, patch)
  } catch (err) {
    fs.rmSync(folder, { recursive: true })
    throw err
  }
}

function keepExercise () {
  if (!fs.existsSync(EXERCISE)) return undefined
  let i = 1
  while (fs.existsSync(`${EXERCISE}.${i}`)) i++
  move(EXERCISE, `${EXERCISE}.${i}`)
  return `exercise.${i}`
}

/** @param {string} from @param {string} to */
function move (from, to) {
  try {
    fs.renameSync(from, to)
  } catch (err) {
    const advice = 'close the programs that use it, and run again'
    throw new UserError(`cannot move ${from} to ${to} (${asError(err).code}): ${advice}`)
  }
}

/**
 * Replaces a folder by a copy of a stage or of a case.
 * @param {string} from relative to the project
 * @param {string} folder
 */
function copyCode (from, folder) {
  const filter = (/** @type {string} */ file) => !NOT_COPIED.includes(path.basename(file))
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

module.exports = {
  applyPatches,
  changeNames,
  copyCode,
  copyVersion,
  makeExercise,
  optimisationNames,
  versionOf,
  EXERCISE
}

'use strict'

// The exercise: a learner's working copy of slow or of a practice case, and the steps that can be applied to a copy.

const fs = require('node:fs')
const path = require('node:path')
const { applyPatch, createTwoFilesPatch, parsePatch } = require('diff')
const { UserError } = require('../base/errors')
const { ROOT } = require('../system/root')

const STAGE = path.join(ROOT, 'slow')
const EXERCISE = path.join(ROOT, 'exercise')
const STEPS = path.join(ROOT, 'docs/steps')
const CASES = path.join(ROOT, 'docs/cases')
const DEALT = path.join(EXERCISE, '.case') // which case it is; only if it is one
const NOT_COPIED = ['README.md', 'fix.patch', 'node_modules']

/** @returns {string[]} */
const stepNames = () => fs.readdirSync(STEPS).filter((file) => file.endsWith('.patch')).map((file) => file.slice(0, -6))

/**
 * Copies slow to exercise/, with one step applied if it is named. `force` moves an existing exercise out of the way.
 *
 * @type {(options: {force?: boolean, step?: string}) => string|undefined} the folder in which the existing one is kept
 * @throws {UserError} when there is an exercise already
 */
function createExercise ({ force = false, step }) {
  if (fs.existsSync(EXERCISE) && !force) {
    throw new UserError('exercise/ exists, and your work may be in it: FORCE=1 keeps it and makes a fresh copy')
  }
  const kept = keepExercise()
  copySlow(EXERCISE, { name: 'exercise', step })
  return kept
}

/** @returns {string|undefined} the folder to which an existing exercise was moved */
function keepExercise () {
  if (!fs.existsSync(EXERCISE)) return undefined
  let i = 1
  while (fs.existsSync(`${EXERCISE}.${i}`)) i++
  fs.renameSync(EXERCISE, `${EXERCISE}.${i}`)
  return `exercise.${i}`
}

/** @type {(folder: string, options: {name: string, step?: string}) => void} replaces the folder; `name`: its package */
function copySlow (folder, { name, step }) {
  fs.rmSync(folder, { recursive: true, force: true })
  copyCode(STAGE, folder, name)
  try {
    if (step) applyPatches(folder, `docs/steps/${step}.patch`)
  } catch (err) {
    fs.rmSync(folder, { recursive: true })
    throw err
  }
}

/** @type {(from: string, folder: string, name: string) => void} without what tells the fault; `name`: its package */
function copyCode (from, folder, name) {
  fs.cpSync(from, folder, { recursive: true, filter: (file) => !NOT_COPIED.includes(path.basename(file)) })
  const config = { ...JSON.parse(read(folder, 'package.json')), name }
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(config, null, 2) + '\n')
}

/** @type {(folder: string, patchFile: string) => void} throws a UserError if a patch does not fit its file */
function applyPatches (folder, patchFile) {
  for (const patch of parsePatch(read(ROOT, patchFile))) {
    const { oldFileName = '' } = patch
    const file = path.join(folder, path.basename(oldFileName))
    const patched = applyPatch(fs.readFileSync(file, 'utf8'), patch)
    if (patched === false) throw new UserError(`${patchFile} does not fit ${oldFileName}`)
    fs.writeFileSync(file, patched)
  }
}

/**
 * @type {(a?: string, b?: string, context?: number) => string} a unified diff of the code of two stages, or of
 *   exercise/ and what it is a copy of; '' if nothing differs
 * @throws {UserError} if exercise/ or a file is missing
 */
function diffCode (a, b = 'exercise', context = 3) {
  if (b === 'exercise' && !fs.existsSync(EXERCISE)) throw new UserError('there is no exercise/ yet: run make exercise')
  const from = a ? { name: a, folder: path.join(ROOT, a) } : exerciseOrigin()
  const to = path.join(ROOT, b)
  const code = fs.readdirSync(from.folder).filter((file) => file.endsWith('.js'))
  const missing = code.find((file) => !fs.existsSync(path.join(to, file)))
  if (missing) throw new UserError(`${b}/${missing} is missing: put it back, or start again with FORCE=1`)
  const diffs = code.map((file) => createTwoFilesPatch(
    `${from.name}/${file}`, `${b}/${file}`, read(from.folder, file), read(to, file), '', '', { context }))
  return diffs.filter((diff) => diff.includes('\n@@ ')).map((diff) => diff.replace(/^=+\n/, '')).join('')
}

/** @returns {{name: string, folder: string}} what exercise/ is a copy of; a case is shown without its name */
function exerciseOrigin () {
  if (!fs.existsSync(DEALT)) return { name: 'slow', folder: STAGE }
  return { name: 'case', folder: path.join(CASES, JSON.parse(fs.readFileSync(DEALT, 'utf8')).name) }
}

/** @param {string} folder @param {string} file */
const read = (folder, file) => fs.readFileSync(path.join(folder, file), 'utf8')

module.exports = {
  applyPatches, copyCode, copySlow, createExercise, diffCode, keepExercise, stepNames, CASES, DEALT, EXERCISE
}

'use strict'

// The exercise: a learner's working copy of slow or of a practice case, and the steps that can be
// applied to a copy.

const fs = require('node:fs')
const path = require('node:path')
const { applyPatch, createTwoFilesPatch, parsePatch } = require('diff')
const { UserError } = require('../base/errors')
const { readResult } = require('../measure/results')
const { ROOT } = require('../system/root')
const { temporaryFolder } = require('../system/watchdog')

/** @import { Dealt } from './types' */

const STAGE = path.join(ROOT, 'slow')
const EXERCISE = path.join(ROOT, 'exercise')
const STEPS = path.join(ROOT, 'docs/steps')
const CASES = path.join(ROOT, 'docs/cases')
const DEALT = path.join(EXERCISE, '.case') // which case it is; only if it is one
const NOT_COPIED = ['README.md', 'fix.patch', 'node_modules']

/** @returns {string[]} */
function stepNames () {
  const patches = fs.readdirSync(STEPS).filter((file) => file.endsWith('.patch'))
  return patches.map((file) => path.basename(file, '.patch'))
}

/**
 * Copies slow to exercise/.
 * @param {object} options
 * @param {boolean} [options.force] Moves an existing exercise out of the way.
 * @param {string} [options.step] Applies this step.
 * @returns {string|undefined} the folder in which the existing one is kept
 * @throws {UserError} When there is an exercise already.
 */
function createExercise ({ force = false, step }) {
  if (fs.existsSync(EXERCISE) && !force) {
    const problem = 'exercise/ exists, and your work may be in it'
    throw new UserError(`${problem}: FORCE=1 keeps it and makes a fresh copy`)
  }
  return replaceExercise((folder) => copySlow(folder, { name: 'exercise', step }))
}

/**
 * Puts a new folder in the place of exercise/, and keeps an existing one.
 * @param {(folder: string) => void} fill
 * @returns {string|undefined} the folder to which an existing exercise was moved
 */
function replaceExercise (fill) {
  const { folder, remove } = temporaryFolder(`${EXERCISE}-new-`)
  try {
    fill(folder)
    for (;;) {
      const kept = keepExercise()
      if (renameIfFree(folder, EXERCISE)) return kept
    }
  } finally {
    remove()
  }
}

/** @returns {string|undefined} the folder to which an existing exercise was moved */
function keepExercise () {
  for (let i = 1; fs.existsSync(EXERCISE); i++) {
    const kept = `${EXERCISE}.${i}`
    if (!fs.existsSync(kept) && renameIfFree(EXERCISE, kept)) return path.basename(kept)
  }
  return undefined
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {boolean} false if another command was faster
 */
function renameIfFree (from, to) {
  try {
    fs.renameSync(from, to)
    return true
  } catch (err) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (err)
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(code)) return false
    throw err
  }
}

/**
 * Copies slow, in place of a folder that is there.
 * @param {string} folder
 * @param {{name: string, step?: string}} options `name`: of its package
 */
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

/**
 * Copies code without what tells the fault.
 * @param {string} from
 * @param {string} folder
 * @param {string} name of its package
 */
function copyCode (from, folder, name) {
  const filter = (/** @type {string} */ file) => !NOT_COPIED.includes(path.basename(file))
  fs.cpSync(from, folder, { recursive: true, filter })
  const config = { ...JSON.parse(read(folder, 'package.json')), name }
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(config, null, 2) + '\n')
}

/**
 * Applies a patch to the files of a folder.
 * @param {string} folder
 * @param {string} patchFile
 * @throws {UserError} When it does not fit its file.
 */
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
 * Compares the code of two stages, or of exercise/ and what it is a copy of.
 * @param {string} [a]
 * @param {string} [b]
 * @param {number} [context] lines around each change
 * @returns {string} a unified diff; '' if nothing differs
 * @throws {UserError} When exercise/ or a file is missing.
 */
function diffCode (a, b = 'exercise', context = 3) {
  if (b === 'exercise' && !fs.existsSync(EXERCISE)) {
    throw new UserError('there is no exercise/ yet: run make exercise')
  }
  const from = a ? { name: a, folder: path.join(ROOT, a) } : exerciseOrigin()
  const to = path.join(ROOT, b)
  const code = fs.readdirSync(from.folder).filter((file) => file.endsWith('.js'))
  const missing = code.find((file) => !fs.existsSync(path.join(to, file)))
  if (missing) {
    const advice = 'put it back, or start again with FORCE=1'
    throw new UserError(`${b}/${missing} is missing: ${advice}`)
  }
  let text = ''
  for (const file of code) {
    const before = read(from.folder, file)
    const after = read(to, file)
    const nameBefore = `${from.name}/${file}`
    const nameAfter = `${b}/${file}`
    const diff = createTwoFilesPatch(nameBefore, nameAfter, before, after, '', '', { context })
    if (diff.includes('\n@@ ')) text += diff.replace(/^=+\n/, '')
  }
  return text
}

/** @returns {{name: string, folder: string}} what exercise/ is a copy of; a case has no name */
function exerciseOrigin () {
  const dealt = readDealt()
  if (!dealt) return { name: 'slow', folder: STAGE }
  return { name: 'case', folder: path.join(CASES, dealt.name) }
}

/** @returns {Dealt|undefined} which case exercise/ is, if it is one */
function readDealt () {
  if (!fs.existsSync(DEALT)) return undefined
  const dealt = readResult(DEALT, null)
  const manifest = path.join(CASES, String(dealt?.name), 'package.json')
  if (fs.existsSync(manifest)) return dealt
  throw new UserError('exercise/.case names no case: delete exercise/, and make case deals one')
}

/** @param {string} folder @param {string} file */
function read (folder, file) {
  return fs.readFileSync(path.join(folder, file), 'utf8')
}

module.exports = {
  applyPatches,
  copyCode,
  copySlow,
  createExercise,
  diffCode,
  readDealt,
  replaceExercise,
  stepNames,
  CASES,
  DEALT,
  EXERCISE
}

'use strict'

// The exercise: a copy of slow or of a case. Paths are relative to the project.

const fs = require('node:fs')
const path = require('node:path')
const { applyPatch, parsePatch } = require('diff')
const { UserError } = require('../cli/errors')
const { ROOT } = require('../cli/root')
const { temporaryFolder } = require('../server/watchdog')

const EXERCISE = path.join(ROOT, 'exercise')
const ORIGINAL = `${EXERCISE}.original` // its code before any change, for make diff-exercise
const NOT_COPIED = ['README.md', 'fix.patch', 'node_modules'] // two of them tell the fault

/** Names the changes that can be applied to a copy of slow. */
function stepNames () {
  const files = fs.readdirSync(path.join(ROOT, 'docs/steps'))
  return files.filter((file) => file.endsWith('.patch')).map((file) => path.parse(file).name)
}

/**
 * Copies slow to exercise/.
 * @param {{force?: boolean, step?: string}} options `force`: keep an existing one; a step to apply
 * @param {(folder: string) => void} onKept is told where the existing one is kept
 * @throws {UserError} When there is an exercise already, or the step does not fit.
 */
function createExercise ({ force, step }, onKept) {
  if (fs.existsSync(EXERCISE) && !force) {
    const problem = 'exercise/ exists, and your work may be in it'
    throw new UserError(`${problem}: FORCE=1 keeps it and makes a fresh copy`)
  }
  replaceExercise('slow', (folder) => {
    if (step) applyPatches(folder, `docs/steps/${step}.patch`)
  }, onKept)
}

/**
 * Copies code to exercise/, and keeps what was there.
 * @param {string} from
 * @param {(folder: string) => void} complete completes the copy
 * @param {(folder: string) => void} onKept is told where that is kept, before anything can fail
 * @throws {UserError} When a folder cannot be moved.
 */
function replaceExercise (from, complete, onKept) {
  const { folder, remove } = temporaryFolder(`${EXERCISE}-new-`)
  const copy = path.join(folder, 'exercise')
  const original = path.join(folder, 'original')
  try {
    copyCode(from, copy)
    complete(copy)
    copyCode(from, original)
    for (let i = 1; !moveIfFree(copy, EXERCISE); i++) {
      if (moveIfFree(EXERCISE, `${EXERCISE}.${i}`)) onKept(`exercise.${i}`)
    }
    moveIfFree(ORIGINAL, path.join(folder, 'replaced'))
    moveIfFree(original, ORIGINAL)
  } finally {
    remove()
  }
}

// Another command may do the same at the same time, and be faster.
function moveIfFree (from, to) {
  if (fs.existsSync(to)) return false
  try {
    fs.renameSync(from, to)
    return true
  } catch (err) {
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(err.code)) return false
    const advice = 'close the programs that use it, and run again'
    throw new UserError(`cannot move ${from} to ${to} (${err.code}): ${advice}`)
  }
}

/** @param {string} from slow or a case, whose code is copied @param {string} folder */
function copyCode (from, folder) {
  const filter = (file) => !NOT_COPIED.includes(path.basename(file))
  fs.cpSync(path.join(ROOT, from), folder, { recursive: true, filter })
  const manifest = path.join(folder, 'package.json')
  const config = JSON.parse(fs.readFileSync(manifest, 'utf8'))
  config.name = 'exercise'
  fs.writeFileSync(manifest, JSON.stringify(config, null, 2) + '\n')
}

/**
 * Applies a patch to the files of a folder.
 * @param {string} folder
 * @param {string} patchFile
 * @throws {UserError} When it does not fit.
 */
function applyPatches (folder, patchFile) {
  for (const patch of parsePatch(fs.readFileSync(path.join(ROOT, patchFile), 'utf8'))) {
    const { oldFileName = '' } = patch
    const file = path.join(folder, path.basename(oldFileName))
    const patched = applyPatch(fs.readFileSync(file, 'utf8'), patch)
    if (patched === false) throw new UserError(`${patchFile} does not fit ${oldFileName}`)
    fs.writeFileSync(file, patched)
  }
}

module.exports = {
  applyPatches,
  copyCode,
  createExercise,
  replaceExercise,
  stepNames,
  EXERCISE
}

'use strict'

// Writes files safely: checks the folder first, and never leaves half a file.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')

/**
 * Makes a folder if it does not exist, and checks that files can be written there.
 * @param {string} folder
 * @throws {UserError} When they cannot.
 */
function ensureWritable (folder) {
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.rmdirSync(fs.mkdtempSync(path.join(folder, '.probe-')))
  } catch (err) {
    throw writeError(folder, err)
  }
}

/**
 * Writes a whole file or nothing.
 * @param {string} file
 * @param {string} text
 * @param {(partial: string, file: string) => void} [place] Gives the complete file its name.
 * @returns {string} the file
 * @throws {UserError} When it cannot be written.
 */
function writeFileAtomic (file, text, place = fs.renameSync) {
  const partial = `${file}.${process.pid}.partial`
  try {
    fs.writeFileSync(partial, text)
    place(partial, file)
    return file
  } catch (err) {
    throw writeError(path.dirname(file), err)
  } finally {
    fs.rmSync(partial, { force: true })
  }
}

/**
 * The same, but where the file exists, the new one is name-2.json.
 * @param {string} file
 * @param {string} text
 * @returns {string} the new file
 */
function writeNewFileAtomic (file, text) {
  let free = file
  writeFileAtomic(file, text, (partial) => {
    const { dir, name, ext } = path.parse(file)
    for (let i = 2; !tryToPlace(partial, free); i++) free = path.join(dir, `${name}-${i}${ext}`)
  })
  return free
}

/** @type {(partial: string, file: string) => boolean} false if the file exists */
function tryToPlace (partial, file) {
  try {
    fs.linkSync(partial, file)
  } catch (err) {
    if (/** @type {NodeJS.ErrnoException} */ (err).code === 'EEXIST') return false
    // A file system without hard links; a rename would replace a file.
    fs.renameSync(partial, file)
  }
  return true
}

/** @type {(folder: string, err: any) => Error} */
function writeError (folder, { code }) {
  const problem = `cannot write to ${folder} (${code})`
  return new UserError(`${problem}: make it writable, or free space, and run again`)
}

module.exports = { ensureWritable, writeFileAtomic, writeNewFileAtomic }

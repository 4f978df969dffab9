'use strict'

// Writes files safely: checks the folder first, and never leaves half a file.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')

/** @param {string} folder is made if it does not exist @throws {UserError} when it cannot be made or written to */
function ensureWritable (folder) {
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.rmdirSync(fs.mkdtempSync(path.join(folder, '.probe-')))
  } catch (err) {
    throw writeError(folder, err)
  }
}

/**
 * Writes a whole file or nothing; `place` gives the complete file its name. Throws a UserError.
 * @type {(file: string, text: string, place?: (partial: string, file: string) => void) => string}
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

/** @type {(file: string, text: string) => string} the same, but where the file exists, the new one is name-2.json */
function writeNewFileAtomic (file, text) {
  let free = file
  writeFileAtomic(file, text, (partial) => {
    const { dir, name, ext } = path.parse(file)
    for (let i = 2; !tryToPlace(partial, free); i++) free = path.join(dir, `${name}-${i}${ext}`)
  })
  return free
}

/** @type {(partial: string, file: string) => boolean} false if the file exists, which a rename would replace */
function tryToPlace (partial, file) {
  try {
    fs.linkSync(partial, file)
  } catch (err) {
    if (/** @type {NodeJS.ErrnoException} */ (err).code === 'EEXIST') return false
    fs.renameSync(partial, file) // a file system without hard links
  }
  return true
}

/** @type {(folder: string, err: any) => Error} */
const writeError = (folder, { code }) =>
  new UserError(`cannot write to ${folder} (${code}): make it writable, or free space, and run again`)

module.exports = { ensureWritable, writeFileAtomic, writeNewFileAtomic }

'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../cli/errors')

/** @param {string} folder that is made @throws {UserError} When it cannot be written to. */
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
 * @param {string} file in a folder that is made
 * @param {string} text
 * @param {number} [mode] by default, only its owner may read it
 * @returns the file
 * @throws {UserError} When it cannot be written.
 */
function writeFileAtomic (file, text, mode = 0o600) {
  const partial = `${file}.${process.pid}.partial`
  const folder = path.dirname(file)
  try {
    fs.mkdirSync(folder, { recursive: true })
    try {
      fs.writeFileSync(partial, text, { mode })
      fs.renameSync(partial, file)
    } finally {
      fs.rmSync(partial, { force: true })
    }
    return file
  } catch (err) {
    throw writeError(folder, err)
  }
}

/**
 * Writes what has been printed: if that fails, a line on stderr says so.
 * @param {() => string} write gives the file
 * @returns {string|null} the file, if it was written
 */
function writeOrWarn (write) {
  try {
    return write()
  } catch (err) {
    if (!(err instanceof UserError)) throw err
    console.error(`not saved: ${err.message}`)
    return null
  }
}

/** Does the same with a name that is free, such as name-2.json. @type {writeFileAtomic} */
function writeNewFileAtomic (file, ...args) {
  const { dir, name, ext } = path.parse(file)
  let free = file
  for (let i = 2; fs.existsSync(free); i++) {
    free = path.join(dir, `${name}-${i}${ext}`)
  }
  return writeFileAtomic(free, ...args)
}

function writeError (folder, { code }) {
  const advice = 'make it writable, or free space, and run again'
  return new UserError(`cannot write to ${folder} (${code}): ${advice}`)
}

module.exports = {
  ensureWritable,
  writeFileAtomic,
  writeNewFileAtomic,
  writeOrWarn
}

'use strict'

// Writes files safely: checks the folder first, and never leaves half a file.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../cli/errors')

/**
 * Makes a folder and checks that it can be written to. Commands call it before they measure anything.
 *
 * @param {string} folder
 * @throws {UserError} when it cannot be made or written to
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
 *
 * @param {string} file is replaced if it exists
 * @param {string} text
 * @returns {string} the file
 * @throws {UserError}
 */
function writeFileAtomic (file, text) {
  return throughPartialFile(file, text, (partial) => {
    fs.renameSync(partial, file)
    return file
  })
}

/**
 * Writes a whole new file or nothing, and replaces none.
 *
 * @param {string} file
 * @param {string} text
 * @returns {string|null} the file; null if it exists already
 * @throws {UserError}
 */
function createFileAtomic (file, text) {
  return throughPartialFile(file, text, (partial) => {
    try {
      fs.linkSync(partial, file) // a rename would replace an existing file
    } catch (err) {
      if (errorCode(err) === 'EEXIST') return null
      fs.renameSync(partial, file) // a file system without hard links
    }
    return file
  })
}

/**
 * @template T
 * @param {string} file
 * @param {string} text
 * @param {(partial: string) => T} place gives the complete partial file its name
 */
function throughPartialFile (file, text, place) {
  const partial = `${file}.${process.pid}.partial`
  try {
    fs.writeFileSync(partial, text)
    return place(partial)
  } catch (err) {
    throw writeError(path.dirname(file), err)
  } finally {
    fs.rmSync(partial, { force: true })
  }
}

/** @param {unknown} err */
const errorCode = (err) => /** @type {NodeJS.ErrnoException} */ (err).code

/**
 * @param {string} folder
 * @param {unknown} err
 */
const writeError = (folder, err) =>
  new UserError(`cannot write to ${folder} (${errorCode(err)}): make it writable, or free space, and run again`)

module.exports = { createFileAtomic, ensureWritable, writeFileAtomic }

'use strict'

// Results on disk: one JSON file a load, written whole or not at all.

const fs = require('node:fs')
const path = require('node:path')
const { ROOT } = require('./contenders')
const { UserError } = require('./errors')

const RESULTS = path.join(ROOT, 'results')
const RECORDED = path.join(ROOT, 'docs/results')

/**
 * Makes sure, before anything is measured, that there is a place to put it.
 *
 * @param {string} folder
 * @throws {UserError} when the folder cannot be made or written to
 */
function ensureWritable (folder) {
  try {
    fs.mkdirSync(folder, { recursive: true })
    const probe = fs.mkdtempSync(path.join(folder, '.probe-'))
    fs.rmdirSync(probe)
  } catch (err) {
    throw unwritable(folder, err)
  }
}

/**
 * @param {import('./measure').Result} result
 * @param {string} folder
 * @param {string} [name] of the file; else made of start time and contender
 * @returns {string} the path of the file
 * @throws {UserError}
 */
function save (result, folder, name = `${result.startedAt.replace(/[:.]/g, '-')}-${result.contender}.json`) {
  const file = path.join(folder, name)
  const partial = `${file}.${process.pid}.partial`
  try {
    fs.writeFileSync(partial, JSON.stringify(result, null, 2) + '\n')
    fs.renameSync(partial, file)
  } catch (err) {
    fs.rmSync(partial, { force: true })
    throw unwritable(folder, err)
  }
  return file
}

/**
 * @param {string} file
 * @returns {import('./measure').Result}
 * @throws {UserError} when there is none, or it is no result
 */
function read (file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (err) {
    throw new UserError(`no result in ${file}: ${err.message}`)
  }
}

function unwritable (folder, err) {
  return new UserError(`cannot write to ${folder} (${err.code}): make it writable, or free space, and run again`)
}

module.exports = { ensureWritable, read, save, RECORDED, RESULTS }

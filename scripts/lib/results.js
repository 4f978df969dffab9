'use strict'

// Results on disk: one JSON file a load, a comparison or a growth, written whole or not at all.

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
 * @param {{startedAt: string}} result of any kind: a load's, a comparison, a growth
 * @param {string} folder
 * @param {string} [name] of the file; else made of start time and what was measured
 * @returns {string} the path of the file
 * @throws {UserError}
 */
function save (result, folder, name = `${result.startedAt.replace(/[:.]/g, '-')}-${subject(result)}.json`) {
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

function subject ({ kind, contender, a, b, stage }) {
  if (kind === 'comparison') return `compare-${a}-${b}`
  if (kind === 'growth') return `growth-${stage}`
  return contender
}

/**
 * @param {string} file
 * @returns {any} the result as it was saved
 * @throws {UserError} when there is none, or it is no result
 */
function read (file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (err) {
    throw new UserError(`no result in ${file}: ${err.message}`)
  }
}

/**
 * @param {string} folder
 * @param {(result: any) => boolean} wanted
 * @returns {{file: string, result: any}|undefined} the newest result that is wanted
 */
function newest (folder, wanted) {
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return files
    .map((name) => ({ file: path.join(folder, name), result: read(path.join(folder, name)) }))
    .filter(({ result }) => wanted(result))
    .sort((a, b) => a.result.startedAt < b.result.startedAt ? -1 : 1)
    .at(-1)
}

function unwritable (folder, err) {
  return new UserError(`cannot write to ${folder} (${err.code}): make it writable, or free space, and run again`)
}

module.exports = { ensureWritable, newest, read, save, RECORDED, RESULTS }

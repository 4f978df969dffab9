'use strict'

// Results on disk: one JSON file a load, a comparison, a growth or a lab, written whole or not at all.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../cli/errors')
const { SCHEMA } = require('../measure/result-header')
const { ROOT } = require('../system/root')

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
 * @param {{startedAt: string}} result of any kind: a load's, a comparison, a growth, a lab's
 * @param {string} folder
 * @param {string} [name] of the file, which is replaced; else made of start time and what was measured, and of a number
 *   where two began in the same millisecond
 * @returns {string} the path of the file
 * @throws {UserError}
 */
function saveResult (result, folder, name) {
  const text = JSON.stringify(result, null, 2) + '\n'
  if (name) return writeFileAtomic(path.join(folder, name), text)
  const file = path.join(folder, `${result.startedAt.replace(/[:.]/g, '-')}-${resultSubject(result)}`)
  for (let i = 1; ; i++) {
    const saved = writeFileAtomic(i === 1 ? `${file}.json` : `${file}-${i}.json`, text, { replace: false })
    if (saved) return saved
  }
}

/**
 * Writes a file whole or not at all.
 *
 * @param {string} file
 * @param {string} text
 * @param {{replace?: boolean}} [options]
 * @returns {string|null} the file; null where there is one already, which is not to be replaced
 * @throws {UserError}
 */
function writeFileAtomic (file, text, { replace = true } = {}) {
  const partial = `${file}.${process.pid}.partial`
  try {
    fs.writeFileSync(partial, text)
    if (replace) fs.renameSync(partial, file)
    else if (!place(partial, file)) return null
    return file
  } catch (err) {
    throw unwritable(path.dirname(file), err)
  } finally {
    fs.rmSync(partial, { force: true })
  }
}

/** Gives a file a name that is free. A renaming would replace what has it; where there are no hard links, it has to do. */
function place (partial, file) {
  try {
    fs.linkSync(partial, file)
  } catch (err) {
    if (err.code === 'EEXIST') return false
    fs.renameSync(partial, file)
  }
  return true
}

/**
 * @param {{kind?: string}} result of any kind
 * @returns {string} what was measured, as the names of files say it
 */
function resultSubject ({ kind, target, a, b, stage, lab }) {
  if (kind === 'comparison') return `compare-${a}-${b}`.replaceAll('/', '-')
  if (kind === 'lab') return `lab-${lab}`
  if (kind) return [kind, stage].filter(Boolean).join('-') // a growth, a proof
  return target.replace('/', '-') // a lab's server
}

/**
 * @param {string} file
 * @returns {any} the result as it was saved
 * @throws {UserError} when there is none, or it is no result
 */
function readResult (file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (err) {
    throw new UserError(`no result in ${file}: ${err.message}`)
  }
}

/**
 * What is in a folder of results, the oldest first.
 *
 * @param {string} folder
 * @returns {{saved: {file: string, result: any}[], broken: string[]}} results of all kinds; and the JSON
 *   files that are none of these
 */
function listResults (folder) {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  const files = names.map((name) => path.join(folder, name)).map((file) => ({ file, result: parsed(file) }))
  return {
    saved: files.filter(({ result }) => isOurs(result)).sort((a, b) => a.result.startedAt < b.result.startedAt ? -1 : 1),
    broken: files.filter(({ result }) => !isOurs(result)).map(({ file }) => file)
  }
}

/**
 * @param {string} folder
 * @param {(result: any) => boolean} wanted
 * @returns {{file: string, result: any}|undefined} the newest result that is wanted
 */
function newestResult (folder, wanted) {
  return listResults(folder).saved.findLast(({ result }) => wanted(result))
}

function parsed (file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** A result, a comparison, a growth, a lab's or a proof's, of the shape that this version knows. */
function isOurs (one) {
  if (one?.schema !== SCHEMA || typeof one.startedAt !== 'string' || !one.environment) return false
  if (one.kind === 'comparison') return Array.isArray(one.runs?.a) && Array.isArray(one.runs?.b)
  if (one.kind === 'growth') return Array.isArray(one.samples) && Boolean(one.fit)
  if (one.kind === 'lab') return Array.isArray(one.experiments)
  if (one.kind) return typeof one.kind === 'string' // a proof
  return Boolean(one.target && one.load && one.generator && one.latency && Array.isArray(one.requests?.perSecond))
}

function unwritable (folder, err) {
  return new UserError(`cannot write to ${folder} (${err.code}): make it writable, or free space, and run again`)
}

module.exports = { ensureWritable, listResults, newestResult, readResult, saveResult, resultSubject, writeFileAtomic, RECORDED, RESULTS }

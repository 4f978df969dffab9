'use strict'

// Results: one JSON file for each load, series, growth, diagnosis or lab.

/** @import { Header, Request } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { asError, writeError } = require('../cli/errors')
const { ROOT } = require('../cli/project')
const { environment } = require('../server/environment')

const RESULTS = path.join(ROOT, 'results')
const SCHEMA = 2 // version of the shape of all results

/**
 * @template {{kind: string}} T
 * @param {T} fields the kind, and what is measured
 * @returns {Header & T}
 */
function resultHeader (fields) {
  return {
    schema: SCHEMA,
    ...fields,
    startedAt: new Date().toISOString(),
    environment: environment()
  }
}

/**
 * Hides the values of headers, which may carry tokens, and what a file has.
 * @template {Request} T
 * @param {T} load
 * @returns {T}
 */
function withoutSecrets (load) {
  const saved = { ...load }
  if (saved.bodyFile) delete saved.body
  if (saved.headers) {
    saved.headers = Object.fromEntries(Object.keys(saved.headers).map((name) => [name, '…']))
  }
  return saved
}

/**
 * Writes a whole file or nothing.
 * @param {string} file in a folder that is made
 * @param {string} text
 * @param {number} [mode] by default, only its owner may read it
 * @throws {UserError} When it cannot be written.
 */
function writeFile (file, text, mode = 0o600) {
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
  } catch (err) {
    throw writeError(folder, err)
  }
}

/**
 * Saves a result in results/, under its start time. It is worth its measurement even if it cannot
 * be saved: print it first.
 * @param {Header} result
 * @param {string} subject what it measured, for the name of the file
 * @returns {string|null} the file; null if it cannot be written, which stderr says
 */
function saveResult (result, subject) {
  const time = result.startedAt.replace(/[:.]/g, '-')
  const name = subject.replaceAll('/', '-') // a lab's server has a slash
  const file = path.join(RESULTS, `${time}-${name}.json`)
  try {
    writeFile(file, JSON.stringify(result, null, 2) + '\n')
    return file
  } catch (err) {
    console.error(`not saved: ${asError(err).message}`)
    return null
  }
}

module.exports = { resultHeader, saveResult, withoutSecrets, writeFile, RESULTS, SCHEMA }

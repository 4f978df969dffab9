'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const { UserError, asError } = require('../cli/errors')
const { ROOT } = require('../cli/project')
const { SCHEMA } = require('./results')

const RECORDED = path.join(ROOT, 'docs/results')

/**
 * Reads a file of JSON, without the characters that control a terminal.
 * @param {string} file
 * @param {unknown} [fallback] if it cannot be read
 * @throws {UserError} When it cannot be read, and there is no fallback.
 */
function readJson (file, fallback) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'), withoutEscapes)
  } catch (err) {
    if (fallback !== undefined) return fallback
    throw new UserError(`no result in ${file}: ${asError(err).message}`)
  }
}

/** @param {string} key @param {unknown} value */
function withoutEscapes (key, value) {
  return typeof value === 'string' ? stripVTControlCharacters(value) : value
}

/**
 * Reads the results of a folder, the oldest first. Leaves out what is broken or of another version.
 * @param {string} folder
 * @param {RegExp} pattern of the files' names
 */
function listResults (folder, pattern) {
  const saved = []
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  for (const name of names.filter((name) => pattern.test(name))) {
    const file = path.join(folder, name)
    const result = readJson(file, null)
    if (result?.schema === SCHEMA) saved.push({ file, result })
  }
  return saved.sort((a, b) => a.result.startedAt < b.result.startedAt ? -1 : 1)
}

module.exports = { listResults, readJson, RECORDED }

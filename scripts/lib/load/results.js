'use strict'

// Results: one JSON file for each load, series, growth, diagnosis or lab.

/** @import { Header, Request } from '../server/types' */

const path = require('node:path')
const { environment } = require('../server/environment')
const {
  ensureWritable, writeFileAtomic, writeNewFileAtomic, writeOrWarn
} = require('../server/files')
const { ROOT } = require('../cli/project')

const RESULTS = path.join(ROOT, 'results')
const RECORDED = path.join(ROOT, 'docs/results')
const READABLE = 0o666 // by all, as git has the recorded ones
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

/** @param {Record<string, any>} result @returns {string} what it measured, for a file's name */
function resultSubject ({ kind, target, targets, stage, lab, settings }) {
  let parts = [kind, stage ?? target ?? lab]
  if (kind === 'load') parts = [target]
  if (kind === 'live') parts = [kind, ...settings.targets]
  if (kind === 'series' && targets.length === 2) {
    parts = ['compare', targets[0].name, targets[1].name]
  }
  return parts.filter(Boolean).join('-').replaceAll('/', '-') // a lab's server has a slash
}

/**
 * Saves a result, by default under its start time and what was measured.
 * @param {{startedAt: string} & Record<string, any>} result
 * @param {string} folder
 * @param {string} [name] of a file for the docs, which is replaced
 * @returns {string} its path
 * @throws {UserError} When it cannot be written.
 */
function saveResult (result, folder, name) {
  const text = JSON.stringify(result, null, 2) + '\n'
  if (name) {
    const file = path.join(folder, name.replaceAll('/', '-'))
    const withoutPaths = text.replaceAll(`${ROOT}/`, '') // of this machine
    return writeFileAtomic(file, withoutPaths, READABLE)
  }
  const time = result.startedAt.replace(/[:.]/g, '-')
  return writeNewFileAtomic(path.join(folder, `${time}-${resultSubject(result)}.json`), text)
}

/**
 * Checks that results can be recorded, before anything is measured. A result that is not for the
 * docs is worth its measurement even if it cannot be saved: print it first.
 * @param {boolean} [record] into docs/results under the given name; else into results/
 * @returns {(result: any, name?: string) => string|null} saves a result and gives its path, if any
 * @throws {UserError} When they cannot be recorded.
 */
function resultSaver (record) {
  if (!record) return (result) => writeOrWarn(() => saveResult(result, RESULTS))
  ensureWritable(RECORDED)
  return (result, name) => saveResult(result, RECORDED, name)
}

module.exports = {
  resultHeader,
  resultSaver,
  resultSubject,
  saveResult,
  withoutSecrets,
  RECORDED,
  RESULTS,
  SCHEMA
}

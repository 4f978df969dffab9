'use strict'

// Results on disk: one JSON file for each load, series, growth or lab.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { SCHEMA } = require('../measure/result-header')
const { ensureWritable, writeFileAtomic, writeNewFileAtomic } = require('../system/files')
const { ROOT } = require('../system/root')

const RESULTS = path.join(ROOT, 'results')
const RECORDED = path.join(ROOT, 'docs/results')

/** @type {Record<string, (result: any) => boolean>} what a valid result of each kind has */
const VALID = {
  growth: ({ samples, fit }) => Array.isArray(samples) && Boolean(fit),
  series: ({ targets }) => Array.isArray(targets) && targets.length > 0 && targets.every(({ runs }) => areRuns(runs)),
  diagnosis: ({ facts, first }) => Boolean(facts && first),
  lab: ({ parts }) => Array.isArray(parts),
  live: ({ settings, events }) => Array.isArray(settings?.targets) && Array.isArray(events)
}

/** @param {any} runs if all have no answer, there is no ratio */
const areRuns = (runs) => Array.isArray(runs) && runs.some(({ requests }) => requests?.average > 0)

/** @param {any} result of a load */
const isLoadResult = ({ target, load, generator, latency, requests }) =>
  Boolean(target && load && generator && latency && Array.isArray(requests?.perSecond) && requests.total > 0)

/** @type {(value: any) => boolean} whether this version could have written it; a result of a load has no `kind` */
function isResult (value) {
  if (value?.schema !== SCHEMA || typeof value.startedAt !== 'string' || !value.environment) return false
  if (value.kind === undefined) return isLoadResult(value)
  return typeof value.kind === 'string' && (!Object.hasOwn(VALID, value.kind) || VALID[value.kind](value))
}

/** @type {(result: Record<string, any>) => string} what was measured, for the names of files */
function resultSubject ({ kind, target, targets, stage, lab, settings }) {
  const parts = kind === 'series' && targets.length === 2
    ? ['compare', ...targets.map((/** @type {{name: string}} */ { name }) => name)]
    : kind === 'live' ? [kind, ...settings.targets] : kind ? [kind, stage ?? target, lab] : [target]
  return parts.filter(Boolean).join('-').replaceAll('/', '-') // the name of a lab's server has a slash
}

/**
 * Saves a result of any kind and returns its path. A file of the given name is replaced; the default name has the start
 * time and what was measured, and a number where two results began in the same millisecond. Throws a UserError.
 * @type {(result: {startedAt: string} & Record<string, any>, folder: string, name?: string) => string}
 */
function saveResult (result, folder, name) {
  const json = JSON.stringify(result, null, 2) + '\n'
  // no path of this machine gets into the docs
  const text = folder === RECORDED ? json.replaceAll(`${ROOT}/`, '') : json
  if (name) return writeFileAtomic(path.join(folder, name), text)
  const time = result.startedAt.replace(/[:.]/g, '-')
  return writeNewFileAtomic(path.join(folder, `${time}-${resultSubject(result)}.json`), text)
}

/**
 * Checks that results can be written, before anything is measured.
 *
 * @param {boolean} [record] into docs/results, under the name that is given; else into results/, under a new name
 * @returns {(result: {startedAt: string} & Record<string, any>, name?: string) => string} saves it and gives the path
 * @throws {UserError}
 */
function resultSaver (record) {
  const folder = record ? RECORDED : RESULTS
  ensureWritable(folder)
  return (result, name) => saveResult(result, folder, record ? name : undefined)
}

/** @type {(file: string, fallback?: any) => any} throws a UserError if the file is unreadable, without a fallback */
function readResult (file, fallback) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (err) {
    if (fallback !== undefined) return fallback
    throw new UserError(`no result in ${file}: ${/** @type {Error} */ (err).message}`)
  }
}

/**
 * The oldest first; `broken`: other JSON files. `pattern`: of the files' names.
 * @type {(folder: string, pattern?: RegExp) => {saved: {file: string, result: any}[], broken: string[]}}
 */
function listResults (folder, pattern = /\.json$/) {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => pattern.test(name)) : []
  const files = names.map((name) => path.join(folder, name)).map((file) => ({ file, result: readResult(file, null) }))
  return {
    saved: files.filter(({ result }) => isResult(result))
      .sort((a, b) => a.result.startedAt < b.result.startedAt ? -1 : 1),
    broken: files.filter(({ result }) => !isResult(result)).map(({ file }) => file)
  }
}

module.exports = { isResult, listResults, readResult, resultSaver, resultSubject, saveResult, RECORDED, RESULTS }

'use strict'

// Checks a reader's fix of a case: it answers as before, and the fault is gone.

/** @import { Settings } from '../diagnosis/types' */
/** @import { Target } from '../measure/types' */
/** @import { Case, CaseCheck } from './types' */

const path = require('node:path')
const { measureDiagnosis } = require('../diagnosis/collect')
const { TOO_FEW } = require('../diagnosis/rules')
const { startServer } = require('../measure/server')
const { request } = require('../system/http-client')

const WAITING = 'waiting for dependencies'
const LESS = 2 // times: a service that has to wait still waits when it is fixed
const OTHER_PATHS = ['/', '/no-such-page']

/** @param {Case} dealt @returns {Target} the case as it was dealt */
function caseTarget ({ name, folder, path: urlPath }) {
  return { name, file: path.join(folder, 'index.js'), path: urlPath, warmup: 0 }
}

/**
 * Compares a fix with the case as it was dealt.
 * @param {Case} dealt
 * @param {Target} target the fix
 * @param {Settings} settings of the diagnoses
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} options
 * @returns {Promise<CaseCheck>}
 */
async function checkCase (dealt, target, settings, { onProgress = () => {}, signal }) {
  const original = caseTarget(dealt)
  const different = await findDifference(original, target, signal)
  const before = await measureDiagnosis(original, settings, {
    signal,
    onProgress: (share) => onProgress(share / 2)
  })
  const after = await measureDiagnosis(target, settings, {
    signal,
    onProgress: (share) => onProgress((1 + share) / 2)
  })
  return { different, ...judgeFix(dealt.verdicts, before, after) }
}

/**
 * Judges a fix by two diagnoses.
 * @param {string[]} verdicts of the case
 * @param {any} before
 * @param {any} after
 * @returns {Omit<CaseCheck, 'different'>}
 */
function judgeFix (verdicts, before, after) {
  const cpu = before.facts.cpuPerRequest / after.facts.cpuPerRequest
  const time = before.facts.serviceTime / after.facts.serviceTime
  const named = [after.first, ...after.others].map(({ verdict }) => verdict)
  const isFixed = (/** @type {string} */ verdict) => {
    return !named.includes(verdict) || (verdict === WAITING && time > LESS)
  }
  const gone = named[0] !== TOO_FEW.verdict && verdicts.every(isFixed)
  return { gone, cpu, time }
}

/**
 * Finds the first path that two targets answer differently.
 * @param {Target} before
 * @param {Target} after
 * @param {AbortSignal} [signal]
 * @returns {Promise<string|undefined>}
 */
async function findDifference (before, after, signal) {
  const paths = [before.path ?? '/', ...OTHER_PATHS]
  const expected = await answersOf(before, paths, signal)
  const answers = await answersOf(after, paths, signal)
  return paths.find((_, i) => answers[i] !== expected[i])
}

/** @type {(target: Target, paths: string[], signal?: AbortSignal) => Promise<string[]>} */
async function answersOf (target, paths, signal) {
  const server = await startServer(target, { signal })
  try {
    const answers = []
    for (const path of paths) {
      const { status, body } = await request(server.url, { path })
      answers.push(`${status} ${body}`)
    }
    return answers
  } finally {
    await server.stop()
  }
}

module.exports = { caseTarget, checkCase, findDifference, judgeFix }

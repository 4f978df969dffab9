'use strict'

// Checks a reader's fix of a case: it answers as before, and the fault is gone.

const path = require('node:path')
const { measureDiagnosis } = require('../diagnosis/collect')
const { TOO_FEW } = require('../diagnosis/rules')
const { startServer } = require('../measure/server')
const { request } = require('../system/http-client')

const WAITING = 'waiting for dependencies'
const LESS = 2 // times: a service that has to wait still waits when it is fixed
const OTHER_PATHS = ['/', '/no-such-page']

/**
 * @typedef {import('./cases').Case} Case
 * @typedef {import('../measure/types').Target} Target
 *
 * @typedef {object} CaseCheck
 * @property {string} [different] the first path that is answered in another way than before
 * @property {boolean} gone whether the faults are
 * @property {number} cpu how many times less CPU time a request needs
 * @property {number} time how many times less time a request takes, alone
 */

/** @type {(the: Case) => Target} as it was dealt */
const caseTarget = ({ name, folder, path: url }) =>
  ({ name, file: path.join(folder, 'index.js'), path: url, warmup: 0 })

/**
 * @type {(the: Case, target: Target, settings: import('../diagnosis/types').Settings,
 *   options: {onProgress?: (share: number) => void, signal?: AbortSignal}) => Promise<CaseCheck>}
 */
async function checkCase (the, target, settings, { onProgress = () => {}, signal }) {
  const original = caseTarget(the)
  const different = await findDifference(original, target, signal)
  /** @type {(target: Target, begun: number) => any} */
  const examine = (target, begun) =>
    measureDiagnosis(target, settings, { signal, onProgress: (share) => onProgress((begun + share) / 2) })
  const before = await examine(original, 0)
  const after = await examine(target, 1)
  return { different, ...judgeFix(the.verdicts, before, after) }
}

/** @type {(verdicts: string[], before: any, after: any) => Omit<CaseCheck, 'different'>} of two diagnoses */
function judgeFix (verdicts, before, after) {
  const cpu = before.facts.cpuPerRequest / after.facts.cpuPerRequest
  const time = before.facts.serviceTime / after.facts.serviceTime
  const named = [after.first, ...after.others].map(({ verdict }) => verdict)
  const gone = named[0] !== TOO_FEW.verdict &&
    verdicts.every((verdict) => !named.includes(verdict) || (verdict === WAITING && time > LESS))
  return { gone, cpu, time }
}

/** @type {(before: Target, after: Target, signal?: AbortSignal) => Promise<string|undefined>} the first such path */
async function findDifference (before, after, signal) {
  const paths = [before.path ?? '/', ...OTHER_PATHS]
  const [was, is] = [await answersOf(before, paths, signal), await answersOf(after, paths, signal)]
  return paths.find((_, i) => was[i] !== is[i])
}

/** @type {(target: Target, paths: string[], signal?: AbortSignal) => Promise<string[]>} status and body of each */
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

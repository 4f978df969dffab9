'use strict'

// Checks a reader's fix of a case: it answers as before, and the fault is gone.

/** @import { Diagnosis } from '../diagnosis/types' */
/** @import { Target } from '../measure/types' */

const path = require('node:path')
const { FAILING, TOO_FEW } = require('../diagnosis/rules')
const { startServer } = require('../measure/server')
const { request } = require('../system/http-client')
const { ROOT } = require('../system/root')

const WAITING = 'waiting for dependencies'
const LESS = 2 // times: a service that has to wait still waits when it is fixed
const OTHER_PATHS = ['/', '/no-such-page']

/** @param {{name: string, folder: string, path: string}} practice @returns {Target} */
function caseTarget ({ name, folder, path: urlPath }) {
  return {
    name,
    file: path.resolve(ROOT, folder, 'index.js'),
    path: urlPath,
    warmup: 0
  }
}

/**
 * Finds the first path that two targets answer differently.
 * @param {Target} before
 * @param {Target} after
 * @param {AbortSignal} [signal]
 */
async function findDifference (before, after, signal) {
  const paths = [before.path ?? '/', ...OTHER_PATHS]
  const expected = await readAnswers(before, paths, signal)
  const answers = await readAnswers(after, paths, signal)
  return paths.find((_, i) => answers[i] !== expected[i])
}

async function readAnswers (target, paths, signal) {
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

/**
 * Judges a fix by two diagnoses.
 * @param {string[]} verdicts of the case
 * @param {Diagnosis} before
 * @param {Diagnosis} after
 * @returns whether all faults are gone, and how many times less a request takes
 */
function judgeFix (verdicts, before, after) {
  const cpu = before.facts.cpuPerRequest / after.facts.cpuPerRequest
  const time = before.facts.serviceTime / after.facts.serviceTime
  const named = [after.first, ...after.others].map(({ verdict }) => verdict)
  const left = verdicts.filter((verdict) => {
    return named.includes(verdict) && !(verdict === WAITING && time > LESS)
  })
  const isJudged = ![FAILING, TOO_FEW].includes(named[0])
  return { gone: isJudged && !left.length, cpu, time }
}

module.exports = { caseTarget, findDifference, judgeFix }

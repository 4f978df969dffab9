'use strict'

// Checks a reader's fix of a case: it answers as before, and the fault is gone.

/** @import { Diagnosis } from '../profile/types' */
/** @import { Target } from '../server/types' */

const path = require('node:path')
const { FAILING, TOO_FEW } = require('whyslow/internals')
const { request } = require('../server/http-client')
const { ROOT } = require('../cli/root')
const { visit } = require('./visit')

const WAITING = 'waiting for dependencies'
const FASTER = 2 // times: a fixed service may still wait for its backend, but half as long
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
 * @throws {UserError} When one of them dies, or leaves a request without an answer.
 */
async function findDifference (before, after, signal) {
  const paths = [before.path ?? '/', ...OTHER_PATHS]
  const expected = await readAnswers(before, paths, signal)
  const answers = await readAnswers(after, paths, signal)
  return paths.find((_, i) => answers[i] !== expected[i])
}

async function readAnswers (target, paths, signal) {
  return await visit(target, { signal }, async ({ url }) => {
    const answers = []
    for (const path of paths) {
      const { status, body } = await request(url, { path })
      answers.push(`${status} ${body}`)
    }
    return answers
  })
}

/**
 * Judges a fix by two diagnoses.
 * @param {string[]} verdicts of the case
 * @param {Diagnosis} before
 * @param {Diagnosis} after
 * @returns whether all faults are gone, and how many times less a request takes
 */
function judgeFix (verdicts, before, after) {
  const cpu = Number(before.facts.cpuPerRequestMs) / Number(after.facts.cpuPerRequestMs)
  const time = Number(before.facts.serviceTimeMs) / Number(after.facts.serviceTimeMs)
  const named = [after.first, ...after.others].map(({ verdict }) => verdict)
  const left = verdicts.filter((verdict) => {
    return named.includes(verdict) && !(verdict === WAITING && time > FASTER)
  })
  const isJudged = ![FAILING, TOO_FEW].includes(named[0])
  return { gone: isJudged && !left.length, cpu, time }
}

module.exports = { caseTarget, findDifference, judgeFix }

'use strict'

// Practice cases: small services, each with a page of story, hints and answer.

/** @import { CaseState, Diagnosis, Target } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { FAILING, TOO_FEW } = require('whyslow/internals')
const { UserError } = require('../cli/errors')
const { readJson } = require('../load/saved-results')
const { request } = require('../server/http-client')
const { ROOT } = require('../cli/project')
const { makeExercise, EXERCISE } = require('./exercise')
const { visit } = require('./visit')

const CASES = 'docs/cases'
const STATE = path.join(EXERCISE, '.case') // which case it is, and how many folds were shown
const FOLD = /<\/?details>(?:<summary>.*)?/
const WAITING = 'waiting for dependencies'
const FASTER = 2 // times: a fixed service may still wait for its backend, but half as long

function caseNames () {
  const names = fs.readdirSync(path.join(ROOT, CASES))
  return names.filter((name) => fs.existsSync(path.join(ROOT, CASES, name, 'package.json')))
}

/** @param {string} name @returns the case; its `verdicts` have the strongest first */
function readCase (name) {
  const folder = `${CASES}/${name}`
  const at = (/** @type {string} */ file) => path.join(ROOT, folder, file)
  const page = fs.readFileSync(at('README.md'), 'utf8').replace(/^# .*/, '')
  const parts = page.split(FOLD).map((part) => part.trim())
  const [story, ...folds] = parts.filter(Boolean)
  const [verdictLine] = folds[folds.length - 1].split('\n')
  /** @type {string[]} */
  const verdicts = verdictLine.match(/(?<=\*\*)[a-z][^*]+/g) ?? []
  /** @type {Target} */
  const target = {
    name,
    file: at('index.js'),
    path: readJson(at('package.json')).config.path,
    warmup: 0
  }
  return {
    folder,
    target,
    story,
    folds, // the last one is the answer
    verdicts,
    fix: fs.existsSync(at('fix.patch')) ? `${folder}/fix.patch` : ''
  }
}

/**
 * Copies a case to exercise/.
 * @param {string} [name] a random one by default, but not the one that is there
 * @returns its story, and the folder in which an earlier exercise is kept
 * @throws {UserError} When a folder cannot be moved.
 */
function copyCase (name) {
  const others = caseNames().filter((other) => other !== readState().name)
  const chosen = name ?? others[Math.floor(Math.random() * others.length)]
  const { folder, story } = readCase(chosen)
  const kept = makeExercise({ from: folder, patches: [] })
  writeState({ name: chosen, shown: 0 })
  return { story, kept }
}

function readState () {
  return Object(readJson(STATE, {}))
}

/** @param {CaseState} state */
function writeState (state) {
  fs.writeFileSync(STATE, JSON.stringify(state))
}

/** @throws {UserError} When exercise/ is no case. */
function currentCase () {
  const { name } = readState()
  if (caseNames().includes(name)) return readCase(name)
  throw new UserError('there is no case in exercise/: run make case')
}

/**
 * Gives the next fold of the page of the case in exercise/, or the last one again.
 * @throws {UserError} When exercise/ is no case.
 */
function nextFold () {
  const { target: { name }, folds, fix } = currentCase()
  const shown = Math.min(readState().shown + 1, folds.length)
  writeState({ name, shown })
  return { text: folds[shown - 1], number: shown, of: folds.length, fix }
}

/**
 * Starts a server and sends it the request of the case.
 * @param {Target} target
 * @param {AbortSignal} signal
 * @returns {Promise<string>} the status and the body
 * @throws {UserError} When it does not answer.
 */
function readAnswer (target, signal) {
  return visit(target, { signal }, async ({ url }) => {
    const { status, body } = await request(url)
    return `${status} ${body}`
  })
}

/**
 * Names the faults of a case that a fix has left.
 * @param {string[]} verdicts of the case
 * @param {Diagnosis} fixed
 * @param {() => Promise<Diagnosis>} diagnoseCase
 */
async function faultsLeft (verdicts, fixed, diagnoseCase) {
  const named = [fixed.first, ...fixed.others].map(({ verdict }) => verdict)
  if ([FAILING, TOO_FEW].includes(named[0])) return [named[0]]
  const left = verdicts.filter((verdict) => named.includes(verdict))
  if (left.join() !== WAITING) return left
  const { facts } = await diagnoseCase()
  const faster = Number(facts.serviceTimeMs) / Number(fixed.facts.serviceTimeMs)
  return faster > FASTER ? [] : left
}

module.exports = { caseNames, copyCase, currentCase, faultsLeft, nextFold, readAnswer, readCase }

'use strict'

// Each command of the harness killed at random moments, again and again, in a copy of the project.

const fs = require('node:fs')
const path = require('node:path')
const { ROOT, LABS } = require('../contenders')
const { UsageError, UserError } = require('../errors')
const { number } = require('../format')
const { install } = require('../labs/install')
const { findLab } = require('../labs/lab')
const { random } = require('../random')
const { copyProject } = require('./copy')
const { TARGETS, strike } = require('./strike')

const VICTIMS = ['command', 'server', 'generator']

/**
 * @typedef {object} Torture
 * @property {{tries: number, seed: number}} settings
 * @property {Tortured[]} targets
 */

/**
 * @typedef {object} Tortured
 * @property {string} target the command
 * @property {number} tries
 * @property {Record<string, number>} struck how often who was there to be struck
 * @property {string[]} problems what must not be, and after what
 */

/**
 * @param {string|undefined} only the command to torture; all, if none is given
 * @param {{tries: number, seed: number}} settings
 * @param {{onProgress?: (share: number) => void, signal: AbortSignal, prepare?: (project: string) => void}} options `prepare`
 *   may break the copy, to see whether that is found
 * @returns {Promise<Torture>}
 * @throws {UserError} where there is no /proc
 */
async function torture (only, settings, { onProgress = () => {}, signal, prepare = () => {} }) {
  if (process.platform !== 'linux') throw new UserError('this works on Linux only: it looks for processes in /proc')
  if (only && !TARGETS[only]) throw new UsageError(`unknown command "${only}": choose from ${Object.keys(TARGETS).join(', ')}`)
  const names = only ? [only] : Object.keys(TARGETS)
  const lab = findLab('event-loop')
  await install(lab, signal)
  const { project, remove } = await copyProject(signal)
  const targets = []
  try {
    copyPackages(lab, project)
    prepare(project)
    for (const target of names) {
      const share = (done) => onProgress((targets.length + done / settings.tries) / names.length)
      targets.push(await tortured(target, project, settings, share, signal))
    }
    return { settings, targets }
  } finally {
    remove()
  }
}

async function tortured (target, project, { tries, seed }, onProgress, signal) {
  const next = random(seed)
  const found = { target, tries, struck: Object.fromEntries(VICTIMS.map((victim) => [victim, 0])), problems: [] }
  for (let i = 0; i < tries; i++) {
    signal.throwIfAborted()
    const { victim, signal: name, at, struck, problems } = await strike(target, { project, random: next })
    if (struck) found.struck[victim]++
    found.problems.push(...problems.map((problem) => `${name} to the ${victim} after ${at} ms: ${problem}`))
    onProgress(i + 1)
  }
  return found
}

/** A lab installs what it does not have: that must not be where it is killed. */
function copyPackages ({ name }, project) {
  const installed = path.join(path.relative(ROOT, LABS), name, 'node_modules')
  fs.cpSync(path.join(ROOT, installed), path.join(project, installed), { recursive: true, preserveTimestamps: true })
}

/** @param {Torture} torture */
function rows ({ targets }) {
  return targets.map(({ target, tries, struck, problems }) => [
    target,
    `${number(tries)} tries: struck ${VICTIMS.filter((victim) => struck[victim]).map((victim) => `the ${victim} ${number(struck[victim])} times`).join(', ')}; ${number(problems.length)} problems`
  ])
}

/** @param {Torture} torture */
const problems = ({ targets }) => targets.flatMap(({ target, problems }) => problems.map((problem) => `${target}, ${problem}`))

module.exports = { problems, rows, torture }

'use strict'

// Each command of the harness killed at random moments, again and again, in a copy of the project.

const path = require('node:path')
const { UsageError, UserError } = require('../../scripts/lib/cli/errors')
const { number } = require('../../scripts/lib/cli/format')
const { installLab } = require('../../scripts/lib/experiments/install-lab')
const { findLab } = require('../../scripts/lib/experiments/labs')
const { seededRandom } = require('../../scripts/lib/statistics/random')
const { ROOT } = require('../../scripts/lib/system/root')
const { copyProject } = require('./project-copy')
const { COMMANDS, strike } = require('./crash')

const VICTIMS = ['command', 'server', 'generator']
const PATIENCE = 4 // as often as they shall be struck, commands are started: not all are there to be, at any moment

/**
 * @typedef {object} Torture
 * @property {{tries: number, seed: number}} settings
 * @property {Tortured[]} targets
 */

/**
 * @typedef {object} Tortured
 * @property {string} target the command
 * @property {Record<string, number>} struck how often who was
 * @property {number} alone how often nobody was there to be struck, and it had to work; at the end once on purpose
 * @property {string[]} problems what must not be, and after what
 */

/**
 * @param {string|undefined} only the command to torture; all, if none is given
 * @param {{tries: number, seed: number}} settings `tries`: how often each command is struck
 * @param {{onProgress?: (share: number) => void, signal: AbortSignal, prepare?: (project: string) => void}} options `prepare`
 *   may break the copy, to see whether that is found
 * @returns {Promise<Torture>}
 * @throws {UserError} where there is no /proc
 */
async function torture (only, settings, { onProgress = () => {}, signal, prepare = () => {} }) {
  if (process.platform !== 'linux') throw new UserError('this works on Linux only: it looks for processes in /proc')
  if (only && !COMMANDS[only]) throw new UsageError(`unknown command "${only}": choose from ${Object.keys(COMMANDS).join(', ')}`)
  const names = only ? [only] : Object.keys(COMMANDS)
  const { project, remove } = await copyProject(signal)
  const targets = []
  try {
    await installLabInCopy(project, signal)
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
  const next = seededRandom(seed)
  const found = { target, struck: Object.fromEntries(VICTIMS.map((victim) => [victim, 0])), alone: 0, problems: [] }
  let strikes = 0
  async function attempt (alone) {
    signal.throwIfAborted()
    const { victim, signal: name, at, struck, problems } = await strike(target, { project, random: next, alone })
    const when = struck ? `${name} to the ${victim} after ${at} ms` : 'left alone'
    found.problems.push(...problems.map((problem) => `${when}: ${problem}`))
    if (struck) found.struck[victim]++
    else found.alone++
    onProgress(strikes += Number(struck))
  }

  for (let i = 0; i < PATIENCE * tries && strikes < tries; i++) await attempt(false)
  if (strikes < tries) found.problems.push(`struck ${strikes} times only`)
  await attempt(true)
  return found
}

/** A lab installs what it does not have: that must not be where it is killed. */
async function installLabInCopy (project, signal) {
  const { folder, ...lab } = findLab('event-loop')
  await installLab({ ...lab, folder: path.join(project, path.relative(ROOT, folder)) }, signal)
}

/** @param {Torture} torture */
function rows ({ targets }) {
  return targets.map(({ target, struck, alone, problems }) => [
    target,
    `struck: ${VICTIMS.filter((victim) => struck[victim]).map((victim) => `the ${victim} ${number(struck[victim])} ×`).join(', ')}; left alone ${number(alone)} ×; ${number(problems.length)} problems`
  ])
}

/** @param {Torture} torture */
const problems = ({ targets }) => targets.flatMap(({ target, problems }) => problems.map((problem) => `${target}, ${problem}`))

module.exports = { problems, rows, torture }

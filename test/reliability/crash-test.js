'use strict'

// Crashes each command of the harness at random moments, in a copy of the project.

const path = require('node:path')
const fc = require('fast-check')
const { UserError } = require('../../scripts/lib/cli/errors')
const { number } = require('../../scripts/lib/cli/format')
const { installLab } = require('../../scripts/lib/experiments/install-lab')
const { findLab } = require('../../scripts/lib/experiments/labs')
const { ROOT } = require('../../scripts/lib/system/root')
const { COMMANDS, crashCommand } = require('./crash')
const { copyRepository } = require('./repository-copy')

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL']
const ATTEMPTS = 4 // for each crash that is wanted: not every victim runs at every moment

/**
 * @typedef {object} CrashedCommand
 * @property {string} command
 * @property {Record<string, number>} crashes by their victim
 * @property {number} undisturbed runs: no victim was there at that moment, or at last on purpose
 * @property {string[]} problems what should not be, and after what
 */

/**
 * @param {{tries: number, seed: number, operands?: string[]}} settings the name of a command; all, if none is given
 * @param {import('./run').Options & {prepare?: (project: string) => void}} options `prepare` may break the copy
 * @returns {Promise<{commands: CrashedCommand[]}>}
 */
async function crashTest ({ operands: [only] = [], ...settings }, { onProgress = () => {}, signal, prepare }) {
  if (process.platform !== 'linux') throw new UserError('the crash test works on Linux only: it reads /proc')
  const names = only ? [only] : Object.keys(COMMANDS)
  const { project, remove } = await copyRepository(signal)
  const commands = []
  try {
    const lab = findLab('event-loop') // else it would be installed while it is crashed
    await installLab({ ...lab, folder: path.join(project, path.relative(ROOT, lab.folder)) }, signal)
    prepare?.(project)
    for (const name of names) {
      const progress = (share) => onProgress((commands.length + share) / names.length)
      commands.push(await crashRepeatedly(name, project, settings, progress, signal))
    }
    return { commands }
  } finally {
    remove()
  }
}

async function crashRepeatedly (command, project, { tries, seed }, onProgress, signal) {
  const { victims, takes } = COMMANDS[command]
  const found = { command, crashes: {}, undisturbed: 0, problems: [] }
  let crashes = 0
  async function attempt (crash) {
    signal?.throwIfAborted()
    const { hasCrashed, problems } = await crashCommand(command, project, crash)
    const when = hasCrashed ? `${crash.signal} to the ${crash.victim} after ${crash.at} ms` : 'undisturbed'
    found.problems.push(...problems.map((problem) => `${when}: ${problem}`))
    if (hasCrashed) found.crashes[crash.victim] = (found.crashes[crash.victim] ?? 0) + 1
    else found.undisturbed++
    onProgress((crashes += Number(hasCrashed)) / tries)
  }

  const [victim, name, at] = [fc.constantFrom(...victims), fc.constantFrom(...SIGNALS), fc.nat(takes)]
  const sampling = { numRuns: ATTEMPTS * tries, seed, unbiased: true }
  for (const crash of fc.sample(fc.record({ victim, signal: name, at }), sampling)) {
    if (crashes < tries) await attempt(crash)
  }
  if (crashes < tries) found.problems.push(`only ${crashes} crashes`)
  await attempt()
  return found
}

function rows ({ commands }) {
  return commands.map(({ command, crashes, undisturbed, problems }) => {
    const killed = Object.entries(crashes).map(([victim, count]) => `the ${victim} ${number(count)} ×`).join(', ')
    return [command, `killed: ${killed}; undisturbed ${number(undisturbed)} ×; ${number(problems.length)} problems`]
  })
}

const problems = ({ commands }) =>
  commands.flatMap(({ command, problems }) => problems.map((problem) => `${command}, ${problem}`))

module.exports = {
  summary: 'Kills commands, their servers and load generators at random moments: nothing must be left. Linux only.',
  operands: [{ name: 'command', choices: Object.keys(COMMANDS), help: `${Object.keys(COMMANDS).join(', ')} [all]` }],
  flags: {
    tries: { type: 'integer', min: 1, max: 10_000, default: 50, help: 'how often each command is crashed' },
    seed: { type: 'integer', default: 1, help: 'the same seed, the same moments' }
  },
  run: crashTest,
  rows,
  problems
}

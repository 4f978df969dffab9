'use strict'

// Crashes each command of the harness at random moments, in a copy of the project.

const path = require('node:path')
const fc = require('fast-check')
const { UserError } = require('../../../scripts/lib/base/errors')
const { number } = require('../../../scripts/lib/base/format')
const { findLab, installLab } = require('../../../scripts/lib/experiments/labs')
const { ROOT } = require('../../../scripts/lib/system/root')
const { count, defineCheck, runEach, withRepositoryCopy } = require('../check')
const { COMMANDS, crashCommand } = require('../crash')

const NAMES = Object.keys(COMMANDS)
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL']
const ATTEMPTS = 4 // for each crash that is wanted: not every victim runs at every moment

/** @typedef {{crashes: Record<string, number>, undisturbed: number, problems: string[]}} CrashedCommand */

/** `prepare` may break the copy. @returns {Promise<{commands: CrashedCommand[]}>} */
async function run ({ operands, ...settings }, { onProgress, signal, prepare }) {
  if (process.platform !== 'linux') throw new UserError('the crash test works on Linux only: it reads /proc')
  const commands = await withRepositoryCopy(signal, async (project) => {
    const lab = findLab('event-loop') // else it would be installed while it is crashed
    await installLab({ ...lab, folder: path.join(project, path.relative(ROOT, lab.folder)) }, signal)
    prepare?.(project)
    return runEach(operands, onProgress, (name, onProgress) =>
      crashRepeatedly(name, project, settings, { onProgress, signal }))
  })
  return { commands }
}

async function crashRepeatedly (command, project, { tries, seed }, { onProgress, signal }) {
  const { victims, takes } = COMMANDS[command]
  const found = { command, crashes: {}, undisturbed: 0, problems: [] }
  let crashes = 0
  async function attempt (crash) {
    signal?.throwIfAborted()
    const { hasCrashed, problems } = await crashCommand(command, project, crash)
    const when = hasCrashed ? `${crash.signal} to the ${crash.victim} after ${crash.at} ms` : 'undisturbed'
    found.problems.push(...problems.map((problem) => `${when}: ${problem}`))
    if (hasCrashed) count(found.crashes, crash.victim)
    else found.undisturbed++
    onProgress((crashes += Number(hasCrashed)) / tries)
  }

  const crash = { victim: fc.constantFrom(...victims), signal: fc.constantFrom(...SIGNALS), at: fc.nat(takes) }
  for (const wanted of fc.sample(fc.record(crash), { numRuns: ATTEMPTS * tries, seed, unbiased: true })) {
    if (crashes < tries) await attempt(wanted)
  }
  if (crashes < tries) found.problems.push(`only ${crashes} crashes`)
  await attempt()
  return found
}

module.exports = defineCheck({
  summary: 'Kills commands, their servers and load generators at random moments: nothing must be left. Linux only.',
  operands: [{ name: 'command', choices: NAMES, help: `${NAMES.join(', ')} [all]` }],
  flags: {
    tries: { type: 'integer', min: 1, max: 10_000, default: 50, help: 'how often each command is crashed' },
    seed: { type: 'integer', default: 1, help: 'the same seed, the same moments' }
  },
  run,
  report: ({ commands }) => commands.map(({ command, crashes, undisturbed, problems }) => {
    const killed = Object.entries(crashes).map(([victim, count]) => `the ${victim} ${number(count)} ×`).join(', ')
    const text = `killed: ${killed}; undisturbed ${number(undisturbed)} ×; ${number(problems.length)} problems`
    return [command, text, ...problems.map((problem) => `${command}, ${problem}`)]
  })
})

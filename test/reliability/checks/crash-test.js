'use strict'

const fc = require('fast-check')
const { UserError } = require('../../../scripts/lib/cli/errors')
const { integer } = require('../../../scripts/lib/cli/flags')
const { number } = require('../../../scripts/lib/cli/format')
const {
  defineCheck, increment, listCounts, runEach, seed, withProjectCopy
} = require('../check')
const { COMMANDS, crashCommand } = require('../crash')

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL']

async function run ({ operands, tries, seed }, { onProgress, signal }) {
  if (process.platform !== 'linux') throw new UserError('it reads /proc: run it on Linux')
  const commands = await withProjectCopy((project) =>
    runEach(operands, onProgress, (name, onProgress) =>
      crashRepeatedly(name, project, sampleCrashes(name, tries, seed), { onProgress, signal })))
  return { commands }
}

function sampleCrashes (name, tries, seed) {
  const { victims, takes } = COMMANDS[name]
  const crash = fc.record({
    victim: fc.constantFrom(...victims),
    signal: fc.constantFrom(...SIGNALS),
    at: fc.nat(takes)
  })
  return fc.sample(crash, { numRuns: tries, seed, unbiased: true })
}

async function crashRepeatedly (command, project, crashes, { onProgress, signal }) {
  const killed = {} // how often, by victim
  let undisturbed = 0
  const problems = []
  const results = await runEach([...crashes, undefined], onProgress, async (crash) => {
    signal?.throwIfAborted()
    return { crash, ...await crashCommand(command, project, crash) }
  })
  for (const { crash, hasCrashed, problems: left } of results) {
    if (hasCrashed) increment(killed, `the ${crash.victim}`)
    else undisturbed++
    const when = `${crash?.signal} to the ${crash?.victim} after ${crash?.at} ms`
    for (const text of left) problems.push(`${hasCrashed ? when : 'undisturbed'}: ${text}`)
  }
  return { command, killed, undisturbed, problems }
}

function report ({ commands }) {
  return commands.map(({ command, killed, undisturbed, problems }) => {
    const text = `killed: ${listCounts(killed, ' × ')}; undisturbed: ${number(undisturbed)} ×`
    const count = `${number(problems.length)} problems`
    return [command, [text, count, ...problems].join('; '), problems.length]
  })
}

module.exports = defineCheck({
  summary: 'Kills commands and what they start at random moments: nothing must be left (Linux).',
  subjects: Object.keys(COMMANDS),
  flags: { tries: integer(1, 10_000, 'crashes of each command', 15), seed },
  run,
  report
})

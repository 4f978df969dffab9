'use strict'

// For maintainers: records everything that the docs quote.

require('../../scripts/lib/cli/preconditions')
const { spawn } = require('node:child_process')
const { text } = require('node:stream/consumers')
const { command } = require('../../scripts/lib/cli/command')
const { UserError } = require('../../scripts/lib/cli/errors')
const { choice, integer } = require('../../scripts/lib/cli/flags')
const { ROOT, STAGES } = require('../../scripts/lib/cli/project')
const { paint } = require('../../scripts/lib/cli/terminal')
const { labNames } = require('../../scripts/lib/compare/labs')
const { LTS, recordResult, SAVED } = require('./recorded')

/** @import { Call } from '../../scripts/lib/cli/types' */

const SERIES = [
  'docs/tools/record-series.js',
  'scripts/bench.js fast --rate=4000',
  'scripts/bench.js slow --rate=100',
  'scripts/compare.js --a=fast --b=optimized --connections=1',
  'docs/tools/record-growth.js',
  'docs/tools/record-race.js',
  ...labNames().filter((lab) => lab !== 'overload').map((lab) => `scripts/lab.js ${lab}`),
  'docs/tools/run-workshop.js --record', // with the lab overload, and the run of chapter 2
  'docs/tools/card/record.js',
  'docs/tools/screenshots.js'
]

// The files of which the name does not say all.
const NAMES = {
  'scripts/bench.js fast --rate=4000': 'bench-fast-rate-4000.json',
  'scripts/bench.js slow --rate=100': 'bench-slow-rate-100.json',
  'docs/tools/record-race.js': 'live-race.json',
  'scripts/compare.js --a=fast --b=optimized --connections=1':
    'compare-fast-optimized-connections-1.json'
}

const MEASUREMENTS = [
  'probe-cost',
  'watch-cost',
  'watch-pause',
  'compare-accuracy',
  'diagnose-accuracy',
  'diagnose-servers'
].map(checkCommand)

// They measure no speed: they run at the same time.
const TOGETHER = [
  ...[...STAGES, 'live'].map((stage) => `fuzz --stage=${stage}`),
  'soak --requests=4000000', // its heap settles late on Node.js 26
  'soak --stage=fast'
].map(checkCommand)

const STEPS = [...SERIES.map((step) => [step]), TOGETHER, ...MEASUREMENTS.map((step) => [step])]
const COMMANDS = STEPS.flat()

const flags = {
  from: integer(1, STEPS.length, 'the first step, after an interruption', 1),
  only: choice(COMMANDS, 'one command, such as "scripts/lab.js prof"')
}

function checkCommand (check) {
  return `test/reliability/run.js ${check}`
}

/** @throws {UserError} When it fails. A check that finds problems has saved them. */
async function run (command, signal) {
  const child = spawn(process.execPath, command.split(' '), {
    cwd: ROOT,
    stdio: ['inherit', 'pipe', 'inherit'],
    signal
  })
  child.on('error', () => {}) // of the signal: `exit` follows
  child.stdout.pipe(process.stdout)
  const printed = text(child.stdout)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const isDone = code === 0 || (code === 3 && command.startsWith('test/'))
  if (!isDone) throw new UserError(`${command} failed`)
  for (const [, saved] of (await printed).matchAll(SAVED)) recordResult(saved, NAMES[command])
}

/** @param {Call<typeof flags>} call */
async function main ({ values: { from, only }, signal }) {
  const { node } = process.versions
  if (parseInt(node) !== LTS) throw new UserError(`Node.js ${node}: record with Node.js ${LTS}`)
  await run('scripts/preflight.js --strict', signal)
  if (only) return await run(only, signal)
  const failed = []
  for (const [i, commands] of STEPS.entries()) {
    const number = i + 1
    if (number < from) continue
    console.log(paint('bold', `\n${number} of ${STEPS.length}: ${commands.join(', ')}`))
    const startTime = performance.now()
    const ends = await Promise.allSettled(commands.map((command) => run(command, signal)))
    signal.throwIfAborted()
    for (const end of ends) {
      if (end.status === 'rejected') failed.push(end.reason.message)
    }
    console.log(`took ${Math.ceil((performance.now() - startTime) / 1000)} s`)
  }
  if (failed.length) throw new UserError(`${failed.join('; ')}: make record ONLY="…" runs one`)
  console.log('\nAll is recorded. make update-docs writes it into the docs.')
}

if (require.main === module) {
  command({
    summary: 'Records everything that the docs quote, on an idle machine, in steps.',
    flags
  }, main)
}

module.exports = { COMMANDS }

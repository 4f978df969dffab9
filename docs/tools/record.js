'use strict'

// For maintainers: records everything that the docs quote.

require('../../scripts/lib/cli/preconditions')
const { spawn } = require('node:child_process')
const { command } = require('../../scripts/lib/cli/command')
const { UserError } = require('../../scripts/lib/cli/errors')
const { integer } = require('../../scripts/lib/cli/flags')
const { ROOT, STAGES } = require('../../scripts/lib/cli/project')
const { paint } = require('../../scripts/lib/cli/terminal')
const { labNames } = require('../../scripts/lib/compare/labs')
const { LTS } = require('./recorded')

const SERIES = [
  'docs/tools/record-series.js',
  'scripts/bench.js fast --rate=4000 --record',
  'scripts/bench.js slow --rate=100 --record',
  'scripts/compare.js --a=fast --b=optimized --record',
  'scripts/compare.js --a=fast --b=optimized --connections=1 --record',
  'scripts/compare.js --a=fast --b=fast --record',
  ...STAGES.map((stage) => `scripts/growth.js ${stage} --record`),
  'scripts/live.js --record',
  ...labNames().map((lab) => `scripts/lab.js ${lab} --record`),
  'docs/tools/run-workshop.js --record',
  'docs/tools/screenshots.js'
]

const MEASUREMENTS = [
  'soak --requests=4000000', // its heap settles late on Node.js 26
  'soak --stage=fast',
  'probe-cost',
  'watch-cost',
  'compare-accuracy',
  'diagnose-accuracy',
  'diagnose-servers'
].map(checkCommand)

// They measure no speed, and wait for most of their time: they run at the same time.
const TOGETHER = [
  'cache',
  'conditional',
  ...[...STAGES, 'live'].map((stage) => `fuzz --stage=${stage}`),
  'slow-clients'
].map(checkCommand)

const STEPS = [...SERIES.map((step) => [step]), TOGETHER, ...MEASUREMENTS.map((step) => [step])]

function checkCommand (check) {
  return `test/reliability/run.js ${check} --record`
}

/** @throws {UserError} When it fails. A check that finds problems has recorded them. */
async function run (command, signal) {
  const child = spawn(process.execPath, command.split(' '), { cwd: ROOT, stdio: 'inherit', signal })
  child.on('error', () => {}) // of the signal: `exit` follows
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const isRecorded = code === 0 || (code === 3 && command.startsWith('test/'))
  if (!isRecorded) throw new UserError(`${command} failed`)
}

async function main ({ values, signal }) {
  const { node } = process.versions
  if (parseInt(node) !== LTS) throw new UserError(`Node.js ${node}: record with Node.js ${LTS}`)
  await run('scripts/preflight.js --strict', signal)
  for (const [i, commands] of STEPS.entries()) {
    const number = i + 1
    if (number < values.from) continue
    console.log(paint('bold', `\n${number} of ${STEPS.length}: ${commands.join(', ')}`))
    const start = performance.now()
    const ends = await Promise.allSettled(commands.map((command) => run(command, signal)))
    for (const end of ends) {
      if (end.status === 'fulfilled') continue
      throw new UserError(`${end.reason.message}. make record FROM=${number} goes on with it`)
    }
    console.log(`took ${Math.ceil((performance.now() - start) / 1000)} s`)
  }
  console.log('\nAll is recorded. make update-docs writes it into the docs.')
}

if (require.main === module) {
  command({
    summary: 'Records everything that the docs quote, on an idle machine, in steps.',
    flags: { from: integer(1, STEPS.length, 'the first step, after an interruption', 1) }
  }, main)
}

module.exports = { COMMANDS: STEPS.flat() }

'use strict'

// For maintainers: records everything that the docs quote. After an interruption, it goes on with
// the commands that were not finished, on the same day and machine.

require('../../scripts/lib/cli/preconditions')
const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { UserError } = require('../../scripts/lib/cli/errors')
const { ROOT, STAGES } = require('../../scripts/lib/cli/project')
const { paint } = require('../../scripts/lib/cli/terminal')
const { labNames } = require('../../scripts/lib/compare/labs')
const { environment } = require('../../scripts/lib/server/environment')
const { writeFileAtomic } = require('../../scripts/lib/server/files')
const { LTS } = require('./recorded')

const STATE = path.join(ROOT, 'results/recording.json')

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
  'crash-test',
  'faults',
  ...[...STAGES, 'live'].map((stage) => `fuzz --stage=${stage}`),
  'slow-clients'
].map(checkCommand)

const STEPS = [...SERIES.map((step) => [step]), TOGETHER, ...MEASUREMENTS.map((step) => [step])]

function checkCommand (check) {
  return `test/reliability/run.js ${check} --record`
}

function readState () {
  const day = new Date().toISOString().slice(0, 10)
  const place = JSON.stringify({ day, ...environment() })
  if (!fs.existsSync(STATE)) return { place, done: [] }
  const begun = JSON.parse(fs.readFileSync(STATE, 'utf8'))
  if (begun.place === place) return begun
  throw new UserError(`${STATE} is of a recording on another day or machine, ${begun.place}: ` +
    'delete it to record everything anew')
}

/** @throws {UserError} When it fails. A check that finds problems has recorded them. */
async function run (command, signal) {
  const child = spawn(process.execPath, command.split(' '), {
    cwd: ROOT,
    stdio: 'inherit',
    signal
  })
  child.on('error', () => {}) // of the signal: `exit` follows
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const isRecorded = code === 0 || (code === 3 && command.startsWith('test/'))
  if (!isRecorded) throw new UserError(`${command} failed. make record tries it again`)
}

async function main ({ signal }) {
  const recording = readState()
  const { node } = process.versions
  if (parseInt(node) !== LTS) throw new UserError(`Node.js ${node}: record with Node.js ${LTS}`)
  await run('scripts/preflight.js --strict', signal)

  const failures = []
  async function record (command) {
    try {
      await run(command, signal)
      recording.done.push(command)
      writeFileAtomic(STATE, JSON.stringify(recording))
    } catch (err) {
      failures.push(err) // what runs at the same time goes on
    }
  }

  for (const [i, step] of STEPS.entries()) {
    const commands = step.filter((command) => !recording.done.includes(command))
    if (!commands.length) continue
    console.log(paint('bold', `\n${i + 1} of ${STEPS.length}: ${commands.join(', ')}`))
    const start = performance.now()
    await Promise.all(commands.map(record))
    if (failures.length) throw failures[0]
    console.log(`took ${Math.ceil((performance.now() - start) / 1000)} s`)
  }
  fs.rmSync(STATE)
  console.log('\nAll is recorded. make update-docs writes it into the docs.')
}

if (require.main === module) {
  command({
    summary: 'Records everything that the docs quote, on an idle machine. Run it again after an\n' +
      'interruption: it goes on where it was.'
  }, main)
}

module.exports = { COMMANDS: STEPS.flat() }

'use strict'

// For maintainers: records everything that the docs quote.

require('../../scripts/lib/cli/preconditions')
const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { command } = require('../../scripts/lib/cli/command')
const { UserError } = require('../../scripts/lib/cli/errors')
const { choice, integer } = require('../../scripts/lib/cli/flags')
const { ROOT, STAGES } = require('../../scripts/lib/cli/project')
const { paint } = require('../../scripts/lib/cli/terminal')
const { labNames } = require('../../scripts/lib/compare/labs')
const { writeFile } = require('../../scripts/lib/load/results')
const { RECORDED } = require('../../scripts/lib/load/saved-results')
const { LTS } = require('./recorded')

/** @import { Call } from '../../scripts/lib/cli/types' */

const SERIES = [
  'docs/tools/record-series.js',
  'scripts/bench.js fast --rate=4000',
  'scripts/bench.js slow --rate=100',
  'scripts/compare.js --a=fast --b=optimized',
  'scripts/compare.js --a=fast --b=optimized --connections=1',
  'scripts/compare.js --a=fast --b=fast',
  ...STAGES.map((stage) => `scripts/growth.js ${stage}`),
  'docs/tools/record-race.js',
  ...labNames().map((lab) => `scripts/lab.js ${lab}`),
  'docs/tools/run-workshop.js --record',
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
const SAVED = /^saved +(\S+\.json)$/m
const TIME = /^\d{4}-\d\d-\d\dT[\d-]+Z-/ // before the subject of a result
const READABLE = 0o666 // by all, as git has the recorded ones

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
const TOGETHER = [...STAGES, 'live'].map((stage) => checkCommand(`fuzz --stage=${stage}`))

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
  const [, saved] = (await printed).match(SAVED) ?? []
  if (saved) record(path.join(ROOT, saved), NAMES[command])
}

// Moves a saved result to docs/results, without the paths of this machine.
function record (file, name = path.basename(file).replace(TIME, '')) {
  const result = fs.readFileSync(file, 'utf8').replaceAll(`${ROOT}/`, '')
  writeFile(path.join(RECORDED, name), result, READABLE)
  fs.rmSync(file)
  console.log(`recorded   docs/results/${name}`)
}

/** @param {Call<typeof flags>} call */
async function main ({ values: { from, only }, signal }) {
  const { node } = process.versions
  if (parseInt(node) !== LTS) throw new UserError(`Node.js ${node}: record with Node.js ${LTS}`)
  await run('scripts/preflight.js --strict', signal)
  if (only) return await run(only, signal)
  for (const [i, commands] of STEPS.entries()) {
    const number = i + 1
    if (number < from) continue
    console.log(paint('bold', `\n${number} of ${STEPS.length}: ${commands.join(', ')}`))
    const startTime = performance.now()
    const ends = await Promise.allSettled(commands.map((command) => run(command, signal)))
    for (const end of ends) {
      if (end.status === 'fulfilled') continue
      throw new UserError(`${end.reason.message}. make record FROM=${number} goes on with it`)
    }
    console.log(`took ${Math.ceil((performance.now() - startTime) / 1000)} s`)
  }
  console.log('\nAll is recorded. make update-docs writes it into the docs.')
}

if (require.main === module) {
  command({
    summary: 'Records everything that the docs quote, on an idle machine, in steps.',
    flags
  }, main)
}

module.exports = { COMMANDS }

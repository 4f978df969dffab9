'use strict'

// For maintainers: records everything that the docs quote, one command after the other. After an
// interruption, it goes on with the command that was not finished, on the same day and machine.

require('../../scripts/lib/cli/preconditions')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { UserError } = require('../../scripts/lib/cli/errors')
const { ROOT } = require('../../scripts/lib/cli/root')
const { STAGES } = require('../../scripts/lib/cli/stages')
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

const CHECKS = [
  'probe-cost',
  'watch-cost',
  'compare-accuracy',
  'diagnose-servers',
  'diagnose-accuracy',
  'cache',
  'conditional',
  'crash-test',
  'faults',
  ...[...STAGES, 'live'].map((stage) => `fuzz --stage=${stage}`),
  'slow-clients',
  'soak',
  'soak --stage=fast'
].map((check) => `test/reliability/run.js ${check} --record`)

const COMMANDS = [...SERIES, ...CHECKS]

function readState () {
  const day = new Date().toISOString().slice(0, 10)
  const place = JSON.stringify({ day, ...environment() })
  if (!fs.existsSync(STATE)) return { place, done: [] }
  const begun = JSON.parse(fs.readFileSync(STATE, 'utf8'))
  if (begun.place === place) return begun
  throw new UserError(`${STATE} is of a recording on another day or machine, ${begun.place}: ` +
    'delete it to record everything anew')
}

function run (command) {
  const { status } = spawnSync(process.execPath, command.split(' '), {
    cwd: ROOT,
    stdio: 'inherit'
  })
  // A check that finds problems has recorded them.
  const isRecorded = status === 0 || (status === 3 && CHECKS.includes(command))
  if (!isRecorded) throw new UserError(`${command} failed. make record tries it again`)
}

function main () {
  const recording = readState()
  const { node } = process.versions
  if (parseInt(node) !== LTS) throw new UserError(`Node.js ${node}: record with Node.js ${LTS}`)
  run('scripts/preflight.js --strict')
  for (const [i, command] of COMMANDS.entries()) {
    if (recording.done.includes(command)) continue
    console.log(paint('bold', `\n${i + 1} of ${COMMANDS.length}: node ${command}`))
    const start = performance.now()
    run(command)
    recording.done.push(command)
    writeFileAtomic(STATE, JSON.stringify(recording))
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

module.exports = { COMMANDS }

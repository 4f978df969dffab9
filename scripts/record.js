'use strict'

require('./lib/base/preconditions')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { command } = require('./lib/base/command')
const { UserError } = require('./lib/base/errors')
const { percent } = require('./lib/base/format')
const { LTS } = require('./lib/docs/recorded')
const { labNames } = require('./lib/experiments/labs')
const { watchBackgroundCpu } = require('./lib/system/environment')
const { runProcess } = require('./lib/system/process')

const QUIET = 0.2 // of one core: what other programs may use
const COMMANDS = [
  'bench --runs 10',
  'bench fast --rate 4000',
  'bench slow --rate 100',
  'compare --a fast --b optimized',
  'compare --a fast --b optimized --connections 1',
  'compare --a fast --b fast',
  'growth --stage slow',
  'growth --stage fast',
  'growth --stage optimized',
  'live',
  ...labNames().map((name) => `lab ${name}`)
]

command({
  summary: 'Records the results that the docs quote (an hour), on a quiet machine.'
}, async ({ signal }) => {
  if (!process.version.startsWith(`v${LTS}.`)) {
    throw new UserError(`this is Node.js ${process.version}: run make record with Node.js ${LTS}`)
  }
  const readShare = watchBackgroundCpu()
  await sleep(2000, null, { signal })
  const share = readShare(0) ?? 0
  if (share > QUIET) {
    throw new UserError(`other programs use ${percent(share)} of a core: close them first`)
  }
  for (const line of COMMANDS) {
    console.log(line)
    const [script, ...args] = line.split(' ')
    const file = path.join(__dirname, `${script}.js`)
    await runProcess([process.execPath, file, ...args, '--record'], { signal })
  }
  console.log('Recorded. make update-docs writes the figures into the docs.')
})

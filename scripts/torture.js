'use strict'

// make torture: each command of the harness killed at random moments, again and again, in a copy of the project.

require('./lib/node-version')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { command } = require('./lib/command')
const { ROOT, LABS } = require('./lib/contenders')
const { UsageError, UserError } = require('./lib/errors')
const { install } = require('./lib/labs/install')
const { findLab } = require('./lib/labs/lab')
const { random } = require('./lib/random')
const { grid } = require('./lib/table')
const { painter } = require('./lib/terminal')
const { TARGETS, torture } = require('./lib/proofs/torture')
const { copyTracked } = require('./lib/tracked')

command({
  usage: 'torture.js [command]',
  summary: `Kills ${Object.keys(TARGETS).join(', ')}, or the server or the load generator in it, at random moments, and looks for what is left. Linux only.`,
  flags: {
    tries: { type: 'integer', min: 1, max: 10_000, default: 50, help: 'of each command' },
    seed: { type: 'integer', default: 1, help: 'the same seed, the same moments' }
  }
}, async ({ values, operands: [only], signal }) => {
  if (process.platform !== 'linux') throw new UserError('this works on Linux only: it looks for processes in /proc')
  if (only && !TARGETS[only]) throw new UsageError(`unknown command "${only}": choose from ${Object.keys(TARGETS).join(', ')}`)
  const paint = painter(process.stdout)
  const project = fs.mkdtempSync(path.join(os.tmpdir(), 'torture-'))
  const rows = []
  let wrong = 0
  try {
    await install(findLab('event-loop'), signal)
    await copyTracked(project, signal)
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'))
    fs.cpSync(path.join(LABS, 'event-loop/node_modules'), path.join(project, 'docs/labs/event-loop/node_modules'), { recursive: true, preserveTimestamps: true })
    for (const target of only ? [only] : Object.keys(TARGETS)) {
      const next = random(values.seed)
      const seen = []
      while (seen.length < values.tries) {
        signal.throwIfAborted()
        seen.push(await torture(target, { project, random: next }))
        const { victim, signal: name, at, problems } = seen.at(-1)
        for (const problem of problems) console.error(`${paint('red', '✗')} ${target}, ${name} to the ${victim} after ${at} ms: ${problem}`)
      }
      wrong += seen.filter(({ problems }) => problems.length).length
      const count = (what) => seen.filter(({ struck, victim }) => struck && victim === what).length
      rows.push([target, String(seen.length), ...['command', 'server', 'generator'].map((what) => String(count(what))), String(seen.filter(({ problems }) => problems.length).length)])
      console.log(`${target}: ${values.tries} tries`)
    }
    console.log(grid(['', 'tries', 'struck the command', 'the server', 'the generator', 'with problems'], rows, paint))
  } finally {
    fs.rmSync(project, { recursive: true, force: true, maxRetries: 5 })
  }
  if (wrong) throw new UserError(`${wrong} tries left something behind`)
})

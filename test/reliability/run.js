'use strict'

// Runs the checks of the project itself: node test/reliability/run.js [check] [operands] [flags].

require('../../scripts/lib/base/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('../../scripts/lib/base/command')
const { FindingError, UserError } = require('../../scripts/lib/base/errors')
const { withProgressBar } = require('../../scripts/lib/base/progress')
const { fileLine } = require('../../scripts/lib/base/terminal')
const { resultHeader } = require('../../scripts/lib/measure/result-header')
const { terminalTable } = require('../../scripts/lib/present/table')
const { resultSaver, resultSubject } = require('../../scripts/lib/measure/results')
const { startProcess } = require('../../scripts/lib/system/process')

const FOLDER = path.join(__dirname, 'checks')
const NAMES = fs.readdirSync(FOLDER).map((file) => path.basename(file, '.js')).sort()
/** @type {[string, import('./check').Check][]} */
const CHECKS = NAMES.map((name) => [name, require(path.join(FOLDER, name))])
const RECORD = { type: 'boolean', help: 'save into docs/results and replace the recorded run that the docs quote' }

/** Runs a check, saves its record and prints it. */
const runCheck = (name, { run, rows, problems, ...check }) => command({
  ...check,
  name,
  operands: [{ name: 'check', required: true, choices: [name], help: name }, ...(check.operands ?? [])],
  flags: { ...check.flags, record: RECORD }
}, async ({ values: { record, stage, ...settings }, operands: [, ...operands], signal, paint }) => {
  const save = resultSaver(record)
  const header = { ...resultHeader({ kind: name }), ...(stage && { stage }), settings }
  const call = { stage, ...settings, operands }
  const found = { ...header, ...await withProgressBar(name, (onProgress) => run(call, { signal, onProgress })) }
  const result = { ...found, rows: rows(found), problems: problems(found) }
  const file = save(result, `reliability-${resultSubject(result)}.json`)
  const cells = result.rows.map((row) => row.map((text) => text.replaceAll('`', '')))
  console.log(terminalTable({ head: ['', stage ?? name], rows: cells }, paint, ['left', 'left']))
  console.log(fileLine(paint, 'saved', file))
  signal.throwIfAborted() // a check may save what it found before an interruption
  if (result.problems.length) throw new FindingError(result.problems.join('; '))
})

/** Runs every check in its own process and records it. A check that found problems is recorded too. */
async function recordAll (signal) {
  for (const [name, { flags }] of CHECKS) {
    for (const stage of flags?.stage?.choices ?? [undefined]) {
      const line = [process.execPath, __filename, name, '--record', ...(stage ? ['--stage', stage] : [])]
      const { child, ended } = startProcess(line, { signal })
      child.stdout.pipe(process.stdout)
      child.stderr.pipe(process.stderr)
      const { code } = await ended
      signal.throwIfAborted()
      if (code !== 0 && code !== 3) throw new UserError(`${name} failed: later checks were not recorded`)
    }
  }
}

const listOrRecord = () => command({
  name: 'run',
  summary: 'Lists the reliability checks, or runs one. record: runs and records all of them, which takes hours.',
  operands: [{ name: 'check', choices: [...NAMES, 'record'], help: [...NAMES, 'record'].join(', ') }]
}, ({ operands: [operand], signal, paint }) => {
  if (operand) return recordAll(signal)
  for (const [name, { summary }] of CHECKS) console.log(`${paint('bold', name.padEnd(14))} ${summary}`)
})

const wanted = CHECKS.find(([name]) => name === process.argv[2])
wanted ? runCheck(...wanted) : listOrRecord()

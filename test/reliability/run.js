'use strict'

// Runs a check of the project: node test/reliability/run.js [check] [operands] [flags].

require('../../scripts/lib/cli/preconditions')
const fs = require('node:fs')
const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { FindingError } = require('../../scripts/lib/cli/errors')
const { paint, printSaved, withProgressBar } = require('../../scripts/lib/cli/terminal')
const { resultHeader, saveResult } = require('../../scripts/lib/load/results')
const { terminalTable } = require('../../scripts/lib/show/table')

const FOLDER = path.join(__dirname, 'checks')
const names = fs.readdirSync(FOLDER).map((file) => path.basename(file, '.js')).sort()
const readCheck = (name) => require(path.join(FOLDER, name))

function runCheck (name) {
  const { summary, flags, subjects, run, rows, problems } = readCheck(name)
  const operands = [{ name: 'check', required: true, choices: [name], help: name }]
  const help = `${subjects.join(';\n')} [all]`
  if (subjects.length) operands.push({ name: 'subject', choices: subjects, help })
  const spec = { name, summary, operands, flags }
  return command(spec, async ({ values, operands: [, ...given], signal }) => {
    const { stage, ...settings } = values
    const header = resultHeader({ kind: name, stage, settings })
    const chosen = given.length ? given : subjects
    const findings = await withProgressBar(name, (onProgress) =>
      run({ ...settings, stage, operands: chosen }, { onProgress, signal }))
    const result = { ...header, ...findings }
    result.rows = rows(result)
    result.problems = problems(result)
    const table = { head: ['', stage ?? name], rows: result.rows }
    console.log(terminalTable(table, ['left', 'left']))
    printSaved(saveResult(result, ['reliability', name, ...stage ? [stage] : []].join('-')))
    if (result.problems.length) throw new FindingError(result.problems.join('; '))
  })
}

function listChecks () {
  return command({
    name: 'run',
    summary: 'Lists the reliability checks, or runs one.',
    operands: [{ name: 'check', choices: names, help: names.join(', ') }]
  }, () => {
    for (const name of names) {
      console.log(`${paint('bold', name.padEnd(18))} ${readCheck(name).summary}`)
    }
  })
}

const [, , wanted] = process.argv
if (names.includes(wanted)) runCheck(wanted)
else listChecks()

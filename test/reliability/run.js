'use strict'

// Runs a check of the project: node test/reliability/run.js [check] [flags].

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
  const { summary, flags, run, report } = readCheck(name)
  const operands = [{ name: 'check', required: true, choices: [name], help: name }]
  const spec = { name, summary, operands, flags }
  return command(spec, async ({ values, signal }) => {
    const { stage, ...settings } = values
    const header = resultHeader({ kind: name, stage, settings })
    const findings = await withProgressBar(name, (onProgress) =>
      run({ ...settings, stage }, { onProgress, signal }))
    const lines = report({ ...header, ...findings })
    const rows = lines.map(([label, text]) => [label, text])
    const problems = []
    for (const [label, text, isProblem] of lines) {
      if (isProblem) problems.push(`${label}: ${text}`)
    }
    const result = { ...header, ...findings, rows, problems }
    console.log(terminalTable({ head: ['', stage ?? name], rows }, ['left', 'left']))
    const subject = ['reliability', name, ...stage ? [stage] : []].join('-')
    printSaved(saveResult(result, subject))
    if (problems.length) throw new FindingError(problems.join('; '))
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

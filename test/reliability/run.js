'use strict'

// Runs the checks of the project itself: node test/reliability/run.js [check] [operands] [flags].

require('../../scripts/lib/cli/node-version')
const path = require('node:path')
const { command } = require('../../scripts/lib/cli/command')
const { UsageError, UserError } = require('../../scripts/lib/cli/errors')
const { progressBar } = require('../../scripts/lib/cli/progress')
const { painter } = require('../../scripts/lib/cli/terminal')
const { resultHeader } = require('../../scripts/lib/measure/result-header')
const { terminalTable } = require('../../scripts/lib/present/table')
const { ensureWritable, saveResult, resultSubject, RECORDED, RESULTS } = require('../../scripts/lib/results/store')
const { startProcess } = require('../../scripts/lib/system/process')

/**
 * @typedef {object} Check what the module of a check exports
 * @property {string} summary one sentence
 * @property {Record<string, import('../../scripts/lib/cli/command').Flag>} [flags]
 * @property {string} [operands] as --help shows them: `[fault]`
 * @property {string[]} [stages] one record each; a check without stages has one record
 * @property {(settings: any, options: Options) => Promise<object>} run gives what it found
 * @property {(found: any) => string[][]} rows what it found, as label and text
 * @property {(found: any) => string[]} problems what should not be
 */

/** @typedef {{onProgress?: (share: number) => void, signal?: AbortSignal}} Options */

/** @type {Record<string, Check>} */
const CHECKS = {
  soak: require('./soak'),
  fuzz: require('./fuzz'),
  'slow-clients': require('./slow-clients'),
  conditional: require('./conditional'),
  cache: require('./cache'),
  faults: require('./faults'),
  'crash-test': require('./crash-test'),
  mutation: require('./mutation'),
  'node-versions': require('./node-versions'),
  'supply-chain': require('./supply-chain')
}
const RECORD = { type: 'boolean', help: 'save into docs/results and replace the recorded run that the docs quote' }
const WIDTH = 70 // characters of a cell
const FOUND_PROBLEMS = 3 // exit code

/**
 * Runs a check, saves its record and prints it.
 *
 * @param {string} name
 * @param {{values: Record<string, any>, operands: string[], signal: AbortSignal}} call
 */
async function runCheck (name, { values: { help, record, stage, ...settings }, operands, signal }) {
  const { run, rows, problems } = CHECKS[name]
  const folder = record ? RECORDED : RESULTS
  ensureWritable(folder)
  const header = { ...resultHeader({ kind: name }), ...(stage && { stage }), settings }
  const bar = progressBar(name, process.stderr)
  const measured = await run({ stage, ...settings, operands }, { signal, onProgress: bar.update }).finally(bar.end)
  const found = { ...header, ...measured }
  const result = { ...found, rows: rows(found), problems: problems(found) }
  const file = saveResult(result, folder, record && `reliability-${resultSubject(result)}.json`)
  const cells = result.rows.map((row) => row.map((text) => wrapLines(text.replaceAll('`', ''))))
  console.log(terminalTable(['', stage ?? name], cells, painter(process.stdout), ['left', 'left']))
  console.log(`saved ${path.relative('', file)}`)
  for (const problem of result.problems) console.error(`${name}: ${problem}`)
  signal.throwIfAborted() // a check may save what it had found before an interruption
  if (result.problems.length) process.exitCode = FOUND_PROBLEMS
}

/** Breaks lines between words. @param {string} text */
const wrapLines = (text) => text.replace(new RegExp(`(.{1,${WIDTH}})(?: |$)`, 'g'), '$1\n').trim()

/** Runs every check in a process of its own and records it. A check that found problems is recorded too. */
async function recordAll (signal) {
  for (const [name, { stages = [undefined] }] of Object.entries(CHECKS)) {
    for (const stage of stages) {
      const flags = stage ? ['--stage', stage] : []
      const { child, ended } = startProcess([process.execPath, __filename, name, ...flags, '--record'], { signal })
      child.stdout.pipe(process.stdout)
      child.stderr.pipe(process.stderr)
      const { code } = await ended
      signal.throwIfAborted()
      if (code !== 0 && code !== FOUND_PROBLEMS) throw new UserError(`${name} failed: later checks were not recorded`)
    }
  }
}

function listChecks () {
  const lines = Object.entries(CHECKS).map(([name, { summary }]) => `${name.padEnd(14)} ${summary}`)
  console.log([...lines, 'record         Runs all checks and records them in docs/results (two hours).'].join('\n'))
}

const [, , name] = process.argv
if (Object.hasOwn(CHECKS, name ?? '')) {
  const { summary, operands = '', flags } = CHECKS[name]
  process.argv.splice(1, 2, name) // the rest of the command line belongs to the check
  const usage = `../test/reliability/run.js ${name} ${operands}`.trim()
  command({ usage, summary, flags: { ...flags, record: RECORD } }, (call) => {
    const [operand] = call.operands
    if (operand && !operands) throw new UsageError(`unknown operand "${operand}": settings are flags (see --help)`)
    return runCheck(name, call)
  })
} else {
  const usage = '../test/reliability/run.js [check|record]'
  command({ usage, summary: 'Lists the reliability checks, or runs one.' }, ({ operands: [operand], signal }) => {
    if (!operand) return listChecks()
    if (operand === 'record') return recordAll(signal)
    throw new UsageError(`unknown check "${operand}": choose from ${[...Object.keys(CHECKS), 'record'].join(', ')}`)
  })
}

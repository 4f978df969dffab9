'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { quietFlag } = require('./lib/cli/flags')
const { STAGES } = require('./lib/cli/project')
const { paint, printSaved, withProgressBar } = require('./lib/cli/terminal')
const { commandByHand, loadFlags, loadFromFlags } = require('./lib/load/load-settings')
const { measure } = require('./lib/load/measure')
const { saveResult } = require('./lib/load/results')
const { targetFlags, targetsFromFlags, TARGET_HELP } = require('./lib/server/target-flags')
const { resultCard, summaryTable, CPU_NOTE } = require('./lib/show/results')
const { terminalTable } = require('./lib/show/table')

const DEFAULT_TARGETS = [...STAGES, 'baseline']
const HELP = `${TARGET_HELP};\nwithout one: ${DEFAULT_TARGETS.join(', ')}`

command({
  summary: 'Loads each target in a fresh process and saves the results.',
  operands: [{ name: 'target', many: true, help: HELP }],
  flags: { ...targetFlags, ...loadFlags, quiet: quietFlag }
}, async ({ values, operands, signal }) => {
  const targets = targetsFromFlags(operands, values, DEFAULT_TARGETS)
  const load = loadFromFlags(values)
  const results = []
  for (const target of targets) {
    const result = await withProgressBar(target.name, (onProgress) =>
      measure(target, load, { onProgress, signal }))
    results.push(result)
    console.log(resultCard(result))
    printSaved(saveResult(result, result.target))
    console.log()
  }
  if (results.length > 1) {
    console.log(terminalTable(summaryTable(results)))
    console.log(paint('dim', CPU_NOTE))
  } else if (!values.quiet) {
    console.log(paint('dim', commandByHand(targets[0], load)))
  }
})

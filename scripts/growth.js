'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { integer, jsonFlag, yesNo } = require('./lib/cli/flags')
const { printSaved, withProgressBar } = require('./lib/cli/terminal')
const { measureGrowth } = require('./lib/compare/growth')
const { saveResult } = require('./lib/load/results')
const { targetFlags, targetFromFlags, TARGET_HELP } = require('./lib/server/target-flags')
const { growthTable } = require('./lib/show/growth-table')

const DEFAULT = 'slow'

command({
  summary: 'Sends requests one after another, and compares their times.\n' +
    `Without a target: ${DEFAULT}.`,
  operands: [{ name: 'target', help: TARGET_HELP }],
  flags: {
    ...targetFlags,
    duration: integer(1, 3600, 'seconds at most', 30),
    max: integer(64, 2 ** 20, 'requests at most', 2 ** 17),
    statistics: yesNo('show the fit and its intervals'),
    json: jsonFlag
  }
}, async ({ values, operands: [operand], signal }) => {
  const { duration, max, statistics, json } = values
  const target = targetFromFlags(operand, values, [DEFAULT])
  const growth = await withProgressBar(target.name, (onProgress) =>
    measureGrowth(target, { duration, max }, { onProgress, signal }))
  const subject = `growth-${target.name}`
  if (json) {
    const file = saveResult(growth, subject)
    return console.log(JSON.stringify({ file, ...growth }, null, 2))
  }
  console.log(growthTable(growth, statistics))
  printSaved(saveResult(growth, subject))
})

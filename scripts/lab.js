'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { integer, text } = require('./lib/cli/flags')
const { printSaved, titleLine, withProgressBar } = require('./lib/cli/terminal')
const { findLab, installLab, labNames, runLab } = require('./lib/compare/labs')
const { saveResult } = require('./lib/load/results')
const { labText } = require('./lib/show/lab-table')

const names = labNames()

command({
  summary: 'Installs the packages of a lab and runs it. Without a name, lists the labs.',
  operands: [{ name: 'lab', choices: names, help: 'its name' }],
  flags: {
    runs: integer(2, 1000, 'runs of each target [depends on the lab]'),
    duration: integer(1, 600, 'seconds of load in a run [depends on the lab]'),
    nodes: text('for node-versions: the versions to compare', '20 22 24 26')
  }
}, async ({ values, operands: [name], signal }) => {
  if (!name) {
    for (const lab of names) console.log(titleLine(lab, findLab(lab).question))
    return
  }
  const lab = findLab(name)
  await installLab(lab, signal)
  const { runs, duration, nodes } = values
  const settings = { runs, duration, nodes, signal }
  const result = await withProgressBar(`lab ${name}`, (onProgress) =>
    runLab(lab, settings, onProgress))
  console.log(`${labText(result, lab)}\n`)
  printSaved(saveResult(result, `lab-${name}`))
})

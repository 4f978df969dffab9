'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { withProgressBar } = require('./lib/base/progress')
const { fileLine } = require('./lib/base/terminal')
const { saveCsv } = require('./lib/experiments/lab-csv')
const { findLab, installLab, labNames } = require('./lib/experiments/labs')
const { runLab } = require('./lib/experiments/run-lab')
const { labTable } = require('./lib/present/lab-table')
const { resultSaver } = require('./lib/measure/results')

command({
  summary: 'Installs the packages of a lab and runs it. Without a name, lists the labs.',
  operands: [{ name: 'lab', choices: labNames(), help: labNames().join(', ') }],
  flags: {
    runs: { type: 'integer', min: 2, max: 1000, help: 'runs of each target (each lab has its own default)' },
    duration: { type: 'integer', min: 1, max: 600, help: 'seconds of load in a run (each lab has its own default)' },
    nodes: { type: 'string', default: '20 22 24 26', help: 'for node-versions: the versions to compare' },
    record: { type: 'boolean', help: 'save into docs/results and replace the result that the lab\'s page quotes' }
  }
}, async ({ values: { runs, duration, nodes, record }, operands: [name], signal, paint }) => {
  if (!name) {
    const lines = labNames().map((lab) => `${paint('bold', lab.padEnd(14))} ${findLab(lab).question}`)
    return console.log(lines.join('\n'))
  }
  const lab = findLab(name)
  const save = resultSaver(record)
  for (const needed of [lab, ...(lab.requires ?? []).map(findLab)]) await installLab(needed, signal)
  const settings = { runs, duration: duration ?? lab.defaults.duration, nodes, signal }
  const result = await withProgressBar(`lab ${name}`, (onProgress) => runLab(lab, settings, { onProgress }))
  const file = save(result, `lab-${name}.json`)
  const csv = saveCsv(result, file)
  console.log(`${labTable(result, lab.conclusions, paint)}\n\n${fileLine(paint, 'saved', file)}`)
  if (csv) console.log(fileLine(paint, 'saved', csv))
})

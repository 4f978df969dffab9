'use strict'

// make lab-frameworks, …: measures the targets of one lab. make labs lists the labs.

require('./lib/cli/node-version')
const path = require('node:path')
const { command } = require('./lib/cli/command')
const { UsageError } = require('./lib/cli/errors')
const { saveCsv } = require('./lib/experiments/lab-csv')
const { installLab } = require('./lib/experiments/install-lab')
const { findLab, labNames } = require('./lib/experiments/labs')
const { runLab } = require('./lib/experiments/run-lab')
const { labTable } = require('./lib/present/lab-table')
const { progressBar } = require('./lib/cli/progress')
const { saveResult, RECORDED, RESULTS } = require('./lib/results/store')
const { ensureWritable } = require('./lib/system/files')
const { painter } = require('./lib/cli/terminal')

command({
  usage: 'lab.js [lab]',
  summary: 'Runs one lab, and installs its packages first; without a name, lists the labs.',
  flags: {
    runs: { type: 'integer', min: 2, max: 1000, help: 'of each target (the lab\'s own number)' },
    duration: { type: 'integer', min: 1, max: 600, help: 'seconds of load in a run (the lab\'s own)' },
    nodes: { type: 'string', default: '20 22 24 26', help: 'for node-versions: the versions to compare' },
    record: { type: 'boolean', help: 'save into docs/results, over the recorded run that the lab\'s page quotes' }
  }
}, async ({ values, operands: [name, ...rest], signal }) => {
  if (rest.length) throw new UsageError(`one lab at a time: "${rest[0]}" is one too many`)
  const paint = painter(process.stdout)
  if (!name) return console.log(labNames().map((lab) => `${paint('bold', lab.padEnd(14))} ${findLab(lab).question}`).join('\n'))

  const lab = findLab(name)
  const folder = values.record ? RECORDED : RESULTS
  ensureWritable(folder)
  for (const one of [lab, ...(lab.requires ?? []).map(findLab)]) await installLab(one, signal)
  const settings = { runs: values.runs, duration: values.duration ?? lab.defaults.duration, nodes: values.nodes, signal }
  const bar = progressBar(`lab ${name}`, process.stderr)
  try {
    const result = await runLab(lab, settings, { onProgress: bar.update })
    const file = saveResult(result, folder, values.record && `lab-${name}.json`)
    const table = saveCsv(result, file)
    bar.end()
    console.log(labTable(result, lab.conclusions, paint))
    console.log(`\n${[file, ...(table ? [table] : [])].map((saved) => `${paint('bold', 'saved')} ${path.relative('', saved)}`).join('\n')}`)
  } finally {
    bar.end()
  }
})

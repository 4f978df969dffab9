'use strict'

// make lab-frameworks, …: measures the contenders of one lab. make labs lists the labs.

require('./lib/node-version')
const path = require('node:path')
const { command } = require('./lib/command')
const { UsageError } = require('./lib/errors')
const { saveCsv } = require('./lib/labs/csv')
const { install } = require('./lib/labs/install')
const { findLab, labs } = require('./lib/labs/lab')
const { runLab } = require('./lib/labs/run')
const { labTable } = require('./lib/labs/table')
const { progressBar } = require('./lib/progress')
const { ensureWritable, save, RECORDED, RESULTS } = require('./lib/results')
const { painter } = require('./lib/terminal')

command({
  usage: 'lab.js [lab]',
  summary: 'Runs one lab, and installs its packages first; without a name, lists the labs.',
  flags: {
    runs: { type: 'integer', min: 2, max: 1000, help: 'of each contender (the lab\'s own number)' },
    duration: { type: 'integer', min: 1, max: 600, help: 'seconds of load in a run (the lab\'s own)' },
    nodes: { type: 'string', default: '20 22 24 26', help: 'for node-versions: the versions to compare' },
    record: { type: 'boolean', help: 'save into docs/results, over the recorded run that the lab\'s page quotes' }
  }
}, async ({ values, operands: [name, ...rest], signal }) => {
  if (rest.length) throw new UsageError(`one lab at a time: "${rest[0]}" is one too many`)
  const paint = painter(process.stdout)
  if (!name) return console.log(labs().map((lab) => `${paint('bold', lab.padEnd(14))} ${findLab(lab).question}`).join('\n'))

  const lab = findLab(name)
  const folder = values.record ? RECORDED : RESULTS
  ensureWritable(folder)
  for (const one of [lab, ...(lab.uses ?? []).map(findLab)]) await install(one, signal)
  const settings = { runs: values.runs, duration: values.duration ?? lab.defaults.duration, nodes: values.nodes, signal }
  const bar = progressBar(`lab ${name}`, process.stderr)
  try {
    const result = await runLab(lab, settings, { onProgress: bar.update })
    const file = save(result, folder, values.record && `lab-${name}.json`)
    const table = saveCsv(result, file)
    bar.end()
    console.log(labTable(result, lab.conclusions, paint))
    console.log(`\n${[file, ...(table ? [table] : [])].map((saved) => `${paint('bold', 'saved')} ${path.relative('', saved)}`).join('\n')}`)
  } finally {
    bar.end()
  }
})

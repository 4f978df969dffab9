'use strict'

// make update-docs: writes what the docs show of recorded runs, so that no figure in them is typed by hand.

require('./lib/cli/node-version')
const fs = require('node:fs')
const path = require('node:path')
const { overTimeChart } = require('./lib/present/charts/over-time')
const { labRatiosChart } = require('./lib/present/charts/ratios')
const { throughputChart } = require('./lib/present/charts/throughput')
const { command } = require('./lib/cli/command')
const { drawChartFile } = require('./lib/present/draw-chart')
const { UserError } = require('./lib/cli/errors')
const { findLab, labNames } = require('./lib/experiments/labs')
const { conclusionsMarkdown, labMarkdown } = require('./lib/present/lab-table')
const measuring = require('./lib/docs/measuring-page')
const reference = require('./lib/docs/reference-page')
const reliability = require('./lib/docs/reliability-page')
const { readResult, RECORDED } = require('./lib/results/store')
const { writeFileAtomic } = require('./lib/system/files')
const { describeRun, summaryRows } = require('./lib/present/result-table')
const { markdownTable } = require('./lib/present/table')
const { ROOT } = require('./lib/system/root')

const PAGES = ['README.md', 'docs/modern-node.md', 'docs/measuring.md', 'docs/reliability.md', 'docs/reference.md']
const labPage = (name) => `docs/labs/${name}/README.md`

const recorded = () => ['slow', 'fast', 'optimized', 'baseline'].map((name) => readResult(path.join(RECORDED, `bench-${name}.json`)))

function operations () {
  const { title, experiments } = readResult(path.join(RECORDED, 'lab-node-versions.json'))
  return { title, experiment: experiments.find(({ name }) => name === 'operations') }
}

const pictures = {
  'docs/images/bench.svg': () => drawChartFile(throughputChart(recorded())),
  'docs/images/over-time.svg': () => drawChartFile(overTimeChart(recorded())),
  'docs/images/node-versions.svg': () => drawChartFile(labRatiosChart(operations()))
}

/** What may stand between `<!-- name -->` and `<!-- /name -->` in a page. */
const recordedBlocks = {
  ...measuring,
  ...reliability,
  bench () {
    const { head, rows } = summaryRows(recorded())
    return `${markdownTable(head, rows)}\n\n${describeRun(recorded())}`
  }
}

/** The same for the page of a lab: each of its experiments by name, and what follows from them. */
function blocksOfLab (name) {
  const result = readResult(path.join(RECORDED, `lab-${name}.json`))
  const ready = { ...labMarkdown(result), conclusions: conclusionsMarkdown(result, findLab(name).conclusions) }
  return Object.fromEntries(Object.entries(ready).map(([block, text]) => [block, () => text]))
}

/** @param {string} page Markdown */
function fill (page, blocks) {
  return page.replace(/<!-- (\S+) -->\n[^]*?<!-- \/\1 -->/g, (block, name) => {
    if (!blocks[name]) throw new UserError(`no block "${name}": choose from ${Object.keys(blocks).join(', ')}`)
    return `<!-- ${name} -->\n${blocks[name]()}\n<!-- /${name} -->`
  })
}

async function contents () {
  const commands = await reference.commands()
  const blocks = { ...recordedBlocks, targets: reference.makeTargets, commands: () => commands, types: reference.types }
  const filled = (name, blocks) => [name, fill(fs.readFileSync(path.join(ROOT, name), 'utf8'), blocks)]
  const files = [...PAGES.map((name) => filled(name, blocks)), ...labNames().map((name) => filled(labPage(name), blocksOfLab(name)))]
  for (const [name, picture] of Object.entries(pictures)) files.push([name, await picture()])
  return files
}

command({
  usage: 'update-docs.js',
  summary: `Writes the recorded figures, and what the code says of itself, into ${[...PAGES, labPage('*'), ...Object.keys(pictures)].join(', ')}.`,
  flags: { check: { type: 'boolean', help: 'write nothing; fail where a file does not show the recorded figures' } }
}, async ({ values }) => {
  for (const [name, content] of await contents()) {
    const file = path.join(ROOT, name)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === content) continue
    if (values.check) throw new UserError(`${name} does not show what was recorded, or what the code says: run make update-docs`)
    writeFileAtomic(file, content)
    console.log(`${name} written`)
  }
})

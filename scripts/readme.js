'use strict'

// make readme: writes what the docs show of recorded runs, so that no figure in them is typed by hand.

require('./lib/node-version')
const fs = require('node:fs')
const path = require('node:path')
const { overTime } = require('./lib/charts/over-time')
const { ratesChart } = require('./lib/charts/rates')
const { throughput } = require('./lib/charts/throughput')
const { command } = require('./lib/command')
const { ROOT } = require('./lib/contenders')
const { drawFile } = require('./lib/draw')
const { UserError } = require('./lib/errors')
const { findLab, labs } = require('./lib/labs/lab')
const { conclusionBlock, labBlocks } = require('./lib/labs/table')
const measuring = require('./lib/measuring')
const reference = require('./lib/reference')
const reliability = require('./lib/reliability')
const { read, writeWhole, RECORDED } = require('./lib/results')
const { machine, markdown, several } = require('./lib/table')

const PAGES = ['README.md', 'docs/modern-node.md', 'docs/measuring.md', 'docs/reliability.md', 'docs/reference.md']
const labPage = (name) => `docs/labs/${name}/README.md`

const recorded = () => ['slow', 'fast', 'optimized', 'ceiling'].map((name) => read(path.join(RECORDED, `bench-${name}.json`)))

function operations () {
  const { title, experiments } = read(path.join(RECORDED, 'lab-node-versions.json'))
  return { title, experiment: experiments.find(({ name }) => name === 'operations') }
}

const pictures = {
  'docs/images/bench.svg': () => drawFile(throughput(recorded())),
  'docs/images/over-time.svg': () => drawFile(overTime(recorded())),
  'docs/images/node-versions.svg': () => drawFile(ratesChart(operations()))
}

/** What may stand between `<!-- name -->` and `<!-- /name -->` in a page. */
const recordedBlocks = {
  ...measuring,
  ...reliability,
  bench () {
    const { head, rows } = several(recorded())
    return `${markdown(head, rows)}\n\n${machine(recorded())}`
  }
}

/** The same for the page of a lab: each of its experiments by name, and what follows from them. */
function blocksOfLab (name) {
  const result = read(path.join(RECORDED, `lab-${name}.json`))
  const ready = { ...labBlocks(result), conclusions: conclusionBlock(result, findLab(name).conclusions) }
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
  const blocks = { ...recordedBlocks, targets: reference.targets, commands: () => commands, types: reference.types }
  const filled = (name, blocks) => [name, fill(fs.readFileSync(path.join(ROOT, name), 'utf8'), blocks)]
  const files = [...PAGES.map((name) => filled(name, blocks)), ...labs().map((name) => filled(labPage(name), blocksOfLab(name)))]
  for (const [name, picture] of Object.entries(pictures)) files.push([name, await picture()])
  return files
}

command({
  usage: 'readme.js',
  summary: `Writes the recorded figures, and what the code says of itself, into ${[...PAGES, labPage('*'), ...Object.keys(pictures)].join(', ')}.`,
  flags: { check: { type: 'boolean', help: 'write nothing; fail where a file does not show the recorded figures' } }
}, async ({ values }) => {
  for (const [name, content] of await contents()) {
    const file = path.join(ROOT, name)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === content) continue
    if (values.check) throw new UserError(`${name} does not show what was recorded, or what the code says: run make readme`)
    writeWhole(file, content)
    console.log(`${name} written`)
  }
})

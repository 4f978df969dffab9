'use strict'

// What make update-docs writes: blocks of pages, between `<!-- name -->` and `<!-- /name -->`, and charts.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../cli/errors')
const measuring = require('./measuring-page')
const reference = require('./reference-page')
const reliability = require('./reliability-page')
const { findLab, labNames } = require('../experiments/labs')
const { overTime } = require('../present/charts/over-time')
const { ratesChart } = require('../present/charts/rates')
const { throughput } = require('../present/charts/throughput')
const { drawChartFile } = require('../present/draw-chart')
const { conclusionsMarkdown, labMarkdown } = require('../present/lab-table')
const { describeRun, markdownTable, summaryRows } = require('../present/table')
const { readResult, RECORDED } = require('../results/store')
const { ROOT } = require('../system/root')

/** @typedef {Record<string, () => string>} Blocks by name */

const PAGES = ['README.md', 'docs/modern-node.md', 'docs/measuring.md', 'docs/reliability.md', 'docs/reference.md']

/** @param {string} lab */
const labPage = (lab) => `docs/labs/${lab}/README.md`

/** @param {string} name */
const recorded = (name) => readResult(path.join(RECORDED, `${name}.json`))

const benches = () => ['slow', 'fast', 'optimized', 'baseline'].map((target) => recorded(`bench-${target}`))

/** @type {Record<string, () => Promise<string>>} */
const charts = {
  'docs/images/bench.svg': () => drawChartFile(throughput(benches())),
  'docs/images/over-time.svg': () => drawChartFile(overTime(benches())),
  'docs/images/node-versions.svg': () => {
    const { title, experiments } = recorded('lab-node-versions')
    const experiment = experiments.find((/** @type {{name: string}} */ { name }) => name === 'operations')
    return drawChartFile(ratesChart({ title, experiment }))
  }
}

function bench () {
  const { head, rows } = summaryRows(benches())
  return `${markdownTable(head, rows)}\n\n${describeRun(benches())}`
}

/** @type {(lab: string) => Blocks} one for each experiment, and the conclusions */
function labBlocks (lab) {
  const result = recorded(`lab-${lab}`)
  const texts = { ...labMarkdown(result), conclusions: conclusionsMarkdown(result, findLab(lab).conclusions) }
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, () => text]))
}

/** @type {(page: string, blocks: Blocks) => string} */
function fillBlocks (page, blocks) {
  const text = fs.readFileSync(path.join(ROOT, page), 'utf8')
  return text.replace(/<!-- (\S+) -->\n[^]*?<!-- \/\1 -->/g, (block, name) => {
    if (!blocks[name]) throw new UserError(`no block "${name}": choose from ${Object.keys(blocks).join(', ')}`)
    return `<!-- ${name} -->\n${blocks[name]()}\n<!-- /${name} -->`
  })
}

/** @returns {string[]} their paths in the project */
const generatedFiles = () => [...PAGES, ...labNames().map(labPage), ...Object.keys(charts)]

/** @returns {Promise<[string, string][]>} their paths in the project, and what they should contain */
async function readGeneratedFiles () {
  const help = await reference.commands()
  const own = { targets: reference.makeTargets, commands: () => help, types: reference.types }
  const blocks = /** @type {Blocks} */ ({ ...measuring, ...reliability, bench, ...own })
  /** @type {[string, string][]} */
  const files = PAGES.map((page) => [page, fillBlocks(page, blocks)])
  for (const lab of labNames()) files.push([labPage(lab), fillBlocks(labPage(lab), labBlocks(lab))])
  for (const [file, draw] of Object.entries(charts)) files.push([file, await draw()])
  return files
}

module.exports = { generatedFiles, readGeneratedFiles }

'use strict'

// The files of the docs that are generated, as a whole or in part, from recorded results and from the code.

const fs = require('node:fs')
const path = require('node:path')
const { overTimeChart } = require('../present/charts/over-time')
const { labRatiosChart } = require('../present/charts/ratios')
const { throughputChart } = require('../present/charts/throughput')
const { drawChartFile } = require('../present/draw-chart')
const { UserError } = require('../cli/errors')
const { findLab, labNames } = require('../experiments/labs')
const { conclusionsMarkdown, labMarkdown } = require('../present/lab-table')
const measuring = require('./measuring-page')
const reference = require('./reference-page')
const reliability = require('./reliability-page')
const { readResult, RECORDED } = require('../results/store')
const { describeRun, summaryRows } = require('../present/result-table')
const { markdownTable } = require('../present/table')
const { ROOT } = require('../system/root')

/** @typedef {Record<string, () => string|Promise<string>>} Blocks by name: functions that return Markdown */

const PAGES = ['README.md', 'docs/modern-node.md', 'docs/measuring.md', 'docs/reliability.md', 'docs/reference.md']
const BLOCK = /<!-- (\S+) -->\n[^]*?<!-- \/\1 -->/g

/** @param {string} lab */
const labPage = (lab) => `docs/labs/${lab}/README.md`

/** @param {string} name */
const recorded = (name) => readResult(path.join(RECORDED, `${name}.json`))
const recordedBench = () => ['slow', 'fast', 'optimized', 'baseline'].map((name) => recorded(`bench-${name}`))

function recordedOperations () {
  const { title, experiments } = recorded('lab-node-versions')
  return { title, experiment: experiments.find((/** @type {any} */ { name }) => name === 'operations') }
}

/** @type {Record<string, () => Promise<string>>} */
const charts = {
  'docs/images/bench.svg': async () => drawChartFile(throughputChart(recordedBench())),
  'docs/images/over-time.svg': async () => drawChartFile(overTimeChart(recordedBench())),
  'docs/images/node-versions.svg': async () => drawChartFile(labRatiosChart(recordedOperations()))
}

/** @type {Blocks} of all pages but the labs' */
const pageBlocks = {
  ...measuring,
  ...reliability.blocks,
  bench () {
    const { head, rows } = summaryRows(recordedBench())
    return `${markdownTable(head, rows)}\n\n${describeRun(recordedBench())}`
  },
  targets: reference.makeTargets,
  commands: reference.commands,
  types: reference.types
}

/** @param {string} lab @returns {Blocks} each of its experiments by name, and its conclusions */
function labBlocks (lab) {
  const result = recorded(`lab-${lab}`)
  const texts = { ...labMarkdown(result), conclusions: conclusionsMarkdown(result, findLab(lab).conclusions) }
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, () => text]))
}

/**
 * @param {string} page Markdown with blocks between `<!-- name -->` and `<!-- /name -->`
 * @param {Blocks} blocks
 * @throws {UserError} when the page has a block of another name
 */
async function fillBlocks (page, blocks) {
  const texts = new Map()
  for (const [, name] of page.matchAll(BLOCK)) {
    if (!blocks[name]) throw new UserError(`no block "${name}": choose from ${Object.keys(blocks).join(', ')}`)
    texts.set(name, await blocks[name]())
  }
  return page.replace(BLOCK, (_, name) => `<!-- ${name} -->\n${texts.get(name)}\n<!-- /${name} -->`)
}

/** @returns {string[]} the paths of all files that have generated parts */
const generatedFiles = () => [...PAGES, ...labNames().map(labPage), ...Object.keys(charts)]

/** @returns {Promise<[path: string, content: string][]>} what these files have to contain */
async function readGeneratedFiles () {
  const fill = async (/** @type {string} */ page, /** @type {Blocks} */ blocks) =>
    fillBlocks(fs.readFileSync(path.join(ROOT, page), 'utf8'), blocks)
  /** @type {[path: string, content: string][]} */
  const files = []
  for (const page of PAGES) files.push([page, await fill(page, pageBlocks)])
  for (const lab of labNames()) files.push([labPage(lab), await fill(labPage(lab), labBlocks(lab))])
  for (const [file, draw] of Object.entries(charts)) files.push([file, await draw()])
  return files
}

module.exports = { generatedFiles, readGeneratedFiles }

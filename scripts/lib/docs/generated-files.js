'use strict'

// The files of the docs that are generated, as a whole or in part, from recorded results.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { STAGES } = require('../base/stages')
const { findLab, labNames } = require('../experiments/labs')
const { growthChart } = require('../present/charts/growth-chart')
const { overTimeChart } = require('../present/charts/over-time-chart')
const { throughputChart } = require('../present/charts/throughput-chart')
const { drawChartFile } = require('../present/draw-chart')
const { labMarkdown } = require('../present/lab-table')
const { ROOT } = require('../system/root')
const { recorded, recordedRuns, recordedSeries } = require('./recorded')
const { referenceBlocks } = require('./reference-blocks')
const { reliabilityBlock } = require('./reliability-blocks')
const { resultBlocks } = require('./result-blocks')

const PAGES = [
  'README.md', 'docs/modern-node.md', 'docs/measuring.md', 'docs/reliability.md',
  'docs/reference.md', 'docs/slides/slides.md'
]
const BLOCK = /<!-- (\S+) -->\n[^]*?<!-- \/\1 -->/g // <!-- name -->, its text, <!-- /name -->

/** @type {Record<string, () => string|Promise<string>>} Markdown by the name of the block. */
const PAGE_BLOCKS = { ...resultBlocks, ...referenceBlocks }

/** @param {string} name @param {string} page */
async function pageBlock (name, page) {
  if (name.startsWith('reliability-')) return reliabilityBlock(name)
  if (Object.hasOwn(PAGE_BLOCKS, name)) return await PAGE_BLOCKS[name]()
  const names = Object.keys(PAGE_BLOCKS).join(', ')
  throw new UserError(`${page} has a block "${name}": choose from ${names}`)
}

/** @param {string} lab @returns {(name: string) => string} */
function labBlock (lab) {
  /** @type {Record<string, string>} */
  const blocks = labMarkdown(recorded(`lab-${lab}`), findLab(lab))
  return (name) => blocks[name]
}

/** @param {string} page @param {(name: string, page: string) => string|Promise<string>} block */
async function fillBlocks (page, block) {
  const text = fs.readFileSync(path.join(ROOT, page), 'utf8')
  const texts = new Map()
  for (const [, name] of text.matchAll(BLOCK)) texts.set(name, await block(name, page))
  return text.replace(BLOCK, (_, name) =>
    `<!-- ${name} -->\n${texts.get(name)}\n<!-- /${name} -->`)
}

function charts () {
  return {
    bench: throughputChart(recordedSeries()),
    'over-time': overTimeChart(recordedRuns()),
    growth: growthChart(STAGES.map((stage) => recorded(`growth-${stage}`)))
  }
}

/**
 * Generates the pages that have blocks to fill, and a light and a dark file of each chart.
 * @returns {Promise<Record<string, string>>} What each file has to contain, by its path.
 * @throws {UserError} When a recorded result is missing, or a page has an unknown block.
 */
async function generateFiles () {
  /** @type {Record<string, string>} */
  const files = {}
  for (const page of PAGES) files[page] = await fillBlocks(page, pageBlock)
  for (const lab of labNames()) {
    const page = `docs/labs/${lab}/README.md`
    files[page] = await fillBlocks(page, labBlock(lab))
  }
  for (const [name, chart] of Object.entries(charts())) {
    files[`docs/images/${name}.svg`] = await drawChartFile(chart, 'light')
    files[`docs/images/${name}-dark.svg`] = await drawChartFile(chart, 'dark')
  }
  return files
}

module.exports = { generateFiles }

'use strict'

// The files of the docs that are generated, as a whole or in part, from recorded results and from the code.

const fs = require('node:fs')
const path = require('node:path')
const { growthChart } = require('../present/charts/growth-chart')
const { overTimeChart } = require('../present/charts/over-time-chart')
const { throughputChart } = require('../present/charts/throughput-chart')
const { drawChartFile } = require('../present/draw-chart')
const { UserError } = require('../base/errors')
const { ratioOf, valuesOf } = require('../experiments/lab-analysis')
const { findLab, labNames } = require('../experiments/labs')
const { labMarkdown } = require('../present/lab-table')
const measuring = require('./measuring-page')
const reference = require('./reference-page')
const reliability = require('./reliability-page')
const slides = require('./slides-page')
const { recorded, recordedRuns, recordedSeries } = require('./recorded')
const article = require('../present/article')
const { number, significant } = require('../base/format')
const { describeRun } = require('../present/result-table')
const { summaryTable, CPU_NOTE } = require('../present/summary-table')
const { markdownTable } = require('../present/table')
const { SCHEMES } = require('../present/theme')
const { median } = require('../statistics/median')
const { ROOT } = require('../system/root')

/** @typedef {Record<string, () => string|Promise<string>>} Texts by the name of a block, or by the path of a file */

const PAGES = ['README.md', 'docs/modern-node.md', 'docs/measuring.md', 'docs/reliability.md', 'docs/reference.md',
  'docs/slides/slides.md']
const BLOCK = /<!-- (\S+) -->\n[^]*?<!-- \/\1 -->/g // <!-- name -->, its text, <!-- /name -->

const [OLDER, NEWER] = ['20', '26']

/** What a request costs under an older Node.js and under a newer one, and how often an operation runs in one second. */
function versions () {
  const { parts } = recorded('lab-node-versions')
  /** @type {(what: string, part: string, figure: string) => string[]} */
  const row = (what, partName, name) => {
    const part = parts.find((/** @type {{ name: string }} */ { name }) => name === partName)
    const costs = [OLDER, NEWER].map((version) => {
      const target = part.targets.find((/** @type {{ name: string }} */ { name }) => name === version)
      return `${significant(1e6 / median(valuesOf(target, name)))} µs`
    })
    const { ratio, interval } = /** @type {any} */ (ratioOf(part, NEWER, OLDER, name))
    return [what, ...costs, `${significant(ratio)} × (${interval.map(significant).join(' to ')})`]
  }
  return markdownTable({
    head: ['', `Node.js ${OLDER}`, `Node.js ${NEWER}`, `speed-up of ${NEWER} (95 % interval)`],
    rows: [
      ...['fast', 'optimized', 'Express', 'Fastify']
        .map((name) => row(`a request to ${name}`, 'http', `${name}, per CPU-second`)),
      ...['JSON.stringify() of 10 KB', 'SHA-512 of 10 KB', 'emit(), 1,000 listeners']
        .map((name) => row(name, 'operations', name))
    ]
  })
}

/** @type {Texts} */
const pageBlocks = {
  ...measuring,
  ...reference.blocks,
  ...reliability.blocks,
  ...slides,
  versions,
  bench () {
    const series = recordedSeries()
    const { head, rows } = summaryTable(series)
    const table = {
      head: [...head, 'article, Req/Sec'],
      rows: rows.map((row, i) => [...row, number(article[series[i][0].target].requests.average)])
    }
    const medians = `Medians of ${series[0].length} runs with their 95 % intervals. ${CPU_NOTE}`
    return `${markdownTable(table)}\n\n${medians} ${describeRun(series[0])}`
  }
}

/** @param {string} lab @returns {Texts} each of its parts by name, and its claims */
function labBlocks (lab) {
  const blocks = Object.entries(labMarkdown(recorded(`lab-${lab}`), findLab(lab)))
  return Object.fromEntries(blocks.map(([name, text]) => [name, () => text]))
}

/** @type {(file: string, blocks: Texts) => Promise<string>} the page, filled; throws UserError if it has others */
async function fillBlocks (file, blocks) {
  const page = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const texts = new Map()
  for (const [, name] of page.matchAll(BLOCK)) {
    if (!blocks[name]) throw new UserError(`no block "${name}": choose from ${Object.keys(blocks).join(', ')}`)
    texts.set(name, await blocks[name]())
  }
  return page.replace(BLOCK, (_, name) => `<!-- ${name} -->\n${texts.get(name)}\n<!-- /${name} -->`)
}

/** @type {Record<string, () => import('../present/draw-chart').Chart>} by the name of its files */
const charts = {
  bench: () => throughputChart(recordedRuns()),
  'over-time': () => overTimeChart(recordedRuns()),
  growth: () => growthChart(['slow', 'fast', 'optimized'].map((stage) => recorded(`growth-${stage}`)))
}

/** @type {Texts} a light and a dark file of each, for `<picture>`: GitHub shows the one of its own theme */
const chartFiles = Object.fromEntries(Object.entries(charts).flatMap(([name, chart]) => SCHEMES.map((scheme) =>
  [`docs/images/${name}${scheme === 'dark' ? '-dark' : ''}.svg`, () => drawChartFile(chart(), scheme)])))

/** @type {Texts} what each file that has generated parts has to contain, by its path */
const generatedFiles = {
  ...Object.fromEntries(PAGES.map((page) => [page, () => fillBlocks(page, pageBlocks)])),
  ...Object.fromEntries(labNames().map((lab) => {
    const page = `docs/labs/${lab}/README.md`
    return [page, () => fillBlocks(page, labBlocks(lab))]
  })),
  ...chartFiles
}

module.exports = { generatedFiles }

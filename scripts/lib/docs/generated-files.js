'use strict'

// The files of the docs that are generated, as a whole or in part.

const fs = require('node:fs')
const path = require('node:path')
const { STAGES } = require('../base/stages')
const { findLab, labNames } = require('../experiments/labs')
const { growthChart, overTimeChart } = require('../present/charts/line-chart')
const { throughputChart } = require('../present/charts/row-chart')
const { drawChartFile } = require('../present/draw-chart')
const { labMarkdown } = require('../present/lab-table')
const { runProcess } = require('../system/process')
const { ROOT } = require('../system/root')
const { recorded, recordedRun, recordedSeries } = require('./recorded')
const { reliabilityBlock } = require('./reliability-blocks')
const { fence, resultBlock } = require('./result-blocks')

const PAGES = [
  'README.md', 'docs/modern-node.md', 'docs/measuring.md', 'docs/reliability.md',
  'docs/reference.md', 'docs/slides/slides.md'
]
const BLOCK = /<!-- (\S+) -->\n[^]*?<!-- \/\1 -->/g // <!-- name -->, its text, <!-- /name -->

/** @param {string[]} command */
async function outputOf (command) {
  return fence((await runProcess(command, { cwd: ROOT })).stdout)
}

/** What each command's --help prints. A setting that several have stands below, once. */
async function commandsBlock () {
  const helps = new Map()
  for (const file of fs.readdirSync(path.join(ROOT, 'scripts'))) {
    if (!file.endsWith('.js')) continue
    const help = await outputOf([process.execPath, path.join('scripts', file), '--help'])
    helps.set(path.parse(file).name, help.split('\n'))
  }
  const shared = sharedSettings([...helps.values()].flat())
  const sections = []
  for (const [name, lines] of helps) sections.push(`### ${name}\n\n${withoutShared(lines, shared)}`)
  const once = ['```text', ...shared, '```'].join('\n')
  return [...sections, `### Settings of several commands\n\n${once}`].join('\n\n')
}

/** @param {string} line */
const nameOf = (line) => line.trim().split(' ')[0]

/** The settings that mean the same in all commands that have them. @param {string[]} lines */
function sharedSettings (lines) {
  const settings = lines.filter((line) => line.startsWith('  --'))
  return [...new Set(settings)].filter((line) => {
    const same = settings.filter((other) => other === line)
    const all = settings.filter((other) => nameOf(other) === nameOf(line))
    return same.length > 1 && same.length === all.length
  })
}

/** @param {string[]} lines @param {string[]} shared */
function withoutShared (lines, shared) {
  const own = lines.filter((line) => !shared.includes(line))
  const names = lines.filter((line) => shared.includes(line)).map(nameOf)
  if (names.length) own.splice(-1, 0, `  and, see below:    ${names.join(' ')}`)
  return own.join('\n')
}

/** @param {string} name */
async function pageBlock (name) {
  if (name === 'targets') return await outputOf(['make', '--no-print-directory', 'help'])
  if (name === 'commands') return await commandsBlock()
  const [, check] = name.match(/^reliability-(.+)/) ?? []
  return check ? reliabilityBlock(check) : resultBlock(name)
}

/** @param {string} page @param {(name: string) => string|Promise<string>} block */
async function fillBlocks (page, block) {
  const text = fs.readFileSync(path.join(ROOT, page), 'utf8')
  const blocks = new Map()
  for (const [, name] of text.matchAll(BLOCK)) blocks.set(name, await block(name))
  return text.replace(BLOCK, (_, name) =>
    `<!-- ${name} -->\n${blocks.get(name)}\n<!-- /${name} -->`)
}

/**
 * Generates the pages that have blocks to fill, and a light and a dark file of each chart.
 * @returns {Promise<Record<string, string>>} What each file has to contain, by its path.
 * @throws {UserError} When a recorded result is missing.
 */
async function generateFiles () {
  /** @type {Record<string, string>} */
  const files = {}
  for (const page of PAGES) files[page] = await fillBlocks(page, pageBlock)
  for (const lab of labNames()) {
    const page = `docs/labs/${lab}/README.md`
    const blocks = labMarkdown(recorded(`lab-${lab}`), findLab(lab))
    files[page] = await fillBlocks(page, (name) => blocks[name])
  }
  const charts = {
    bench: throughputChart(recordedSeries()),
    'over-time': overTimeChart([recordedRun('slow'), recordedRun('baseline')]),
    'growth-slow': growthChart([recorded('growth-slow')]),
    growth: growthChart(STAGES.map((stage) => recorded(`growth-${stage}`)))
  }
  for (const [name, chart] of Object.entries(charts)) {
    files[`docs/images/${name}.svg`] = await drawChartFile(chart, 'light')
    files[`docs/images/${name}-dark.svg`] = await drawChartFile(chart, 'dark')
  }
  return files
}

module.exports = { generateFiles }

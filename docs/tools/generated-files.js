'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { ROOT, STAGES } = require('../../scripts/lib/cli/project')
const { analyzeComparison } = require('../../scripts/lib/compare/analysis')
const { findLab, labNames } = require('../../scripts/lib/compare/labs')
const { flameChart } = require('./charts/flame-chart')
const {
  doctorChart, growthChart, listenersChart, overTimeChart
} = require('./charts/line-chart')
const { barChart, gateChart, latencyChart } = require('./charts/row-chart')
const { drawChart } = require('./draw-chart')
const { blockText } = require('./blocks')
const { labMarkdown } = require('./markdown')
const { recorded, recordedRun, recordedSeries } = require('./recorded')
const { fillLimits, fillUses } = require('./last-columns')

const REFERENCE = 'docs/reference.md'
const SOURCES = 'docs/sources.md'
const CHANGES = 'docs/CHANGELOG.md'
const MAX_LOSS = 10 // %, as in the chapter about gates
const FLAME_DATA = /data\.json":\[function\(require,module,exports\)\{\nmodule\.exports=(.*)/
const BLOCK = /<!-- (\S+) -->\n[^]*?<!-- \/\1 -->/g // <!-- name -->, its text, <!-- /name -->

/**
 * Fills the blocks of the pages.
 * @returns {Promise<Record<string, string>>} contents by path
 * @throws {UserError} When a recorded result is missing.
 */
async function generatePages () {
  /** @type {Record<string, string>} */
  const files = {}
  const docs = pagesIn('docs')
  for (const page of ['README.md', ...docs, 'docs/slides/slides.md']) {
    files[page] = await fillBlocks(page, blockText)
  }
  for (const lab of labNames()) {
    const page = `docs/labs/${lab}/README.md`
    const blocks = labMarkdown(recorded(`lab-${lab}`), findLab(lab))
    files[page] = await fillBlocks(page, (name) => blocks[name])
  }
  files[REFERENCE] = fillLimits(files[REFERENCE])
  files[SOURCES] = fillUses(read(SOURCES), pagesOfReaders())
  return files
}

/**
 * Draws a light and a dark file of each chart.
 * @returns {Promise<Record<string, string>>} contents by path
 * @throws {UserError} When a recorded result is missing.
 */
async function generatePictures () {
  /** @type {Record<string, string>} */
  const files = {}
  const [slow, fast, optimized, baseline] = recordedSeries()
  const doctor = recordedDoctor()
  const charts = {
    hero: barChart({ 'this service': slow, 'node:http, same bytes': baseline }),
    'doctor-slow-cpu': doctorChart(doctor, ({ cpu }) => cpu * 100, '%'),
    'doctor-slow-memory': doctorChart(doctor, ({ memory }) => memory.heapUsed / 1e6, 'MB'),
    'doctor-slow-delay': doctorChart(doctor, ({ delay }) => delay, 'ms'),
    'doctor-slow-handles': doctorChart(doctor, ({ handles }) => handles, 'handles'),
    'doctor-slow-utilisation': doctorChart(doctor, (sample) => sample.loopUtilization, '%'),
    'flame-slow-slide': flameChart(recordedFlame('slow')),
    'flame-exercise-slide': flameChart(recordedFlame('exercise')),
    'flame-fast-slide': flameChart(recordedFlame('fast')),
    bench: barChart({ slow, fast, optimized, baseline }),
    'over-time': overTimeChart([recordedRun('slow'), recordedRun('baseline')]),
    'over-time-slow': overTimeChart([recordedRun('slow')]),
    'listeners-slow': listenersChart('slow', recordedSamples('slow')),
    overload: latencyChart(recorded('lab-overload').parts[0].targets),
    gate: gateChart('fast to fast', recordedContrast(), MAX_LOSS),
    'growth-slow': growthChart([recorded('growth-slow')]),
    growth: growthChart(STAGES.map((stage) => recorded(`growth-${stage}`)))
  }
  for (const [name, chart] of Object.entries(charts)) {
    files[`docs/images/${name}.svg`] = await drawChart(chart, 'light')
    files[`docs/images/${name}-dark.svg`] = await drawChart(chart, 'dark')
  }
  return files
}

function recordedSamples (target) {
  const { events } = recorded('live-race')
  const start = events.findIndex(({ type, data }) => type === 'target' && data.target === target)
  const end = events.findIndex(({ type }, i) => i > start && type === 'result')
  return events.slice(start, end).filter(({ type }) => type === 'sample').map(({ data }) => data)
}

/** What the page of Clinic Doctor draws. */
function recordedDoctor () {
  const page = read('docs/profiles/doctor-slow.html')
  const [, data] = page.match(/id="clinic-data">([^]*?)<\/script>/) ?? []
  return JSON.parse(data).processStat
}

/** What the page of Clinic Flame draws. */
function recordedFlame (target) {
  const [, data] = read(`docs/profiles/flame-${target}.html`).match(FLAME_DATA) ?? []
  return JSON.parse(data).merged
}

function recordedContrast () {
  return analyzeComparison(recorded('compare-fast-fast')).byCpu
}

/** The pages that a reader reads, without the list of the sources and the change log. */
function pagesOfReaders () {
  /** @type {Record<string, string>} */
  const pages = {}
  for (const folder of ['docs', 'docs/workshop', ...labNames().map((lab) => `docs/labs/${lab}`)]) {
    for (const page of pagesIn(folder)) {
      if (page !== SOURCES && page !== CHANGES) pages[page] = read(page)
    }
  }
  return pages
}

function pagesIn (folder) {
  const names = fs.readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.md'))
  return names.sort().map((name) => `${folder}/${name}`)
}

function read (page) {
  return fs.readFileSync(path.join(ROOT, page), 'utf8')
}

async function fillBlocks (page, textOf) {
  const text = read(page)
  const blocks = {}
  for (const [, name] of text.matchAll(BLOCK)) blocks[name] = await textOf(name)
  return text.replace(BLOCK, (_, name) => `<!-- ${name} -->\n${blocks[name]}\n<!-- /${name} -->`)
}

module.exports = { generatePages, generatePictures }

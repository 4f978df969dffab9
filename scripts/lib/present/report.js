'use strict'

// The report: what was measured, as one page without scripts that opens from disk.

const fs = require('node:fs')
const path = require('node:path')
const { cpuChart } = require('./charts/cpu')
const { growthChart } = require('./charts/growth-chart')
const { latencyChart } = require('./charts/latency')
const { overTimeChart } = require('./charts/over-time-chart')
const { comparisonsChart } = require('./charts/ratios-chart')
const { throughputChart } = require('./charts/throughput-chart')
const { drawChart } = require('./draw-chart')
const { html, Markup } = require('./html')
const { analyzeComparison } = require('../experiments/analysis')
const { middleRun } = require('../experiments/series')
const { describeLoad, describeMachine, describeRequest, resultName } = require('./result-table')
const { summaryTable } = require('./summary-table')
const { variables } = require('./theme')

/** @typedef {import('./draw-chart').Chart} Chart */
/** @typedef {Pick<Chart, 'title'|'head'|'rows'> & Partial<Chart>} Figure without a `spec`, a table alone */
/** @typedef {(saved: any) => string} Describe a result */

const ORDER = ['slow', 'fast', 'optimized', 'baseline'] // others after these
const STYLE = `${variables}\n${fs.readFileSync(path.join(__dirname, 'report.css'), 'utf8').trimEnd()}`

// Only results of the same settings and the same environment share a chart; of each name the newest counts.
/** @type {Record<string, {command: string, settings: Describe, name: Describe, charts: (saved: any[]) => Figure[]}>} */
const KINDS = {
  result: { command: 'make bench', settings: ({ load }) => describeLoad(load), name: resultName, charts: resultCharts },
  series: {
    command: 'make bench RUNS=10',
    settings: ({ settings }) => `${describeLoad(settings)}, ${settings.runs} runs of each target in turns`,
    name: () => 'series', // the newest: each has its own targets
    charts: ([{ targets }]) => seriesCharts(targets.map((/** @type {any} */ { runs }) => runs))
  },
  comparison: {
    command: 'make compare A=slow B=fast',
    settings: ({ settings }) => `Comparisons: ${describeLoad(settings)} in each run`,
    name: (comparison) => comparedNames(comparison).join(' '),
    charts: (comparisons) => [comparisonsChart(comparisons.map((comparison) => {
      const [a, b] = comparedNames(comparison)
      return { a, b, analysis: analyzeComparison(comparison) }
    }))]
  },
  growth: {
    command: 'make growth STAGE=slow',
    settings: ({ settings }) =>
      ['Growth: one request after another on one connection', ...describeRequest(settings)].join(', '),
    name: ({ stage, code }) => `${stage} ${code}`,
    charts: (growths) => [growthChart(growths)]
  },
  diagnosis: {
    command: 'make diagnose-slow',
    settings: ({ settings: { alone, connections, duration } }) =>
      `Diagnoses: 1 connection for ${alone} s, then ${connections} for ${duration} s`,
    name: resultName,
    charts: (diagnoses) => [{
      title: 'Verdicts',
      head: ['', 'verdict', 'evidence', 'also'],
      rows: diagnoses.map(({ target, first, others }) =>
        [target, first.verdict, first.figure, others.map((/** @type {any} */ { verdict }) => verdict).join('; ')])
    }]
  }
}

/** @param {any} comparison @returns {string[]} */
const comparedNames = ({ a, b, runs }) => [{ ...runs.a[0], target: a }, { ...runs.b[0], target: b }].map(resultName)

/** @param {import('../measure/measure').Result[]} results @returns {Chart[]} */
function resultCharts (results) {
  const place = (/** @type {string} */ target) => ORDER.includes(target) ? ORDER.indexOf(target) : ORDER.length
  const sorted = results.toSorted((a, b) => place(a.target) - place(b.target))
  const withSeconds = sorted.filter(({ requests }) => requests.perSecond.length > 1)
  const overTime = withSeconds.length ? [overTimeChart(withSeconds)] : []
  return [throughputChart(sorted), ...overTime, latencyChart(sorted), cpuChart(sorted)]
}

/** @type {(series: import('../measure/measure').Result[][]) => Chart[]} of the runs in the middle, with the medians */
function seriesCharts (series) {
  const [throughput, ...others] = resultCharts(series.map(middleRun))
  return [{ ...throughput, ...summaryTable(series) }, ...others]
}

/**
 * @type {(measured: {saved: any[], profiles: string[], hints?: boolean}) => Promise<string>} HTML. `saved`: results of
 *   all kinds, the oldest first; `profiles`: their pages, relative to the report; `hints` to measure what is missing
 */
async function report ({ saved, profiles, hints = true }) {
  const sections = []
  for (const [kind, { command, settings, name, charts }] of Object.entries(KINDS)) {
    /** @type {Map<string, any[]>} by settings and machine */
    const groups = new Map()
    for (const result of saved) {
      const { kind: itsKind = 'result', load = result.settings } = result
      if (itsKind !== kind || load?.rate) continue
      const conditions = `${settings(result)}\n${describeMachine(result.environment)}`
      groups.set(conditions, [...groups.get(conditions) ?? [], result])
    }
    const hint = html`<p class="muted">Nothing here yet: <code>${command}</code> measures it.</p>\n`
    if (hints && !groups.size) sections.push(hint)
    for (const [conditions, results] of [...groups].reverse()) {
      const newest = [...new Map(results.map((result) => [name(result), result])).values()]
      sections.push(await groupSection(conditions, newest, charts(newest), sections.length))
    }
  }
  return String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Keeping Node.js fast: a report</title>
<style>${new Markup(STYLE)}</style>
<main>
<h1>Keeping Node.js fast: what was measured</h1>
<p>Results are grouped by their settings, machine and Node.js version. Each group shows the newest result of each
target. Runs at a constant RATE are left out. A table under each chart has its figures.</p>
${sections}
${profileLinks(profiles)}
</main>
</html>
`)
}

/** @param {string} conditions @param {any[]} results @param {Figure[]} charts @param {number} number of the group */
async function groupSection (conditions, results, charts, number) {
  const [settings, machine] = conditions.split('\n')
  const days = [...new Set(results.map(({ startedAt }) => startedAt.slice(0, 10)))].sort()
  const figures = await Promise.all(charts.map((chart) => chartSection(chart, `${number} ${chart.title}`)))
  return html`<section><h2>${settings}</h2>
<p class="muted">${machine}; measured on ${days.join(', ')}</p>
<div class="charts">${figures}</div></section>\n`
}

/** @param {Figure} figure @param {string} id */
async function chartSection (figure, id) {
  const { title, spec, notes = [] } = figure
  if (!spec) return html`\n<section><h3>${title}</h3>\n${scrolled(figure)}</section>`
  return html`
<section><h3>${title}</h3>
<figure>${new Markup(await drawChart(/** @type {Chart} */ (figure), id))}
<figcaption>${notes.map((note) => html`<p>${note}</p>`)}</figcaption></figure>
<details><summary>${title} as a table</summary>${scrolled(figure)}</details></section>`
}

/** A wide table scrolls, also by the keyboard. @param {Figure} figure */
const scrolled = (figure) =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${figure.title}">${table(figure)}</div>`

/** In HTML a line of a cell needs an end that shows. @param {Figure} figure */
const table = ({ head, rows }) => html`<table>
<tr>${head.map((cell) => cell ? html`<th scope="col">${cell}</th>` : html`<td></td>`)}</tr>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell.replaceAll('\n', '; ')}</td>`)}</tr>\n`)}</table>`

/** @param {string[]} profiles */
function profileLinks (profiles) {
  if (!profiles.length) return html`<p class="muted">No profiles yet: <code>make flame-slow</code> makes one.</p>`
  const links = profiles.map((href) => html`<li><a href="${href}">${path.posix.basename(href, '.html')}</a></li>`)
  return html`<section><h2>Profiles</h2>\n<ul>${links}</ul></section>`
}

module.exports = { report }

'use strict'

// The report: what was measured, as one page without scripts that opens from disk.

const { cpuChart } = require('./charts/cpu')
const { growthChart } = require('./charts/growth')
const { labChart } = require('./charts/lab')
const { latencyChart } = require('./charts/latency')
const { overTimeChart } = require('./charts/over-time')
const { comparisonsChart, labRatiosChart } = require('./charts/ratios')
const { throughputChart } = require('./charts/throughput')
const { drawChart } = require('./draw-chart')
const { html, markup } = require('./html')
const { judgeComparison } = require('../experiments/judgement')
const { describeLoad, describeMachine, resultName } = require('./result-table')
const { variables } = require('./theme')

/** @typedef {import('./draw-chart').Chart} Chart */

const ORDER = ['slow', 'fast', 'optimized', 'baseline'] // others after these

const STYLE = `${variables}
body{margin:0 auto;max-width:80rem;padding:1rem;background:var(--paper);color:var(--ink)}
body{font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.35rem;margin:2.5rem 0 0}h3{font-size:1.1rem;margin:0 0 .25rem}
p{margin:.25rem 0;max-width:65ch}.muted,figcaption{color:var(--muted);font-size:.9rem}
.charts{display:grid;gap:2.5rem;margin:1.5rem 0;grid-template-columns:repeat(auto-fit,minmax(min(100%,34rem),1fr))}
section{min-width:0}figure{margin:0}svg{display:block;width:100%;height:auto;max-width:46rem}
a{color:var(--accent)}summary{cursor:pointer;color:var(--accent);padding:.25rem 0}.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .7rem;border-bottom:1px solid var(--faint);text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
@media print{details{display:none}}`

/**
 * The kinds of results. Only results of the same settings and the same environment share a chart; of each name the
 * newest counts.
 *
 * @type {{is: (saved: any) => boolean, command: string, settings: (saved: any) => string, name: (saved: any) => string,
 *   charts: (saved: any[]) => Chart[]}[]}
 */
const KINDS = [
  {
    is: ({ kind, load }) => !kind && !load.rate,
    command: 'make bench',
    settings: ({ load }) => describeLoad(load),
    name: resultName,
    charts: resultCharts
  },
  {
    is: ({ kind }) => kind === 'comparison',
    command: 'make compare A=slow B=fast',
    settings: ({ settings }) => `Comparisons: ${describeLoad(settings)} in each run`,
    name: (comparison) => comparedNames(comparison).join(' '),
    charts: (comparisons) => [comparisonsChart(comparisons.map((comparison) => {
      const [a, b] = comparedNames(comparison)
      return { a, b, judgement: judgeComparison(comparison) }
    }))]
  },
  {
    is: ({ kind }) => kind === 'growth',
    command: 'make growth STAGE=slow',
    settings: () => 'Growth: one request after another on one connection',
    name: ({ stage, code }) => `${stage} ${code}`,
    charts: (growths) => [growthChart(growths)]
  },
  {
    is: ({ kind }) => kind === 'lab',
    command: 'make labs',
    settings: () => 'Labs',
    name: ({ lab }) => lab,
    charts: (labs) => labs.flatMap(({ title, experiments }) => experiments
      .filter((/** @type {any} */ { skipReason }) => !skipReason)
      .map((/** @type {any} */ experiment) => {
        return (experiment.table === 'core' ? labRatiosChart : labChart)({ title, experiment })
      }))
  }
]

/** @param {any} comparison @returns {string[]} */
const comparedNames = ({ a, b, runs }) =>
  [{ ...runs.a[0], target: a }, { ...runs.b[0], target: b }].map(resultName)

/** @param {any[]} results @returns {Chart[]} */
function resultCharts (results) {
  const place = (/** @type {any} */ { target }) => ORDER.includes(target) ? ORDER.indexOf(target) : ORDER.length
  const sorted = results.toSorted((a, b) => place(a) - place(b))
  const withSeconds = sorted.filter(({ requests }) => requests.perSecond.length > 1)
  return [
    throughputChart(sorted),
    ...(withSeconds.length ? [overTimeChart(withSeconds)] : []),
    latencyChart(sorted),
    cpuChart(sorted)
  ]
}

/**
 * @param {object} measured
 * @param {any[]} measured.saved results of all kinds, the oldest first
 * @param {string[]} measured.profiles their pages, relative to the report
 * @returns {Promise<string>} HTML
 */
async function report ({ saved, profiles }) {
  const sections = []
  for (const { is, command, settings, name, charts } of KINDS) {
    const groups = groupBy(saved.filter(is), (result) => `${settings(result)}\n${describeMachine(result.environment)}`)
    if (!groups.size) sections.push(html`<p class="muted">Nothing here yet: <code>${command}</code> measures it.</p>\n`)
    for (const [conditions, results] of [...groups].reverse()) {
      const newest = [...groupBy(results, name).values()].map((same) => same[same.length - 1])
      sections.push(await groupSection(conditions, newest, charts(newest), sections.length))
    }
  }
  return String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Keeping Node.js fast: a report</title>
<style>${markup(STYLE)}</style>
<h1>Keeping Node.js fast: what was measured</h1>
<p>Results are grouped by their settings, machine and Node.js version. Each group shows the newest result of each
target. Runs at a constant RATE are left out. A table under each chart has its figures.</p>
<main>${sections}
${profileLinks(profiles)}
</main>
</html>
`)
}

/**
 * @param {any[]} results
 * @param {(result: any) => string} keyOf
 * @returns {Map<string, any[]>} in the order in which the keys came first
 */
function groupBy (results, keyOf) {
  const groups = new Map()
  for (const result of results) groups.set(keyOf(result), [...groups.get(keyOf(result)) ?? [], result])
  return groups
}

/** @param {string} conditions @param {any[]} results @param {Chart[]} charts @param {number} number of the group */
async function groupSection (conditions, results, charts, number) {
  const [settings, machine] = conditions.split('\n')
  const days = [...new Set(results.map(({ startedAt }) => startedAt.slice(0, 10)))].sort()
  const figures = await Promise.all(charts.map((chart) => chartSection(chart, `${number} ${chart.title}`)))
  return html`<section><h2>${settings}</h2>
<p class="muted">${machine}; measured on ${days.join(', ')}</p>
<div class="charts">${figures}</div></section>\n`
}

/** @param {Chart} chart @param {string} id */
async function chartSection (chart, id) {
  const notes = (chart.notes ?? []).map((note) => html`<p>${note}</p>`)
  return html`
<section><h3>${chart.title}</h3>
<figure>${markup(await drawChart(chart, id))}<figcaption>${notes}</figcaption></figure>
<details><summary>${chart.title} as a table</summary><div class="scroll">${table(chart)}</div></details></section>`
}

const table = (/** @type {Chart} */ { head, rows }) => html`<table>
<tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</table>`

/** @param {string[]} profiles */
function profileLinks (profiles) {
  if (!profiles.length) return html`<p class="muted">No profiles yet: <code>make flame-slow</code> makes one.</p>`
  const links = profiles.map((href) => html`<li><a href="${href}">${href.replace(/^.*\/|\.html$/g, '')}</a></li>`)
  return html`<section><h2>Profiles</h2>\n<ul>${links}</ul></section>`
}

module.exports = { report }

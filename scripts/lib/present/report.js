'use strict'

// The report: what was measured, as one page without scripts that opens from disk.

const { comparisons } = require('./charts/comparisons')
const { cpu } = require('./charts/cpu')
const { growth } = require('./charts/growth')
const { labChart } = require('./charts/lab')
const { latency } = require('./charts/latency')
const { overTime } = require('./charts/over-time')
const { ratesChart } = require('./charts/rates')
const { throughput } = require('./charts/throughput')
const { drawChart } = require('./draw-chart')
const { html, markup } = require('./html')
const { judgeComparison } = require('../experiments/judgement')
const { describeEnvironment } = require('./table')
const { variables } = require('./theme')

const ORDER = ['slow', 'fast', 'optimized', 'baseline'] // others after these

const STYLE = `${variables}
body{margin:0 auto;max-width:80rem;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.25rem;margin:0 0 .25rem}
p{margin:.25rem 0;max-width:65ch}.muted,figcaption{color:var(--muted);font-size:.9rem}
main{display:grid;gap:2.5rem;margin:1.5rem 0;grid-template-columns:repeat(auto-fit,minmax(min(100%,34rem),1fr))}
section{min-width:0}figure{margin:0}svg{display:block;width:100%;height:auto;max-width:46rem}
a{color:var(--accent)}summary{cursor:pointer;color:var(--accent);padding:.25rem 0}.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .7rem;border-bottom:1px solid var(--faint);text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
@media print{details{display:none}}`

/**
 * @param {object} measured
 * @param {any[]} measured.saved results, comparisons and growths, the oldest first
 * @param {string[]} measured.profiles their pages, relative to the report
 * @returns {Promise<string>} HTML
 */
async function report ({ saved, profiles }) {
  const loads = latestOf(saved.filter(({ kind, load }) => !kind && !load.rate), ({ target, load }) => target === 'url' ? load.url : target)
  const results = loads.sort((a, b) => place(a) - place(b))
  const seconds = results.filter(({ requests }) => requests.perSecond.length > 1)
  const growths = latestOf(saved.filter(({ kind }) => kind === 'growth'), ({ stage }) => stage)
  const compared = latestOf(saved.filter(({ kind }) => kind === 'comparison'), ({ a, b }) => `${a} ${b}`)
    .map((comparison) => ({ a: comparison.a, b: comparison.b, verdict: judgeComparison(comparison) }))

  const labs = latestOf(saved.filter(({ kind }) => kind === 'lab'), ({ lab }) => lab)
    .flatMap(({ title, experiments }) => experiments.filter(({ skipReason }) => !skipReason).map((experiment) => ({ title, experiment })))

  const sections = await Promise.all([
    section(results, throughput, 'make bench'),
    section(seconds, overTime, 'make bench'),
    section(results, latency, 'make bench'),
    section(results, cpu, 'make bench'),
    section(compared, comparisons, 'make compare A=slow B=fast'),
    section(growths, growth, 'make growth STAGE=slow'),
    ...labs.map((lab) => section([lab], ([lab]) => lab.experiment.table === 'core' ? ratesChart(lab) : labChart(lab)))
  ])
  return String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Keeping Node.js fast: a report</title>
<style>${markup(STYLE)}</style>
<h1>Keeping Node.js fast: what was measured</h1>
${[...new Set(saved.filter(({ kind }) => !kind).map(describeEnvironment))].map((line) => html`<p class="muted">${line}</p>`)}
<p>The newest result of each; runs at a constant RATE are left out. Each figure stands in a table under its chart.</p>
<main>${sections}
${links(profiles)}
</main>
</html>
`)
}

/** One chart with its words and its table, or the command that would make it. */
async function section (data, chartOf, command) {
  if (!data.length) return html`\n<section><p class="muted">Nothing here yet: <code>${command}</code> measures it.</p></section>`
  const chart = chartOf(data)
  return html`
<section><h2>${chart.title}</h2>
<figure>${markup(await drawChart(chart))}<figcaption>${(chart.notes ?? []).map((note) => html`<p>${note}</p>`)}</figcaption></figure>
<details><summary>${chart.title} as a table</summary><div class="scroll">${table(chart)}</div></details></section>`
}

const table = ({ head, rows }) => html`<table>
<tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</table>`

function links (profiles) {
  if (!profiles.length) return html`<section><p class="muted">No profiles yet: <code>make flame-slow</code> makes one.</p></section>`
  return html`<section><h2>Profiles</h2>
<ul>${profiles.map((href) => html`<li><a href="${href}">${href.replace(/^.*\/|\.html$/g, '')}</a></li>`)}</ul></section>`
}

/** The last of each name, in the order in which the names came first. */
function latestOf (all, nameOf) {
  return [...new Map(all.map((one) => [nameOf(one), one])).values()]
}

const place = ({ target }) => ORDER.includes(target) ? ORDER.indexOf(target) : ORDER.length

module.exports = { report }

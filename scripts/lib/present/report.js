'use strict'

// The report: results on one page without scripts, which opens from disk.

const fs = require('node:fs')
const path = require('node:path')
const { analyzeComparison } = require('../experiments/analysis')
const { middleRun } = require('../experiments/series')
const { growthChart } = require('./charts/growth-chart')
const { overTimeChart } = require('./charts/over-time-chart')
const { comparisonsChart } = require('./charts/ratios-chart')
const { throughputChart } = require('./charts/throughput-chart')
const { drawChart } = require('./draw-chart')
const { html, Markup } = require('./html')
const { describeLoad, describeMachine, resultName } = require('./result-table')
const { summaryTable } = require('./summary-table')
const { themeStyle } = require('./theme')

/** @import { Result } from '../measure/types' */
/** @import { Figure, ReportKind } from './types' */

const CSS = fs.readFileSync(path.join(__dirname, 'report.css'), 'utf8').trimEnd()
const ORDER = ['slow', 'fast', 'optimized', 'baseline'] // other targets come after these

// Results of a kind share a section if their conditions and their machine are equal.
/** @type {Record<string, ReportKind>} */
const KINDS = {
  load: {
    conditions: ({ load }) => describeLoad(load),
    name: resultName,
    figures: (results) => loadFigures(results.map((result) => [result]))
  },
  series: {
    conditions: ({ settings }) =>
      `${describeLoad(settings)}, ${settings.runs} runs of each target in turns`,
    name: () => 'series', // only the newest: each has its own targets
    figures: ([{ targets }]) => loadFigures(targets.map((/** @type {any} */ { runs }) => runs))
  },
  comparison: {
    conditions: ({ settings }) => `Comparisons: ${describeLoad(settings)} in each run`,
    name: (comparison) => comparedNames(comparison).join(' → '),
    figures: (comparisons) => [comparisonsChart(comparisons.map((comparison) => {
      const [a, b] = comparedNames(comparison)
      return { a, b, analysis: analyzeComparison(comparison) }
    }))]
  },
  growth: {
    conditions: () => 'Growth: one request after another on one connection',
    name: ({ stage, code }) => `${stage} ${code}`,
    figures: (growths) => [growthChart(growths)]
  },
  diagnosis: {
    conditions: () => 'Diagnoses',
    name: resultName,
    figures: (diagnoses) => [{
      title: 'Verdicts',
      head: ['', 'verdict', 'evidence'],
      rows: diagnoses.map(({ target, first }) => [target, first.verdict, first.figure])
    }]
  }
}

/** A series of two targets is a comparison. @param {any} result */
function reportKind ({ kind, targets }) {
  return kind === 'series' && targets.length === 2 ? 'comparison' : kind
}

/** @param {any} comparison @returns {string[]} */
function comparedNames (comparison) {
  return comparison.targets.map((/** @type {any} */ { name, runs: [run] }) =>
    resultName({ ...run, target: name }))
}

/** @param {Result[][]} series The runs of each target. @returns {Figure[]} */
function loadFigures (series) {
  const sorted = series.toSorted(([a], [b]) => rank(a) - rank(b))
  const runs = sorted.map(middleRun)
  const figures = [{ ...throughputChart(runs), ...summaryTable(sorted) }]
  const withSeconds = runs.filter(({ requests }) => requests.perSecond.length > 1)
  if (withSeconds.length) figures.push(overTimeChart(withSeconds))
  return figures
}

/** @param {Result} result */
function rank ({ target }) {
  return ORDER.includes(target) ? ORDER.indexOf(target) : ORDER.length
}

/**
 * Builds the report as HTML.
 * @param {object} contents
 * @param {any[]} contents.saved Results, the oldest first. Those at a constant rate
 *   are left out: they do not show how fast a server is.
 * @param {string[]} contents.profiles Pages of profiles, relative to the report.
 * @returns {Promise<string>}
 */
async function report ({ saved, profiles }) {
  /** @type {InstanceType<typeof Markup>[]} */
  const sections = []
  const shown = saved.filter(({ load, settings }) => !(load ?? settings)?.rate)
  for (const [kind, { conditions, name, figures }] of Object.entries(KINDS)) {
    const results = shown.filter((result) => reportKind(result) === kind)
    /** @type {Map<string, any[]>} */
    const groups = new Map()
    for (const result of results) {
      const heading = `${conditions(result)}\n${describeMachine(result.environment)}`
      groups.set(heading, [...groups.get(heading) ?? [], result])
    }
    for (const [heading, group] of [...groups].reverse()) {
      const newest = [...new Map(group.map((result) => [name(result), result])).values()]
      const number = sections.length
      sections.push(await groupSection(heading, newest, figures(newest), number))
    }
  }
  return String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Keeping Node.js fast: a report</title>
<style>${new Markup(`${themeStyle()}\n${CSS}`)}</style>
<main>
<h1>Keeping Node.js fast: what was measured</h1>
<p>Results are grouped by their settings, machine and Node.js version. Each group shows the newest
result of each target. Runs at a constant RATE are left out. A table under each chart has its
figures.</p>
${sections}
${profileLinks(profiles)}
</main>
</html>
`)
}

/**
 * @param {string} heading
 * @param {any[]} results
 * @param {Figure[]} figures
 * @param {number} number Of the section, for ids.
 */
async function groupSection (heading, results, figures, number) {
  const [conditions, machine] = heading.split('\n')
  const days = new Set(results.map(({ startedAt }) => startedAt.slice(0, 10)))
  const sections = []
  for (const figure of figures) {
    sections.push(await figureSection(figure, `${number} ${figure.title}`))
  }
  return html`<section><h2>${conditions}</h2>
<p class="muted">${machine}; measured on ${[...days].sort().join(', ')}</p>
<div class="charts">${sections}</div></section>\n`
}

/** @param {Figure} figure @param {string} id */
async function figureSection (figure, id) {
  const { title, alt = '', notes = [], spec } = figure
  if (!spec) return html`\n<section><h3>${title}</h3>\n${figureTable(figure)}</section>`
  return html`
<section><h3>${title}</h3>
<figure>${new Markup(await drawChart({ alt, spec }, id))}
<figcaption>${notes.map((note) => html`<p>${note}</p>`)}</figcaption></figure>
<details><summary>${title} as a table</summary>${figureTable(figure)}</details></section>`
}

/** A wide table scrolls, also by the keyboard. @param {Figure} figure */
function figureTable ({ title, head, rows }) {
  const heads = head.map((cell) => cell ? html`<th scope="col">${cell}</th>` : html`<td></td>`)
  const lines = rows.map((row) => {
    const cells = row.map((cell) => html`<td>${cell.replaceAll('\n', '; ')}</td>`)
    return html`<tr>${cells}</tr>\n`
  })
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table>
<tr>${heads}</tr>
${lines}</table></div>`
}

/** @param {string[]} profiles */
function profileLinks (profiles) {
  if (!profiles.length) return ''
  const links = profiles.map((href) =>
    html`<li><a href="${href}">${path.posix.basename(href, '.html')}</a></li>`)
  return html`<section><h2>Profiles</h2>\n<ul>${links}</ul></section>`
}

module.exports = { report }

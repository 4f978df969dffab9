'use strict'

// The report: results on one page without scripts, which opens from disk.

/** @import { Result } from '../measure/types' */
/** @import { Figure, ReportKind } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { STAGES } = require('../base/stages')
const { middleRun } = require('../experiments/series')
const { growthChart } = require('./charts/growth-chart')
const { overTimeChart } = require('./charts/over-time-chart')
const { comparisonsChart } = require('./charts/ratios-chart')
const { throughputChart } = require('./charts/throughput-chart')
const { drawChart } = require('./draw-chart')
const { html, Markup } = require('./html')
const { describeLoad, describeMachine } = require('./result-table')
const { themeStyle } = require('./theme')

const CSS = fs.readFileSync(path.join(__dirname, 'report.css'), 'utf8').trimEnd()
const ORDER = [...STAGES, 'baseline'] // other targets come after these

/** @type {Record<string, ReportKind>} */
const KINDS = {
  load: {
    conditions: ({ load }) => describeLoad(load),
    name: ({ target }) => target,
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
    name: ({ targets: [a, b] }) => `${a.name} → ${b.name}`,
    figures: (comparisons) => [comparisonsChart(comparisons)]
  },
  growth: {
    conditions: () => 'Growth: one request after another on one connection',
    name: ({ stage }) => stage,
    figures: (growths) => [growthChart(growths)]
  },
  diagnosis: {
    conditions: () => 'Diagnoses',
    name: ({ target }) => target,
    figures: (diagnoses) => [{
      title: 'Verdicts',
      head: ['', 'verdict', 'evidence'],
      rows: diagnoses.map(({ target, first }) => [target, first.verdict, first.figure])
    }]
  }
}

/** @param {any} result @returns {string} a series of two targets is a comparison */
function reportKind ({ kind, targets }) {
  return kind === 'series' && targets.length === 2 ? 'comparison' : kind
}

/** @param {Result[][]} series the runs of each target @returns {Figure[]} */
function loadFigures (series) {
  const rank = (/** @type {Result[]} */ [{ target }]) => (ORDER.indexOf(target) + 1) || Infinity
  const sorted = series.toSorted((a, b) => rank(a) - rank(b) || 0)
  const runs = sorted.map(middleRun)
  const withSeconds = runs.filter(({ requests }) => requests.perSecond.length > 1)
  /** @type {Figure[]} */
  const figures = [throughputChart(sorted)]
  if (withSeconds.length) figures.push(overTimeChart(withSeconds))
  return figures
}

/**
 * Builds the report as HTML. Results of a kind share a section if their conditions and their
 * machine are equal.
 * @param {object} contents
 * @param {any[]} contents.saved results, the oldest first; those at a constant rate are left out:
 *   they do not show how fast a server is
 * @param {string[]} contents.profiles pages of profiles, relative to the report
 * @returns {Promise<string>}
 */
async function report ({ saved, profiles }) {
  /** @type {Markup[]} */
  const sections = []
  const compared = saved.filter(({ load, settings }) => !(load ?? settings)?.rate)
  for (const [kind, { conditions, name, figures }] of Object.entries(KINDS)) {
    /** @type {Map<string, any[]>} */
    const groups = new Map()
    for (const result of compared) {
      if (reportKind(result) !== kind) continue
      const heading = `${conditions(result)}\n${describeMachine(result.environment)}`
      groups.set(heading, [...groups.get(heading) ?? [], result])
    }
    for (const [heading, group] of [...groups].reverse()) {
      const newest = [...new Map(group.map((result) => [name(result), result])).values()]
      sections.push(await groupSection(heading, newest, figures(newest), sections.length))
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
figures. Add more with make bench, make compare, make growth, make diagnose and the profilers.</p>
${sections}
${profileLinks(profiles)}
</main>
</html>
`)
}

/** @type {(head: string, results: any[], figures: Figure[], number: number) => Promise<Markup>} */
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

/** @param {Figure} figure whose table scrolls, also by the keyboard, where it is too wide */
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

'use strict'

// The report: results on one page without scripts, which opens from disk.

const fs = require('node:fs')
const path = require('node:path')
const { middleRun } = require('../experiments/series')
const { growthChart, overTimeChart } = require('./charts/line-chart')
const { comparisonsChart, throughputChart } = require('./charts/row-chart')
const { describeLoad, describeMachine } = require('./describe')
const { drawChart } = require('./draw-chart')
const { html, Markup } = require('./html')
const { themeStyle } = require('./theme')

const CSS = fs.readFileSync(path.join(__dirname, 'report.css'), 'utf8').trimEnd()

// `conditions`: the heading that the results of a section share. `name`: of results with the same
// name, only the newest is shown. `figures`: what is shown.
const SECTIONS = {
  load: {
    conditions: ({ load }) => describeLoad(load),
    name: ({ target }) => target,
    figures: (results) => loadCharts(results.map((result) => [result]))
  },
  series: {
    conditions: ({ settings }) =>
      `${describeLoad(settings)}, ${settings.runs} runs of each target in turns`,
    name: () => 'series',
    figures: ([{ targets }]) => loadCharts(targets.map(({ runs }) => runs))
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

function loadCharts (series) {
  return [throughputChart(series), overTimeChart(series.map(middleRun))]
}

/**
 * Builds the report as HTML, with a section for equal conditions on one machine.
 * @param {object} contents
 * @param {any[]} contents.saved results, the oldest first
 * @param {string[]} contents.profiles pages of profiles, relative to the report
 */
async function report ({ saved, profiles }) {
  const sections = []
  for (const kind of Object.keys(SECTIONS)) {
    const results = saved.filter((result) => sectionOf(result) === kind)
    sections.push(...await kindSections(results, SECTIONS[kind]))
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

// A constant rate does not show how fast a server is.
function sectionOf ({ kind, load, settings, targets }) {
  if ((load ?? settings)?.rate) return null
  return kind === 'series' && targets.length === 2 ? 'comparison' : kind
}

async function kindSections (results, { conditions, name, figures }) {
  const groups = new Map()
  for (const result of results) {
    const heading = `${conditions(result)}\n${describeMachine(result.environment)}`
    const newest = groups.get(heading) ?? new Map()
    groups.set(heading, newest.set(name(result), result))
  }
  const sections = []
  for (const [heading, newest] of [...groups].reverse()) {
    const [title, machine] = heading.split('\n')
    const shown = [...newest.values()]
    const days = new Set(shown.map(({ startedAt }) => startedAt.slice(0, 10)))
    sections.push(html`<section><h2>${title}</h2>
<p class="muted">${machine}; measured on ${[...days].sort().join(', ')}</p>
<div class="charts">${await Promise.all(figures(shown).map(figureSection))}</div></section>\n`)
  }
  return sections
}

async function figureSection (figure) {
  const { title, notes, spec } = figure
  const table = figureTable(figure)
  if (!spec) return html`<section><h3>${title}</h3>\n${table}</section>\n`
  return html`<section><h3>${title}</h3>
<figure>${new Markup(await drawChart(figure))}
<figcaption>${notes.map((note) => html`<p>${note}</p>`)}</figcaption></figure>
<details><summary>${title} as a table</summary>${table}</details></section>\n`
}

// Where a table is too wide, it scrolls, also by the keyboard.
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

function profileLinks (profiles) {
  if (!profiles.length) return ''
  const links = profiles.map((href) =>
    html`<li><a href="${href}">${path.posix.basename(href, '.html')}</a></li>`)
  return html`<section><h2>Profiles</h2>\n<ul>${links}</ul></section>`
}

module.exports = { report }

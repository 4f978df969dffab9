// The six charts, drawn by uPlot: the same seconds under each other, one curve a target.

import uPlot from './uplot/uPlot.esm.js'
import { short } from './format.js'
import { METRICS } from './metrics.js'

const DASHES = { slow: [], fast: [10, 5], optimized: [2, 4], exercise: [10, 4, 2, 4] }
const LOWEST = 0.1 // of a log axis: what is less, 0 too, lies on the bottom line

/** The colour that a class gives: a canvas does not know CSS variables. */
function colour (box, name, property = 'color') {
  const probe = document.createElement('i')
  probe.className = name
  box.append(probe)
  const found = window.getComputedStyle(probe)[property]
  probe.remove()
  return found
}

/**
 * @param {HTMLElement} box
 * @param {import('./metrics.js').Metric} metric
 * @param {object} how
 * @param {string[]} how.targets a curve for each
 * @param {number} how.duration s
 * @param {boolean} how.log
 * @returns {{draw: (legs: import('./state.js').Leg[]) => void, resize: () => void, destroy: () => void}}
 */
export function chart (box, metric, { targets, duration, log }) {
  const logarithmic = log && metric.log
  const numerals = box.parentElement.querySelector('.numerals')
  const ink = { stroke: colour(box, 'probe'), grid: { stroke: colour(box, 'probe', 'borderTopColor'), width: 1 }, ticks: { show: false }, font: '14px system-ui, sans-serif' }
  const size = () => ({ width: box.clientWidth, height: box.clientHeight })
  const plot = new uPlot({ // eslint-disable-line new-cap
    ...size(),
    padding: [8, 22, 0, 0],
    legend: { show: false },
    cursor: { sync: { key: 'time' }, drag: { x: false, y: false }, points: { size: 8 } },
    scales: {
      x: { time: false, range: (plot, min, max) => [0, Math.max(duration, max ?? 0)] },
      y: { distr: logarithmic ? 3 : 1, range: (plot, min, max) => logarithmic ? decades(min, max) : [0, Math.max(metric.least, (max ?? 0) * 1.08)] }
    },
    axes: [
      { ...ink, size: 26, space: 60, values: (plot, splits) => splits.map((second) => `${second} s`) },
      { ...ink, size: 52, space: logarithmic ? 18 : 32, values: (plot, splits) => splits.map(tick), ...(logarithmic && { filter: powers, grid: { ...ink.grid, filter: powers } }) }
    ],
    series: [{}, ...targets.map((name) => ({
      label: name, stroke: colour(numerals, name), width: 3, dash: DASHES[name], spanGaps: true, points: { show: false }
    }))]
  }, empty(targets), box)

  return {
    draw: (legs) => plot.setData(table(legs, targets, metric, logarithmic)),
    resize: () => plot.setSize(size()),
    destroy: () => plot.destroy()
  }
}

const empty = (targets) => [[], ...targets.map(() => [])]

/** The lines of a log axis: one a power of ten. */
const powers = (plot, splits) => splits.map((value) => Number.isInteger(Math.log10(value)) ? value : null)
const tick = (value) => value === null ? '' : value === LOWEST ? '≤ 0.1' : short(value)

function decades (min, max) {
  const power = (value, round) => 10 ** round(Math.log10(Math.max(value ?? LOWEST, LOWEST)))
  const lowest = power(min, Math.floor)
  return [lowest, Math.max(power(max, Math.ceil), lowest * 100)]
}

/** The curves over one list of seconds, as uPlot wants them. */
function table (legs, targets, { now, scale }, logarithmic) {
  if (!legs.some(({ glances }) => glances.length)) return empty(targets)
  return uPlot.join(targets.map((name, i) => {
    const told = (legs[i]?.glances ?? []).filter((glance) => now(glance) != null)
    const values = told.map((glance) => now(glance) * scale)
    return [told.map(({ time }) => time), logarithmic ? values.map((value) => Math.max(value, LOWEST)) : values]
  }))
}

const text = (className, textContent) => Object.assign(document.createElement('span'), { className, textContent })

/**
 * @param {HTMLElement} section
 * @returns {Map<import('./metrics.js').Metric, {numerals: HTMLElement, span: HTMLElement, box: HTMLElement}>}
 */
export function panels (section) {
  return new Map(METRICS.map((metric) => {
    const panel = document.createElement('article')
    panel.className = 'panel'
    panel.id = metric.id
    const title = document.createElement('h2')
    const span = text('span', '')
    const label = document.createElement('b')
    label.append(metric.label, text('of', metric.unit && `, ${metric.unit}`))
    title.append(label, span)
    const numerals = document.createElement('ul')
    numerals.className = 'numerals'
    const box = document.createElement('div')
    box.className = 'chart'
    box.role = 'img'
    box.ariaLabel = `${metric.label} over the seconds of the run`
    panel.append(title, numerals, box)
    section.append(panel)
    return [metric, { numerals, span, box }]
  }))
}

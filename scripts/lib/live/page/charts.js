// The six charts, drawn by uPlot: the same seconds below each other, one curve for each target.

import uPlot from './uplot/uPlot.esm.js'
import { create } from './dom.js'
import { short } from './format.js'
import { METRICS } from './metrics.js'

/** @typedef {import('./metrics.js').Metric} Metric */
/** @typedef {import('./state.js').Run} Run */
/** @typedef {{metric: Metric, numerals: HTMLElement, span: HTMLElement, box: HTMLElement}} Panel */
/** @typedef {{targets: string[], duration: number, log: boolean}} Options a curve for each target; `duration` in s */
/** @typedef {{draw: (runs: Run[]) => void, resize: () => void, destroy: () => void}} Chart */

/** @type {Record<string, number[]>} */
const DASHES = { slow: [], fast: [10, 5], optimized: [2, 4], exercise: [10, 4, 2, 4], own: [6, 2] }
const LOWEST = 0.1 // of a log axis: lower values, 0 too, lie on the bottom line

/** @type {(target: string) => string} the class that has its colour */
export const colourClass = (target) => target in DASHES ? target : 'own'

/** @type {(parent: HTMLElement, className: string, property?: 'color'|'borderTopColor') => string} */
function colour (parent, className, property = 'color') { // a canvas does not know CSS variables
  const element = create('i', { className })
  parent.append(element)
  const found = window.getComputedStyle(element)[property]
  element.remove()
  return found
}

/** @type {(panel: Panel, options: Options) => Chart} */
export function createChart ({ metric, box, numerals }, { targets, duration, log }) {
  const logarithmic = log && metric.log
  const line = { stroke: colour(box, 'lines', 'borderTopColor'), width: 1 }
  const axis = { stroke: colour(box, 'lines'), grid: line, ticks: { show: false }, font: '14px system-ui, sans-serif' }
  /** @type {import('uplot').Range.Function} */
  const range = (plot, min, max) => logarithmic ? decades(min, max) : [0, Math.max(metric.least, (max ?? 0) * 1.08)]
  const vertical = logarithmic ? { space: 18, filter: powers, grid: { ...line, filter: powers } } : { space: 32 }
  const size = () => ({ width: box.clientWidth, height: box.clientHeight })
  const plot = new uPlot({ // eslint-disable-line new-cap
    ...size(),
    padding: [8, 22, 0, 0],
    legend: { show: false },
    cursor: { sync: { key: 'time' }, drag: { x: false, y: false }, points: { size: 8 } },
    scales: {
      x: { time: false, range: (plot, min, max) => [0, Math.max(duration, max ?? 0)] },
      y: { distr: logarithmic ? 3 : 1, range }
    },
    axes: [
      { ...axis, size: 26, space: 60, values: (plot, splits) => splits.map((second) => `${second} s`) },
      { ...axis, size: 52, values: (plot, splits) => splits.map(tickLabel), ...vertical }
    ],
    series: [{}, ...targets.map((name) => ({
      label: name,
      stroke: colour(numerals, colourClass(name)),
      width: 3,
      dash: DASHES[colourClass(name)],
      spanGaps: true,
      points: { show: false }
    }))]
  }, curves([], targets, metric, logarithmic), box)

  return {
    draw: (runs) => plot.setData(curves(runs, targets, metric, logarithmic)),
    resize: () => plot.setSize(size()),
    destroy: () => plot.destroy()
  }
}

/** The lines of a log axis: one for each power of ten. @type {import('uplot').Axis.Filter} */
const powers = (plot, splits) => splits.map((value) => Number.isInteger(Math.log10(value)) ? value : null)
/** @param {number|null} value */
const tickLabel = (value) => value === null ? '' : value === LOWEST ? '≤ 0.1' : short(value)

/** @type {(min: number|null, max: number|null) => [number, number]} powers of ten around them */
function decades (min, max) {
  const lowest = 10 ** Math.floor(Math.log10(Math.max(min ?? LOWEST, LOWEST)))
  return [lowest, Math.max(10 ** Math.ceil(Math.log10(Math.max(max ?? LOWEST, LOWEST))), lowest * 100)]
}

/** @type {(runs: Run[], targets: string[], metric: Metric, logarithmic: boolean) => import('uplot').AlignedData} */
function curves (runs, targets, { now, scale }, logarithmic) {
  if (!targets.length) return [[]]
  return uPlot.join(targets.map((name, i) => {
    const samples = (runs[i]?.samples ?? []).filter((sample) => now(sample) != null)
    const values = samples.map((sample) => Math.max((now(sample) ?? 0) * scale, logarithmic ? LOWEST : -Infinity))
    return [samples.map(({ time }) => time), values]
  }))
}

/** @param {HTMLElement} section that gets a panel for each metric @returns {Panel[]} */
export function createPanels (section) {
  return METRICS.map((metric) => {
    const { id, label, unit } = metric
    const span = create('span', { className: 'span' })
    const name = create('b', {}, label, create('span', { className: 'of' }, unit && `, ${unit}`))
    const numerals = create('ul', { className: 'numerals' })
    const box = create('div', { className: 'chart', role: 'img', ariaLabel: `${label} over the seconds of the run` })
    section.append(create('article', { className: 'panel', id }, create('h2', {}, name, span), numerals, box))
    return { metric, numerals, span, box }
  })
}

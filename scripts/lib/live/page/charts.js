// The six charts, drawn by uPlot: the same seconds below each other, one curve for each target.

import uPlot from './uplot/uPlot.esm.js'
import { short } from './format.js'
import { METRICS } from './metrics.js'

/** @typedef {import('./metrics.js').Metric} Metric */
/** @typedef {import('./state.js').Run} Run */
/** @typedef {{numerals: HTMLElement, span: HTMLElement, box: HTMLElement}} Panel */
/** @typedef {{draw: (runs: Run[]) => void, resize: () => void, destroy: () => void}} Chart */

/** @type {Record<string, number[]>} */
const DASHES = { slow: [], fast: [10, 5], optimized: [2, 4], exercise: [10, 4, 2, 4] }
const LOWEST = 0.1 // of a log axis: lower values, 0 too, lie on the bottom line

/** @param {HTMLElement} parent @param {string} className @param {'color'|'borderTopColor'} [property] */
function colour (parent, className, property = 'color') { // a canvas does not know CSS variables
  const element = Object.assign(document.createElement('i'), { className })
  parent.append(element)
  const found = window.getComputedStyle(element)[property]
  element.remove()
  return found
}

/**
 * @param {Panel} panel
 * @param {Metric} metric
 * @param {{targets: string[], duration: number, log: boolean}} options a curve for each target; `duration` in s
 * @returns {Chart}
 */
export function createChart ({ box, numerals }, metric, { targets, duration, log }) {
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
      label: name, stroke: colour(numerals, name), width: 3, dash: DASHES[name], spanGaps: true, points: { show: false }
    }))]
  }, empty(targets), box)

  return {
    draw: (runs) => plot.setData(curves(runs, targets, metric, logarithmic)),
    resize: () => plot.setSize(size()),
    destroy: () => plot.destroy()
  }
}

/** @param {string[]} targets @returns {import('uplot').AlignedData} */
const empty = (targets) => [[], ...targets.map(() => [])]

/** The lines of a log axis: one for each power of ten. @type {import('uplot').Axis.Filter} */
const powers = (plot, splits) => splits.map((value) => Number.isInteger(Math.log10(value)) ? value : null)
/** @param {number|null} value */
const tickLabel = (value) => value === null ? '' : value === LOWEST ? '≤ 0.1' : short(value)

/** @param {number|null} min @param {number|null} max @returns {[number, number]} powers of ten around them */
function decades (min, max) {
  const lowest = 10 ** Math.floor(Math.log10(Math.max(min ?? LOWEST, LOWEST)))
  return [lowest, Math.max(10 ** Math.ceil(Math.log10(Math.max(max ?? LOWEST, LOWEST))), lowest * 100)]
}

/** @param {Run[]} runs @param {string[]} targets @param {Metric} metric @param {boolean} logarithmic */
function curves (runs, targets, { now, scale }, logarithmic) {
  if (!runs.some(({ samples }) => samples.length)) return empty(targets)
  return uPlot.join(targets.map((name, i) => {
    const points = (runs[i]?.samples ?? []).flatMap((sample) => {
      const value = now(sample)
      return value == null ? [] : [{ time: sample.time, value: value * scale }]
    })
    const values = points.map(({ value }) => logarithmic ? Math.max(value, LOWEST) : value)
    return [points.map(({ time }) => time), values]
  }))
}

/** @param {string} className @param {string} textContent */
const text = (className, textContent) => Object.assign(document.createElement('span'), { className, textContent })

/** @param {HTMLElement} section that gets a panel for each metric @returns {{metric: Metric, panel: Panel}[]} */
export function createPanels (section) {
  return METRICS.map((metric) => {
    const panel = Object.assign(document.createElement('article'), { className: 'panel', id: metric.id })
    const title = document.createElement('h2')
    const label = document.createElement('b')
    const span = text('span', '')
    label.append(metric.label, text('of', metric.unit && `, ${metric.unit}`))
    title.append(label, span)
    const numerals = Object.assign(document.createElement('ul'), { className: 'numerals' })
    const ariaLabel = `${metric.label} over the seconds of the run`
    const box = Object.assign(document.createElement('div'), { className: 'chart', role: 'img', ariaLabel })
    panel.append(title, numerals, box)
    section.append(panel)
    return { metric, panel: { numerals, span, box } }
  })
}

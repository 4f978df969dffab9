// The six charts, drawn by uPlot: the same seconds below each other, one curve for each series.

import uPlot from './uplot/uPlot.esm.js'
import { create } from './dom.js'
import { short } from './labels.js'
import { METRICS, TIMEOUT } from './metrics.js'

/** @typedef {import('./metrics.js').Metric} Metric */
/** @typedef {import('./state.js').Series} Series */
/** @typedef {{name: HTMLElement, numerals: HTMLElement, code: HTMLElement, span: HTMLElement}} Texts */
/** @typedef {Texts & {metric: Metric, panel: HTMLElement, box: HTMLElement}} Panel */
/** @typedef {{series: Series[], duration: number, log: boolean}} Options `duration` in s */
/** @typedef {{draw: (series: Series[]) => void, destroy: () => void}} Chart */

/** @type {Record<string, number[]>} */
const DASHES = { slow: [], fast: [10, 5], optimized: [2, 4], exercise: [10, 4, 2, 4], own: [6, 2] } // em / 14
const LOWEST = 0.1 // of a log axis: lower values, 0 too, lie on the bottom line

/** @param {string} target */
const known = (target) => target in DASHES ? target : 'own'
/** @type {(series: Pick<Series, 'target'|'pinned'>) => string} the classes that have its colour */
export const colourClass = ({ target, pinned }) => `${known(target)}${pinned ? ' pinned' : ''}`

/** @type {(parent: HTMLElement, className: string, property?: 'color'|'borderTopColor') => string} */
function colour (parent, className, property = 'color') { // a canvas does not know CSS variables
  const element = create('i', { className })
  parent.append(element)
  const found = window.getComputedStyle(element)[property]
  element.remove()
  return found
}

/** @type {(panel: Panel, options: Options) => Chart} */
export function createChart ({ metric, box, numerals }, { series, duration, log }) {
  const logarithmic = log && metric.log
  const em = parseFloat(window.getComputedStyle(box).fontSize) // it follows the window, and all sizes follow it
  const px = (/** @type {number} */ ems) => Math.round(ems * em)
  const line = { stroke: colour(box, 'lines', 'borderTopColor'), width: 1 }
  const font = `${px(1)}px system-ui, sans-serif`
  const axis = { stroke: colour(box, 'lines'), grid: line, ticks: { show: false }, font }
  /** @type {import('uplot').Range.Function} */
  const range = (plot, min, max) => logarithmic ? decades(min, max) : [0, Math.max(metric.least, (max ?? 0) * 1.08)]
  const vertical = logarithmic
    ? { space: px(1.3), filter: powers, grid: { ...line, filter: powers } }
    : { space: px(2.3) }
  const time = { size: px(1.9), space: px(4.3), incrs: [1, 2, 5, 10, 20, 30, 60] }
  const plot = new uPlot({ // eslint-disable-line new-cap
    width: box.clientWidth,
    height: box.clientHeight,
    padding: [px(0.6), px(1.6), 0, 0],
    legend: { show: false },
    cursor: { sync: { key: 'time' }, drag: { x: false, y: false, click: () => {} }, points: { size: px(0.6) } },
    scales: {
      x: { time: false, range: (plot, min, max) => [0, Math.max(duration, max ?? 0)] },
      y: { distr: logarithmic ? 3 : 1, range }
    },
    axes: [
      { ...axis, ...time, values: (plot, splits) => splits.map((second) => `${second} s`) },
      { ...axis, size: px(3.7), values: (plot, splits) => splits.map(tickLabel), ...vertical }
    ],
    series: [{}, ...series.map(({ target, pinned }) => {
      const stroke = colour(numerals, colourClass({ target, pinned }))
      return {
        label: target,
        stroke,
        width: em * (pinned ? 0.1 : 0.2),
        dash: DASHES[known(target)].map((length) => length * em / 14),
        spanGaps: true,
        points: { show: isPoint, size: px(0.7), fill: stroke }
      }
    })]
  }, curves(series, metric, logarithmic), box)

  return {
    draw: (series) => plot.setData(curves(series, metric, logarithmic)),
    destroy: () => plot.destroy()
  }
}

/** One sample alone makes no line. @type {import('uplot').Series.Points.Show} */
const isPoint = (plot, i) => Array.from(plot.data[i]).filter((value) => value != null).length === 1

/** The lines of a log axis: one for each power of ten. @type {import('uplot').Axis.Filter} */
const powers = (plot, splits) => splits.map((value) => Number.isInteger(Math.log10(value)) ? value : null)
/** @param {number|null} value */
const tickLabel = (value) => value === null ? '' : value === LOWEST ? '≤ 0.1' : short(value)

/** @type {(min: number|null, max: number|null) => [number, number]} powers of ten around them */
function decades (min, max) {
  const lowest = 10 ** Math.floor(Math.log10(Math.max(min ?? LOWEST, LOWEST)))
  return [lowest, Math.max(10 ** Math.ceil(Math.log10(Math.max(max ?? LOWEST, LOWEST))), lowest * 100)]
}

/** @type {(series: Series[], metric: Metric, logarithmic: boolean) => import('uplot').AlignedData} */
function curves (series, { now, scale }, logarithmic) {
  if (!series.length) return [[]]
  return uPlot.join(series.map(({ samples }) => {
    const read = samples.filter((sample) => now(sample) != null)
    const height = (/** @type {number} */ value) => value === Infinity ? TIMEOUT : value * scale
    const values = read.map((sample) => Math.max(height(now(sample) ?? 0), logarithmic ? LOWEST : -Infinity))
    return [read.map(({ time }) => time), values]
  }))
}

/** @param {HTMLElement} section that gets a panel for each metric @returns {Panel[]} */
export function createPanels (section) {
  return METRICS.map((metric) => {
    const { id, label, unit } = metric
    const span = create('span', { className: 'span' })
    const code = create('code', {})
    const name = create('button', { type: 'button', ariaPressed: 'false' }, label,
      create('span', { className: 'of' }, unit && `, ${unit}`))
    const numerals = create('ul', { className: 'numerals' })
    const box = create('div', { className: 'chart', role: 'img', ariaLabel: `${label} over the seconds of the run` })
    const panel = create('article', { className: 'panel', id }, create('h2', {}, create('b', {}, name, code), span),
      numerals, box)
    section.append(panel)
    return { metric, panel, name, numerals, code, span, box }
  })
}

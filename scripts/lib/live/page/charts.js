// The charts, drawn by uPlot.

import uPlot from './uplot/uPlot.esm.js'
import { $ } from './dom.js'
import { number } from './labels.js'
import { TIMEOUT } from './metrics.js'

/** @import { AlignedData, Axis, Range, Series } from 'uplot' */
/** @import { Metric, Run } from './types' */

const DASHES = [[], [0.7, 0.4], [0.15, 0.3], [0.7, 0.3, 0.15, 0.3], [0.4, 0.15]] // em
const LOWEST = 1 // of a log axis: lower values lie on the bottom line

/**
 * Draws the chart of a metric.
 * @type {(metric: Metric, series: Run[], duration: number, log: boolean) => uPlot}
 */
export function createChart (metric, series, duration, log) {
  const box = $(metric.id).querySelector('.chart')
  const numerals = $(metric.id).querySelectorAll('li')
  const isLog = metric.log && log
  const { fontSize, color, borderTopColor } = window.getComputedStyle(box)
  const em = parseFloat(fontSize) // all sizes follow the window
  const grid = { stroke: borderTopColor, width: 1 }
  const axis = { stroke: color, grid, ticks: { show: false }, font: `${em}px system-ui` }
  /** @type {Axis} */
  const time = { ...axis, size: 2.3 * em, gap: 0.7 * em, space: 4.3 * em }
  time.values = (plot, splits) => splits.map((second) => `${number(second)} s`)
  /** @type {Axis} */
  const vertical = { ...axis, size: 4.4 * em, space: 2.3 * em }
  vertical.values = (plot, splits) => splits.map((value) => value === null ? '' : number(value))
  if (isLog) Object.assign(vertical, { filter: powers, grid: { ...grid, filter: powers } })
  const least = metric.id === 'cpu' ? 100 : 10
  const options = {
    width: box.clientWidth,
    height: box.clientHeight,
    padding: /** @type {uPlot.Padding} */ ([0.6 * em, 1.6 * em, 0, 0]),
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: fromZero(duration) },
      y: isLog ? { distr: 3, range: decades } : { range: fromZero(least) }
    },
    axes: [time, vertical],
    series: [{}, ...series.map((run, i) => curve(run, numerals[i], i, em))]
  }
  return new uPlot(options, dataOf(metric, series), box) // eslint-disable-line new-cap
}

/** @type {(run: Run, numeral: Element, i: number, em: number) => Series} */
function curve ({ pinned }, numeral, i, em) {
  const stroke = window.getComputedStyle(numeral).color // a canvas knows no CSS variables
  const width = em * (pinned ? 0.1 : 0.2)
  const dash = DASHES[i % DASHES.length].map((length) => length * em)
  return { stroke, width, dash, spanGaps: true, points: { size: 0.5 * em, fill: stroke } }
}

/** @type {(least: number) => Range.Function} */
const fromZero = (least) => (plot, min, max) => [0, Math.max(least, max)]

/** @type {Range.Function} */
function decades (plot, min, max) {
  return [10 ** Math.floor(Math.log10(min ?? 1)), 10 ** Math.ceil(Math.log10((max ?? 9) + 1))]
}

/** @type {Axis.Filter} */
const powers = (plot, splits) => splits.map((value) => Math.log10(value) % 1 ? null : value)

/** @type {(value: number, log: boolean) => number} */
function height (value, log) {
  if (value === Infinity) return TIMEOUT
  return log ? Math.max(value, LOWEST) : value
}

/** @type {(metric: Metric, series: Run[]) => AlignedData} the values of a chart */
export function dataOf ({ now, log }, series) {
  if (!series.length) return [[]]
  return uPlot.join(series.map(({ samples }) => {
    const read = samples.filter((sample) => now(sample) != null)
    const values = read.map((sample) => height(now(sample) ?? 0, log))
    return [read.map(({ time }) => time), values]
  }))
}

// The charts, drawn by uPlot.

import uPlot from './uplot/uPlot.esm.js'
import { $ } from './dom.js'
import { number } from './labels.js'
import { TIMEOUT } from './metrics.js'
import { pointsOf } from './state.js'

/** @import { AlignedData, Axis, Range, Series } from 'uplot' */
/** @import { Metric, Run } from './types' */

const DASHES = [[], [0.7, 0.4], [0.15, 0.3], [0.7, 0.3, 0.15, 0.3], [0.4, 0.15]] // em
const DOTS = [0.1, 0.4] // em
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
  const time = { ...axis, size: 2.4 * em, gap: 0.8 * em, space: 4.3 * em }
  time.values = (plot, splits) => splits.map((second) => `${number(second)} s`)
  /** @type {Axis} */
  const vertical = { ...axis, size: 4.4 * em, space: 2.3 * em }
  vertical.values = (plot, splits) => splits.map((value) => value === null ? '' : number(value))
  if (isLog) Object.assign(vertical, { filter: powers, grid: { ...grid, filter: powers } })
  const least = metric.id === 'cpu' ? 100 : 10
  const curves = series.map((run, i) => curve(run, numerals[i], i, em))
  const dash = DOTS.map((length) => length * em)
  const tails = curves.map((series) => ({ ...series, dash, points: { show: false } }))
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
    series: [{}, ...curves, ...tails],
    hooks: { draw: [writeBlocked] }
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

/** Writes the word below the end of each tail. @param {uPlot} plot */
function writeBlocked ({ root, ctx, data, valToPos }) {
  const { fontSize, color } = window.getComputedStyle(root)
  const em = parseFloat(fontSize) * uPlot.pxRatio
  ctx.font = `${em}px system-ui`
  ctx.fillStyle = color
  ctx.strokeStyle = window.getComputedStyle(document.body).backgroundColor
  ctx.lineWidth = 0.4 * em // a border, where the word lies on another curve
  ctx.textAlign = 'right'
  for (const tail of data.slice((data.length + 1) / 2)) {
    const end = tail.findLastIndex((value) => value != null)
    if (end < 0) continue
    const x = valToPos(data[0][end], 'x', true)
    const y = valToPos(tail[end] ?? 0, 'y', true) + em
    ctx.strokeText('blocked', x, y)
    ctx.fillText('blocked', x, y)
  }
}

/** @type {(least: number) => Range.Function} */
const fromZero = (least) => (plot, min, max) => [0, Math.max(least, max)]

/** @type {Range.Function} */
function decades (plot, min, max) {
  return [10 ** Math.floor(Math.log10(min ?? 1)), 10 ** Math.ceil(Math.log10((max ?? 9) + 1))]
}

/** @type {Axis.Filter} */
const powers = (plot, splits) => splits.map((value) => Math.log10(value) % 1 ? null : value)

/** @type {(value: number, log?: boolean) => number} */
function height (value, log) {
  if (value === Infinity) return TIMEOUT
  return log ? Math.max(value, LOWEST) : value
}

/** @type {(metric: Metric, series: Run[]) => AlignedData} a curve for each run, then the tails */
export function dataOf (metric, series) {
  if (!series.length) return [[]]
  const points = series.map((run) => pointsOf(run, metric))
  const lines = [...points.map(({ curve }) => curve), ...points.map(({ tail }) => tail)]
  return uPlot.join(lines.map((line) => [
    line.map(({ time }) => time),
    line.map(({ value }) => height(value ?? 0, metric.log))
  ]))
}

// The charts, drawn by uPlot.

import uPlot from './uplot/uPlot.esm.js'
import { $ } from './dom.js'
import { linesOf } from './figures.js'
import { UNITS } from './show.js'

const LINEAR = ['heap', 'cpu'] // whose axis is never logarithmic
const TIMEOUT = 10_000 // ms, after which the load generator gives up
const DOTS = [0.1, 0.4] // em
const LOW = 6 // em: a chart that has no room for more than two ticks

let charts = []

/** Draws all charts anew: a curve for each run, over so many seconds. */
export function createCharts (series, isLog, duration) {
  for (const { plot } of charts) plot.destroy()
  const shown = [...$('panels').children].filter((panel) => panel.checkVisibility())
  charts = shown.map((panel) => {
    const chart = { panel, isLog: isLog && !LINEAR.includes(panel.id) }
    return { ...chart, plot: createPlot(chart, series, duration) }
  })
}

export function updateCharts (series) {
  for (const chart of charts) chart.plot.setData(dataOf(chart, series))
}

function createPlot (chart, series, duration) {
  const { panel, isLog } = chart
  const box = panel.querySelector('.chart')
  const { fontSize, color, borderTopColor } = window.getComputedStyle(box)
  const em = parseFloat(fontSize) // all sizes follow the window
  const least = panel.id === 'cpu' ? 100 : 10
  const axis = {
    stroke: color,
    font: `${em}px system-ui`,
    grid: { stroke: borderTopColor, width: 1 },
    ticks: { show: false }
  }
  const horizontal = {
    ...axis,
    size: 2.4 * em,
    gap: 0.8 * em,
    incrs: [1, 2, 5, 10, 20, 60],
    space: 3 * em,
    values: (plot, splits) => splits.map((second) => `${second} s`)
  }
  const vertical = {
    ...axis,
    size: 5.2 * em,
    space: isLog ? 1 : 2.3 * em,
    incrs: isLog && [1],
    splits: isLog ? undefined : ticks,
    values: (plot, splits) => splits.map((value, i) => {
      const label = (isLog ? 10 ** value : value).toLocaleString('en-US')
      return i < splits.length - 1 ? label : `${label} ${UNITS[panel.id] ?? ''}`
    })
  }
  const options = {
    width: box.clientWidth,
    height: box.clientHeight,
    padding: [0.6 * em, 1.6 * em, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: (plot, min, max) => [0, Math.max(duration, max)] },
      y: { range: isLog ? decades : (plot, min, max) => [0, topOf(Math.max(least, max))] }
    },
    axes: [horizontal, vertical],
    series: [{}, ...series.flatMap((run, i) => stylesOf(panel, run, i, em))]
  }
  return new uPlot(options, dataOf(chart, series), box) // eslint-disable-line new-cap
}

// Gives the styles of a curve and of its tail. A canvas knows no CSS variables.
function stylesOf (panel, { pinned }, i, em) {
  const style = window.getComputedStyle(panel.querySelectorAll('li')[i])
  const dash = style.getPropertyValue('--dash').split(' ').filter(Boolean)
  const toPixels = (lengths) => lengths.map((length) => length * em)
  const curve = {
    stroke: style.color,
    width: em * (pinned ? 0.1 : 0.2),
    dash: toPixels(dash),
    spanGaps: true,
    points: { size: 0.5 * em, fill: style.color }
  }
  return [curve, { ...curve, dash: toPixels(DOTS), points: { show: false } }]
}

// A linear axis ends on a tick above the data.
function topOf (most) {
  const step = stepOf(most)
  return Math.ceil(most / step) * step
}

function stepOf (most) {
  const least = most / 4
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5].find((factor) => factor * power >= least) ?? 10
  return factor * power
}

function ticks (plot, axis, min, max) {
  const isLow = plot.bbox.height < LOW * parseFloat(window.getComputedStyle(plot.root).fontSize)
  const step = isLow ? max : stepOf(max)
  const values = []
  for (let i = 0; i * step <= max * 1.001; i++) values.push(i * step)
  return values
}

function decades (plot, min, max) {
  return [Math.floor(min ?? 0), Math.floor(max ?? 0) + 1]
}

// The times, then a curve and a tail for each run. A log axis shows powers of ten.
function dataOf ({ panel, isLog }, series) {
  if (!series.length) return [[]]
  const lines = series.flatMap((run) => linesOf(run, panel.id))
  return uPlot.join(
    lines.map((line) => {
      const times = line.map(({ time }) => time)
      const heights = line.map(({ value }) =>
        value === Infinity ? TIMEOUT : value
      )
      return [times, isLog ? heights.map(powerOfTen) : heights]
    })
  )
}

const powerOfTen = (value) => Math.log10(Math.max(value, 1))

// The charts, drawn by uPlot.

import uPlot from './uplot/uPlot.esm.js'
import { $ } from './dom.js'
import { curveOf, runsIn } from './figures.js'
import { UNITS } from './show.js'

const LINEAR = ['heap', 'cpu'] // whose axis is never logarithmic
const TIMEOUT = 10_000 // ms, after which the load generator gives up
const LOW = 6 // em: a chart that has no room for more than two ticks
const EMPTY = 1000 // req/s: the top of the axis before any run

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

/** Gives the second, and the requests per second, at which a pointer is. */
export function pointAt ({ clientX, clientY }) {
  const [{ plot }] = charts
  const { left, top } = plot.over.getBoundingClientRect()
  const second = Math.round(plot.posToVal(clientX - left, 'x'))
  return {
    second: Math.min(Math.max(second, 1), plot.scales.x.max),
    rate: Math.max(plot.posToVal(clientY - top, 'y'), 0)
  }
}

/** @returns {any} of a library without types */
function createPlot (chart, series, duration) {
  const { panel, isLog } = chart
  const box = panel.querySelector('.chart')
  const { fontSize, color, borderTopColor } = window.getComputedStyle(box)
  const em = parseFloat(fontSize) // all sizes follow the window
  let least = panel.id === 'cpu' ? 100 : 10
  if (series.every(({ isGuess }) => isGuess)) least = EMPTY
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
    size: (plot, labels) => 0.65 * em * Math.max(8, labels?.at(-1).length ?? 0),
    splits: isLog ? powers : ticks,
    values: (plot, splits) => splits.map((value, i) => {
      const label = value.toLocaleString('en-US')
      return i < splits.length - 1 ? label : `${label} ${UNITS[panel.id] ?? ''}`
    })
  }
  const linear = { range: (plot, min, max) => [0, topOf(Math.max(least, max))] }
  const options = {
    width: box.clientWidth,
    height: box.clientHeight,
    padding: [0.6 * em, 1.6 * em, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: (plot, min, max) => [0, Math.max(duration, max)] },
      y: isLog ? { distr: 3, range: decades } : linear
    },
    axes: [horizontal, vertical],
    series: [{}, ...runsIn(panel.id, series).map((run, i) => styleOf(panel, run, i, em))]
  }
  return new uPlot(options, dataOf(chart, series), box) // eslint-disable-line new-cap
}

// A canvas knows no CSS variables.
function styleOf (panel, { pinned }, i, em) {
  const style = window.getComputedStyle(panel.querySelectorAll('li')[i])
  const dash = style.getPropertyValue('--dash').split(' ').filter(Boolean)
  return {
    stroke: style.color,
    width: em * (pinned ? 0.1 : 0.2),
    dash: dash.map((length) => em * Number(length)),
    spanGaps: true,
    points: { size: 0.5 * em, fill: style.color }
  }
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

function powers (plot, axis, min, max) {
  const values = []
  for (let value = min; value <= max; value *= 10) values.push(value)
  return values
}

// From a power of ten to the next one above the data.
function decades (plot, min, max) {
  const exponentOf = (value) => Math.floor(Math.log10(value ?? 1))
  return [10 ** exponentOf(min), 10 ** (exponentOf(max) + 1)]
}

// The times, then the values of each run. A log axis has no zero.
function dataOf ({ panel, isLog }, series) {
  const lines = runsIn(panel.id, series).map((run) => curveOf(run, panel.id))
  if (!lines.length) return [[]]
  return uPlot.join(lines.map((line) => {
    const values = line.map(({ value }) => {
      return value === Infinity ? TIMEOUT : Math.max(value, isLog ? 1 : 0)
    })
    return [line.map(({ time }) => time), values]
  }))
}

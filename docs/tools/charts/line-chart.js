'use strict'

// Lines over time, or over the requests before. Each function gives a Vega-Lite spec.

/** @import { Growth } from '../../../scripts/lib/compare/types' */
/** @import { Result } from '../../../scripts/lib/load/types' */

const { WARM_UP } = require('../../../scripts/lib/compare/growth')
const { colour, colourOf, logAxis } = require('../draw-chart')

const MARGIN = 10 // px around the lines
const SECONDS = {
  scale: { nice: false, zero: false, padding: MARGIN },
  axis: {
    title: 'second',
    format: 'd',
    tickMinStep: 1,
    grid: false
  }
}

/** @param {Result[]} results one of each target; several need a log axis */
function overTimeChart (results) {
  const points = []
  for (const { target, requests } of results) {
    for (const [i, rate] of requests.perSecond.entries()) {
      points.push({ name: target, x: i + 1, y: Math.max(1, rate) }) // a log axis has no 0
    }
  }
  const y = results.length > 1
    ? logAxis('Requests per second, log axis', 3, MARGIN)
    : linearAxis('Requests per second')
  return lineChart(points, SECONDS, y)
}

/**
 * @param {{x: number, y: number}[]} points of slow, over the seconds
 * @param {string} title of the chart, with the unit
 */
function slowChart (points, title) {
  const named = points.map((point) => ({ name: 'slow', ...point }))
  return lineChart(named, SECONDS, linearAxis(title))
}

/** @param {Growth[]} growths one of each target @returns with the fits, dashed */
function growthChart (growths) {
  const points = []
  const fits = []
  for (const { target: name, samples, fit } of growths) {
    const fastest = Math.min(...samples.map(({ ms }) => ms))
    for (const { requests: x, ms } of samples) {
      const fitted = fit.a + fit.b * x
      points.push({ name, x, y: ms })
      if (fitted > fastest) fits.push({ name, x, y: fitted })
    }
  }
  const x = logAxis('requests served before, log axis', 3, MARGIN)
  const y = logAxis('Time of a request, ms, log axis', 2, MARGIN)
  const chart = lineChart(points, x, y)
  chart.layer.push({
    data: { values: fits },
    mark: { type: 'line', strokeDash: [3, 3], strokeWidth: 1.5 }
  })
  if (growths.length === 1) chart.layer.unshift(...warmUp(growths[0]))
  return chart
}

// Shades the first requests, which the fit leaves out.
function warmUp ({ samples }) {
  const end = samples[samples.length - 1].requests * WARM_UP
  return [
    {
      data: { values: [{ start: 1, end }] },
      mark: { type: 'rect', opacity: 0.6 },
      encoding: {
        x: { field: 'start', type: 'quantitative' },
        x2: { field: 'end' },
        y: { value: 0 },
        y2: { value: 'height' },
        color: { value: colour('faint') }
      }
    },
    {
      data: { values: [{}] },
      mark: { type: 'text', align: 'left', text: 'warm-up: V8 compiles' },
      encoding: {
        x: { value: 2 * MARGIN },
        y: { value: 14 },
        color: { value: colour('ink') }
      }
    }
  ]
}

function linearAxis (title) {
  return { axis: { title, format: ',d', tickCount: 4 } }
}

function lineChart (points, x, y) {
  const ends = {} // the last point of each line
  for (const point of points) ends[point.name] = point
  const names = Object.keys(ends)
  /** @type {any[]} */
  const layer = [{ mark: 'line' }]
  if (points.length <= 60) {
    layer.push({
      mark: 'point',
      encoding: { shape: { field: 'name', sort: names, legend: null } }
    })
  }
  let right = 12 // px
  if (names.length > 1) {
    layer.push(lineNames(Object.values(ends)))
    right = 7 * Math.max(...names.map((name) => name.length))
  }
  const { title, ...axis } = y.axis
  return {
    title,
    height: 150,
    padding: { left: 4, top: 8, right, bottom: 4 },
    data: { values: points },
    encoding: {
      x: { field: 'x', type: 'quantitative', ...x },
      y: { field: 'y', type: 'quantitative', ...y, axis: { ...axis, title: null } },
      color: colourOf('name', names)
    },
    layer
  }
}

// Writes the names at the ends of the lines, apart from each other.
function lineNames (ends) {
  const values = ends.sort((a, b) => b.y - a.y)
  for (const [i, end] of values.entries()) end.dy = 8 * (i - (ends.length - 1) / 2)
  return {
    data: { values },
    mark: { type: 'text', align: 'left', dx: 8, dy: { expr: 'datum.dy' } },
    encoding: { text: { field: 'name' } }
  }
}

module.exports = { growthChart, overTimeChart, slowChart }

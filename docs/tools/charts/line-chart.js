'use strict'

/** @import { Growth } from '../../../scripts/lib/compare/types' */
/** @import { Result } from '../../../scripts/lib/server/types' */
/** @import { Chart } from '../draw-chart' */

const { WARM_UP } = require('../../../scripts/lib/compare/growth')
const { number, significant } = require('../../../scripts/lib/cli/format')
const { colour, colourOf, logAxis } = require('./theme')

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

/**
 * @param {Result[]} results one of each target; several need a log axis
 * @returns {Chart} of req/s over time
 */
function overTimeChart (results) {
  const points = []
  const listed = []
  for (const { target, requests } of results) {
    const { perSecond } = requests
    for (const [i, rate] of perSecond.entries()) {
      points.push({ name: target, x: i + 1, y: Math.max(1, rate) }) // a log axis has no 0
    }
    const last = perSecond[perSecond.length - 1]
    listed.push(`${target} from ${number(perSecond[0])} to ${number(last)}`)
  }
  const isLog = results.length > 1
  const title = isLog ? 'req/s, log axis' : 'requests per second'
  const y = isLog ? logAxis(title, 3, MARGIN) : linearAxis(title)
  return {
    alt: `Requests per second over time: ${listed.join(', ')}.`,
    spec: lineSpec(points, SECONDS, y)
  }
}

/**
 * @param {string} target
 * @param {{time: number, probe: {listeners: number|null}|null}[]} samples of its load
 * @returns {Chart} of the listeners
 */
function listenersChart (target, samples) {
  const points = []
  for (const { time, probe } of samples) {
    if (probe?.listeners) points.push({ name: target, x: time, y: probe.listeners })
  }
  const last = points[points.length - 1]
  return {
    alt: `Listeners of ${target} over time: ${number(last.y)} after ${number(last.x)} seconds.`,
    spec: lineSpec(points, SECONDS, linearAxis('listeners'))
  }
}

/** @param {Growth[]} growths one of each target @returns {Chart} with the fits, dashed */
function growthChart (growths) {
  const points = []
  const fits = []
  const listed = []
  for (const { target: name, samples, fit } of growths) {
    const fastest = Math.min(...samples.map(({ ms }) => ms))
    for (const { requests: x, ms } of samples) {
      const fitted = fit.a + fit.b * x
      points.push({ name, x, y: ms })
      if (fitted > fastest) fits.push({ name, x, y: fitted })
    }
    const last = samples[samples.length - 1]
    listed.push(
      `${name} from ${significant(samples[0].ms)} to ${significant(last.ms)} ms, ` +
        `${significant(fit.b * 1000)} µs more with each request`
    )
  }
  const x = logAxis('requests served before, log axis', 3, MARGIN)
  const y = logAxis('ms a request, log axis', 2, MARGIN)
  const spec = lineSpec(points, x, y)
  spec.layer.push({
    data: { values: fits },
    mark: { type: 'line', strokeDash: [3, 3], strokeWidth: 1.5 }
  })
  if (growths.length === 1) spec.layer.unshift(...warmUp(growths[0]))
  return {
    alt: `Time of a request by the requests before it, log axes: ${listed.join('; ')}.`,
    spec
  }
}

/**
 * @param {any[]} samples that Clinic Doctor recorded of slow
 * @param {(sample: any) => number} valueOf what the graph shows, in `unit`
 * @param {string} unit
 * @returns {Chart} of it from second 0
 */
function doctorChart (samples, valueOf, unit) {
  const [{ timestamp: start }] = samples
  const points = []
  for (const sample of samples) {
    points.push({ name: 'slow', x: (sample.timestamp - start) / 1000, y: valueOf(sample) })
  }
  return { alt: `${unit} over time.`, spec: lineSpec(points, SECONDS, linearAxis(unit)) }
}

/** Shades the first requests, which the fit leaves out. */
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
      data: { values: [{ text: 'warm-up: V8 compiles' }] },
      mark: { type: 'text', align: 'left' },
      encoding: {
        x: { value: 2 * MARGIN },
        y: { value: 14 },
        text: { field: 'text' },
        color: { value: colour('ink') }
      }
    }
  ]
}

function linearAxis (title) {
  return { axis: { title, format: ',d', tickCount: 4 } }
}

/** @returns {Record<string, any>} a Vega-Lite spec */
function lineSpec (points, x, y) {
  const ends = {} // the last point of each line
  for (const point of points) ends[point.name] = point
  const names = Object.keys(ends)
  const longest = Math.max(...names.map((name) => name.length))
  const isNamed = names.length > 1
  /** @type {any[]} */
  const layer = [{ mark: { type: 'line', strokeWidth: 2.5 } }]
  if (points.length <= 60) {
    const mark = { type: 'point', filled: true, size: 60, opacity: 1 }
    layer.push({ mark, encoding: { shape: { field: 'name', sort: names, legend: null } } })
  }
  if (isNamed) layer.push(lineNames(Object.values(ends)))
  return {
    height: 150,
    padding: { left: 4, top: 8, right: isNamed ? 7 * longest : 12, bottom: 4 },
    data: { values: points },
    encoding: {
      x: { field: 'x', type: 'quantitative', ...x },
      y: { field: 'y', type: 'quantitative', ...y },
      color: colourOf('name', names)
    },
    layer
  }
}

/** Writes the names at the ends of the lines, apart from each other. */
function lineNames (ends) {
  const values = ends.sort((a, b) => b.y - a.y)
  for (const [i, end] of values.entries()) end.dy = 8 * (i - (ends.length - 1) / 2)
  return {
    data: { values },
    mark: { type: 'text', align: 'left', dx: 8, dy: { expr: 'datum.dy' }, fontWeight: 'bold' },
    encoding: { text: { field: 'name' } }
  }
}

module.exports = { doctorChart, growthChart, listenersChart, overTimeChart }

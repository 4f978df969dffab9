'use strict'

const { number } = require('../../base/format')
const { resultName } = require('../result-table')
const { logFromZero } = require('./channels')
const { lineChart } = require('./lines')

const MOST = 120 // points a line; each point of a longer run is the mean of some seconds

/** @type {import('../draw-chart').ResultsChart} A server that loses speed as it works shows here and in no average. */
const overTimeChart = (results) => {
  const longest = Math.max(...results.map(({ requests }) => requests.perSecond.length))
  const step = Math.ceil(longest / MOST)
  const ends = Array.from({ length: Math.ceil(longest / step) }, (_, i) => Math.min((i + 1) * step, longest))
  const series = results.map((result) => ({ name: resultName(result), means: means(result.requests.perSecond, step) }))
  const points = series.flatMap(({ name, means }) => means.map((y, i) => ({ name, x: ends[i], y })))
  const scale = { domain: [step, Math.max(longest, step + 1)], nice: false }
  const axis = { title: 'second', format: ',d', tickMinStep: 1, tickCount: 8, grid: false, ticks: true, domain: true }
  const y = logFromZero(points.map(({ y }) => y), 'requests per second, log axis')
  const start = step === 1 ? 'in the first second' : `in the first ${step} seconds`
  const sentences = series.map(({ name, means }) =>
    `${name} goes from ${number(means[0])} ${start} to ${number(means[means.length - 1])} at the end`)
  return {
    title: 'Requests per second over time',
    alt: `Lines on a log axis, requests per second over time: ${sentences.join('; ')}.`,
    notes: [
      'The axis is logarithmic. A healthy server draws a level line.',
      ...(step > 1 ? [`Each point is the mean of ${step} seconds.`] : [])
    ],
    spec: lineChart(points, { type: 'quantitative', scale, axis }, y),
    head: ['second', ...series.map(({ name }) => name)],
    rows: ends.map((end, i) =>
      [number(end), ...series.map(({ means }) => means[i] === undefined ? '' : number(means[i]))])
  }
}

/** @type {(values: number[], step: number) => number[]} the mean of every `step` values */
const means = (values, step) => Array.from({ length: Math.ceil(values.length / step) }, (_, i) => {
  const part = values.slice(i * step, (i + 1) * step)
  return part.reduce((sum, value) => sum + value, 0) / part.length
})

module.exports = { overTimeChart }

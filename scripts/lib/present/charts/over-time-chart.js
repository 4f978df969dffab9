'use strict'

const { number } = require('../../base/format')
const { resultName } = require('../result-table')
const { logFromZero } = require('./channels')
const { lineChart } = require('./lines')

/** @import { Result } from '../../measure/types' */
/** @import { Chart } from '../types' */

const MOST = 120 // points of a line; each point of a longer run is the mean of some seconds

/**
 * Draws requests per second over time: a server that loses speed as it works shows here and in
 * no average.
 * @param {Result[]} results One of each target.
 * @returns {Chart}
 */
function overTimeChart (results) {
  const longest = Math.max(...results.map(({ requests }) => requests.perSecond.length))
  const step = Math.ceil(longest / MOST)
  const lines = results.map((result) => ({
    name: resultName(result),
    rates: meansOf(result.requests.perSecond, step)
  }))
  const points = lines.flatMap(({ name, rates }) =>
    rates.map((y, i) => ({ name, x: Math.min((i + 1) * step, longest), y })))
  const rows = []
  for (let i = 0; i * step < longest; i++) {
    const cells = lines.map(({ rates }) => rates[i] === undefined ? '' : number(rates[i]))
    rows.push([number(Math.min((i + 1) * step, longest)), ...cells])
  }
  const start = step === 1 ? 'in the first second' : `in the first ${step} seconds`
  const sentences = lines.map(({ name, rates }) => `${name} goes from ${number(rates[0])} ` +
    `${start} to ${number(rates[rates.length - 1])} at the end`)
  const x = {
    type: 'quantitative',
    scale: { domain: [step, Math.max(longest, step + 1)], nice: false },
    axis: {
      title: 'second',
      format: ',d',
      tickMinStep: 1,
      tickCount: 8,
      grid: false,
      ticks: true,
      domain: true
    }
  }
  const y = logFromZero(points.map((point) => point.y), 'requests per second, log axis')
  const notes = ['The axis is logarithmic. A healthy server draws a level line.']
  if (step > 1) notes.push(`Each point is the mean of ${step} seconds.`)
  return {
    title: 'Requests per second over time',
    alt: `Lines on a log axis, requests per second over time: ${sentences.join('; ')}.`,
    notes,
    spec: lineChart(points, x, y),
    head: ['second', ...lines.map(({ name }) => name)],
    rows
  }
}

/** @param {number[]} values @param {number} step @returns {number[]} The mean of every `step`. */
function meansOf (values, step) {
  const means = []
  for (let i = 0; i < values.length; i += step) {
    const part = values.slice(i, i + step)
    means.push(part.reduce((sum, value) => sum + value, 0) / part.length)
  }
  return means
}

module.exports = { overTimeChart }

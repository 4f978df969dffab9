'use strict'

/** @import { Result } from '../../measure/types' */
/** @import { Chart } from '../types' */

const { number } = require('../../base/format')
const { mean } = require('../../statistics/median')
const { logFromZero } = require('./axes')
const { lineSpec } = require('./line-chart')

const MOST = 120 // points of a line; each point of a longer run is the mean of some seconds

/**
 * Draws requests per second over time: a server that loses speed as it works shows here and in
 * no average.
 * @param {Result[]} results one of each target
 * @returns {Chart}
 */
function overTimeChart (results) {
  const longest = Math.max(...results.map(({ requests }) => requests.perSecond.length))
  const step = Math.ceil(longest / MOST)
  const points = []
  const sentences = []
  /** @type {string[][]} */
  const rows = []
  for (const [column, result] of results.entries()) {
    const name = result.target
    const { perSecond } = result.requests
    for (let i = 0; i * step < longest; i++) {
      const x = Math.min((i + 1) * step, longest)
      rows[i] ??= [number(x), ...results.map(() => '')]
      const seconds = perSecond.slice(i * step, (i + 1) * step)
      if (!seconds.length) continue
      const y = mean(seconds)
      points.push({ name, x, y })
      rows[i][column + 1] = number(y)
    }
    const ends = points.filter((point) => point.name === name)
    const last = ends[ends.length - 1]
    sentences.push(`${name} goes from ${number(ends[0].y)} to ${number(last.y)} at the end`)
  }
  const x = {
    scale: { domain: [step, Math.max(longest, step + 1)], nice: false },
    axis: { title: 'second', format: ',d', tickMinStep: 1, tickCount: 8, grid: false, offset: 6 }
  }
  const y = logFromZero(points.map((point) => point.y), 'requests per second, log axis')
  const notes = ['The axis is logarithmic. A healthy server draws a level line.']
  if (step > 1) notes.push(`Each point is the mean of ${step} seconds.`)
  return {
    title: 'Requests per second over time',
    alt: `Lines on a log axis, requests per second over time: ${sentences.join('; ')}.`,
    notes,
    spec: lineSpec(points, x, y),
    head: ['second', ...results.map(({ target }) => target)],
    rows
  }
}

module.exports = { overTimeChart }

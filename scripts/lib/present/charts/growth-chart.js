'use strict'

const { number, significant } = require('../../base/format')
const { resultName } = require('../result-table')
const { colourChannel, log } = require('./channels')
const { lineChart } = require('./lines')

/**
 * @import { Growth } from '../../experiments/types'
 * @import { Chart } from '../types'
 */

/**
 * Draws what a request costs after so many others, with the fits.
 *
 * @param {Growth[]} growths One of each target.
 * @returns {Chart}
 */
function growthChart (growths) {
  const points = []
  const fits = []
  const sentences = []
  const rows = []
  for (const growth of growths) {
    const { samples, fit } = growth
    const name = growthName(growth)
    for (const { requests, listeners, ms, perSecond } of samples) {
      const fitted = fit.a + fit.b * requests
      if (requests > 0 && ms > 0) points.push({ name, x: requests, y: ms })
      if (requests > 0 && fitted > 0) fits.push({ name, x: requests, y: fitted })
      const count = listeners === null ? '' : number(listeners)
      rows.push([name, number(requests), count, significant(ms), number(perSecond)])
    }
    sentences.push(describeGrowth(name, growth))
  }
  const x = log(points.map((point) => point.x), 'requests served before, log axis')
  const y = log(points.map((point) => point.y), 'ms a request, log axis')
  const { layer, ...spec } = lineChart(points, { type: 'quantitative', ...x.encoding }, y)
  const dashed = {
    data: { values: fits },
    mark: { type: 'line', strokeDash: [3, 3], strokeWidth: 1.5, clip: true },
    encoding: { color: colourChannel(growths.map(growthName)) }
  }
  return {
    title: 'Growth of the cost of a request',
    alt: `Lines with both axes log, ms a request by requests served: ${sentences.join('; ')}.`,
    notes: [
      'Both axes are logarithmic: a level line is a constant cost, and one that rises at 45 ' +
      'degrees grows with every request. Dashed: the fit a + b × requests.'
    ],
    spec: { ...spec, layer: [...layer, dashed] },
    head: ['', 'requests', 'listeners', 'ms a request', 'req/s'],
    rows
  }
}

/** @param {Growth} growth */
function growthName ({ stage, code }) {
  return resultName({ target: stage, code })
}

/** @param {string} name @param {Growth} growth */
function describeGrowth (name, { samples, fit }) {
  const first = samples[0]
  const last = samples[samples.length - 1]
  return `${name} goes from ${significant(first.ms)} ms at ${number(first.requests)} to ` +
    `${significant(last.ms)} ms at ${number(last.requests)}, and the fit adds ` +
    `${significant(fit.b * 1000)} µs with each request`
}

module.exports = { growthChart }

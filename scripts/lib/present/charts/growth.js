'use strict'

const { number, significant } = require('../../cli/format')
const { resultName } = require('../result-table')
const { colourChannel, log } = require('./channels')
const { lineChart } = require('./lines')

/** @typedef {import('../../experiments/growth').Growth & {code?: string}} Growth */

const nameOf = (/** @type {Growth} */ { stage, code }) => resultName({ target: stage, code })

/**
 * How the cost of a request grows with the requests served before it.
 *
 * @param {Growth[]} growths one of each target
 * @returns {import('../draw-chart').Chart}
 */
function growthChart (growths) {
  const points = growths.flatMap((growth) => growth.samples.filter(({ requests, ms }) => requests > 0 && ms > 0)
    .map(({ requests, ms }) => ({ name: nameOf(growth), x: requests, y: ms })))
  const fits = growths.flatMap((growth) => growth.samples
    .map(({ requests }) => ({ name: nameOf(growth), x: requests, y: growth.fit.a + growth.fit.b * requests }))
    .filter(({ x, y }) => x > 0 && y > 0))
  const x = log(points.map(({ x }) => x), 'requests served before, log axis')
  const y = log(points.map(({ y }) => y), 'ms a request, log axis')
  const spec = lineChart(points, { type: 'quantitative', ...x.encoding }, y)
  return {
    title: 'Growth of the cost of a request',
    alt: `Lines with both axes log, ms a request by requests served: ${growths.map(sentence).join('; ')}.`,
    notes: ['Both axes are logarithmic: a level line is a constant cost, and one that rises at 45 degrees grows with ' +
      'every request. Dashed: the fit a + b × requests.'],
    spec: {
      ...spec,
      layer: [...spec.layer, {
        data: { values: fits },
        mark: { type: 'line', strokeDash: [3, 3], strokeWidth: 1.5, clip: true },
        encoding: { y: { field: 'y', type: 'quantitative', ...y.encoding }, color: colourChannel(growths.map(nameOf)) }
      }]
    },
    head: ['', 'requests', 'listeners', 'ms a request', 'req/s'],
    rows: growths.flatMap((growth) => growth.samples.map(({ requests, listeners, ms, perSecond }) =>
      [nameOf(growth), number(requests), listeners === null ? '' : number(listeners), significant(ms), number(perSecond)]))
  }
}

/** @param {Growth} growth */
function sentence (growth) {
  const { samples, fit } = growth
  const [first, last] = [samples[0], samples[samples.length - 1]]
  return `${nameOf(growth)} goes from ${significant(first.ms)} ms at ${number(first.requests)} ` +
    `to ${significant(last.ms)} ms at ${number(last.requests)}, ` +
    `and the fit adds ${significant(fit.b * 1000)} µs with each request`
}

module.exports = { growthChart }

'use strict'

const { number, significant } = require('../../cli/format')
const { colourOf } = require('../theme')
const { lineChart } = require('./lines')
const { log } = require('./scales')

/**
 * How the cost of a request grows with the requests served before it.
 *
 * @param {object[]} growths one of each stage
 * @returns {import('../draw-chart').Chart}
 */
function growth (growths) {
  const points = growths.flatMap(({ stage, samples }) => samples.filter(({ requests, ms }) => requests > 0 && ms > 0)
    .map(({ requests, ms }) => ({ name: stage, x: requests, y: ms })))
  const fits = growths.flatMap(({ stage, samples, fit: { a, b } }) => samples
    .map(({ requests }) => ({ name: stage, x: requests, y: a + b * requests })).filter(({ x, y }) => x > 0 && y > 0))
  const x = log(points.map(({ x }) => x), 'requests served before, log axis')
  const y = log(points.map(({ y }) => y), 'ms a request, log axis')
  const spec = lineChart(points, { type: 'quantitative', ...x.encoding }, y)
  const names = growths.map(({ stage }) => stage)
  return {
    title: 'Growth of the cost of a request',
    alt: `Lines with both axes log, ms a request by requests served: ${growths.map(sentence).join('; ')}.`,
    notes: ['Both axes are logarithmic: a level line is a constant cost, and one that rises at 45 degrees grows with every request. Dashed: the fit a + b × requests.'],
    spec: {
      ...spec,
      layer: [...spec.layer, {
        data: { values: fits },
        mark: { type: 'line', strokeDash: [3, 3], strokeWidth: 1.5, clip: true },
        encoding: {
          y: { field: 'y', type: 'quantitative', ...y.encoding },
          color: { field: 'name', type: 'nominal', legend: null, scale: { domain: names, range: names.map(colourOf) } }
        }
      }]
    },
    head: ['', 'requests', 'listeners', 'ms a request', 'req/s'],
    rows: growths.flatMap(({ stage, samples }) => samples.map(({ requests, listeners, ms, perSecond }) =>
      [stage, number(requests), listeners === null ? '' : number(listeners), significant(ms), number(perSecond)]))
  }
}

function sentence ({ stage, samples, fit }) {
  const [first, last] = [samples[0], samples.at(-1)]
  return `${stage} goes from ${significant(first.ms)} ms at ${number(first.requests)} to ${significant(last.ms)} ms at ${number(last.requests)}, ` +
    `and the fit adds ${significant(fit.b * 1000)} µs with each request`
}

module.exports = { growth }

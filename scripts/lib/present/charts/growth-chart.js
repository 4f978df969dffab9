'use strict'

const { number, significant } = require('../../base/format')
const { resultName } = require('../result-table')
const { colourChannel, log } = require('./channels')
const { lineChart } = require('./lines')

/** @typedef {import('../../experiments/growth').Growth} Growth */

/** @param {Growth[]} growths one of each target @returns {import('../draw-chart').Chart} */
function growthChart (growths) {
  const named = growths.map((growth) => ({ ...growth, name: resultName({ ...growth, target: growth.stage }) }))
  const all = named.flatMap(({ name, samples, fit }) =>
    samples.map(({ requests: x, ms: y }) => ({ name, x, y, fitted: fit.a + fit.b * x }))).filter(({ x }) => x > 0)
  const points = all.filter(({ y }) => y > 0)
  const fits = all.filter(({ fitted }) => fitted > 0).map(({ name, x, fitted: y }) => ({ name, x, y }))
  const x = log(points.map(({ x }) => x), 'requests served before, log axis')
  const y = log(points.map(({ y }) => y), 'ms a request, log axis')
  const { layer, ...spec } = lineChart(points, { type: 'quantitative', ...x.encoding }, y)
  const sentences = named.map(({ name, samples, fit }) => {
    const [first, last] = [samples[0], samples[samples.length - 1]]
    return `${name} goes from ${significant(first.ms)} ms at ${number(first.requests)} to ${significant(last.ms)} ms ` +
      `at ${number(last.requests)}, and the fit adds ${significant(fit.b * 1000)} µs with each request`
  })
  const color = colourChannel(named.map(({ name }) => name))
  const dashed = { type: 'line', strokeDash: [3, 3], strokeWidth: 1.5, clip: true }
  return {
    title: 'Growth of the cost of a request',
    alt: `Lines with both axes log, ms a request by requests served: ${sentences.join('; ')}.`,
    notes: ['Both axes are logarithmic: a level line is a constant cost, and one that rises at 45 degrees grows with ' +
      'every request. Dashed: the fit a + b × requests.'],
    spec: { ...spec, layer: [...layer, { data: { values: fits }, mark: dashed, encoding: { color } }] },
    head: ['', 'requests', 'listeners', 'ms a request', 'req/s'],
    rows: named.flatMap(({ name, samples }) => samples.map(({ requests, listeners, ms, perSecond }) =>
      [name, number(requests), listeners === null ? '' : number(listeners), significant(ms), number(perSecond)]))
  }
}

module.exports = { growthChart }

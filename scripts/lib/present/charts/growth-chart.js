'use strict'

/** @import { Growth } from '../../experiments/types' */
/** @import { Chart } from '../types' */

const { number, significant } = require('../../base/format')
const { colourChannel, log } = require('./axes')
const { lineSpec } = require('./line-chart')

/**
 * Draws what a request costs after so many others, with the fits.
 * @param {Growth[]} growths one of each target
 * @returns {Chart}
 */
function growthChart (growths) {
  const points = []
  const fits = []
  const sentences = []
  const rows = []
  for (const { stage: name, samples, fit } of growths) {
    for (const { requests, listeners, ms, perSecond } of samples) {
      const fitted = fit.a + fit.b * requests
      if (ms > 0) points.push({ name, x: requests, y: ms })
      if (fitted > 0) fits.push({ name, x: requests, y: fitted })
      const count = listeners === null ? '' : number(listeners)
      rows.push([name, number(requests), count, significant(ms), number(perSecond)])
    }
    const last = samples[samples.length - 1]
    sentences.push(`${name} goes from ${significant(samples[0].ms)} ms to ` +
      `${significant(last.ms)} ms at ${number(last.requests)}, and the fit adds ` +
      `${significant(fit.b * 1000)} µs with each request`)
  }
  const x = log(points.map((point) => point.x), 'requests served before, log axis')
  const y = log(points.map((point) => point.y), 'ms a request, log axis')
  const { layer, ...spec } = lineSpec(points, x.encoding, y)
  const dashed = {
    data: { values: fits },
    mark: { type: 'line', strokeDash: [3, 3], strokeWidth: 1.5, clip: true },
    encoding: { color: colourChannel(growths.map(({ stage }) => stage)) }
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

module.exports = { growthChart }

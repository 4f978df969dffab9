'use strict'

const { percent } = require('../../base/format')
const { resultName } = require('../result-table')
const { colourChannel, rowChannel, rowsHeight } = require('./channels')

/** @typedef {import('../../measure/measure').Result} Result */

/** @type {import('../draw-chart').ResultsChart} How busy the server and the load generator were. */
const cpuChart = (results) => {
  const bars = results.flatMap((result) => [
    ...(result.server ? [bar(result, 'server', result.server.cpu)] : []),
    bar(result, 'generator', result.generator.cpu)
  ])
  const names = bars.map(({ name }) => name)
  const scale = { domain: [0, Math.max(1, ...bars.map(({ share }) => share)) * 2], nice: false }
  const axis = { title: 'share of one core', format: '.0%', values: [0, 1, 2, 4, 8] }
  const color = colourChannel(names, bars.map(({ target }) => target))
  const opacity = { field: 'opacity', type: 'quantitative', scale: null }
  return {
    title: 'Which side was the bottleneck',
    alt: `Bars of CPU, as a share of one core: ${results.map(sentence).join('; ')}.`,
    notes: ['Where the load generator is the bottleneck, the server could do more: its req/s are a lower bound.'],
    spec: {
      height: rowsHeight(names, 26) + 50,
      data: { values: bars },
      encoding: { x: { field: 'share', type: 'quantitative', scale, axis }, y: rowChannel(names) },
      layer: [
        { mark: { type: 'bar', cornerRadiusEnd: 3, height: { band: 0.75 } }, encoding: { color, opacity } },
        { mark: { type: 'text', align: 'left', dx: 6 }, encoding: { text: { field: 'text' } } }
      ]
    },
    head: ['', 'server', 'load generator', 'server, event loop', 'bottleneck'],
    rows: results.map((result) => {
      const shares = [result.server?.cpu, result.generator.cpu, result.server?.elu]
        .map((share) => share === undefined ? '' : percent(share))
      return [resultName(result), ...shares, result.bottleneck]
    })
  }
}

/** @param {Result} result @param {'server'|'generator'} side @param {number} share */
function bar (result, side, share) {
  const target = resultName(result)
  const text = `${percent(share)}${result.bottleneck === side ? ' limit' : ''}`
  return { target, name: `${target} ${side}`, share, opacity: side === 'server' ? 1 : 0.55, text }
}

/** @param {Result} result */
const sentence = (result) => `${resultName(result)}: ${result.server ? `server ${percent(result.server.cpu)}, ` : ''}` +
  `load generator ${percent(result.generator.cpu)}, bottleneck ${result.bottleneck}`

module.exports = { cpuChart }

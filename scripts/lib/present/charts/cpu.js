'use strict'

const { percent } = require('../../cli/format')
const { colour, colourOf } = require('../theme')
const { resultName } = require('./names')

const ROW = 26 // px a bar

/**
 * How busy the server and the load generator were, and which of the two was the limit.
 *
 * @param {import('../../measure/measure').Result[]} results one of each target
 * @returns {import('../draw-chart').Chart}
 */
function cpu (results) {
  const bars = results.flatMap((result) => [
    ...(result.server ? [bar(result, 'server', result.server.cpu)] : []),
    bar(result, 'generator', result.generator.cpu)
  ])
  const rows = bars.map(({ row }) => row)
  const x = {
    field: 'share',
    type: 'quantitative',
    scale: { domain: [0, Math.max(1, ...bars.map(({ share }) => share)) * 2], nice: false },
    axis: { title: 'share of one core', format: '.0%', values: [0, 1, 2, 4, 8], labelOverlap: true, ticks: false, domain: false }
  }
  const color = { field: 'row', type: 'nominal', legend: null, scale: { domain: rows, range: bars.map(({ name }) => colourOf(name)) } }
  return {
    title: 'Who was the limit',
    alt: `Bars of CPU, as a share of one core: ${results.map(sentence).join('; ')}.`,
    notes: ['Where the load generator is the bottleneck, the server could do more: its req/s are a lower bound.'],
    spec: {
      height: ROW * bars.length + 50,
      data: { values: bars },
      encoding: { x, y: { field: 'row', type: 'nominal', sort: rows, axis: { title: null, ticks: false, domain: false, labelColor: colour('ink'), labelLimit: 125 } } },
      layer: [
        { mark: { type: 'bar', cornerRadiusEnd: 3, height: { band: 0.75 } }, encoding: { color, opacity: { field: 'opacity', type: 'quantitative', scale: null } } },
        { mark: { type: 'text', align: 'left', dx: 6 }, encoding: { text: { field: 'text' } } }
      ]
    },
    head: ['', 'server', 'load generator', 'server, event loop', 'bottleneck'],
    rows: results.map((result) => [resultName(result), shareOf(result.server?.cpu), percent(result.generator.cpu), shareOf(result.server?.elu), result.bottleneck])
  }
}

function bar (result, role, share) {
  const limit = result.bottleneck === role ? ' limit' : ''
  return { name: resultName(result), row: `${resultName(result)} ${role}`, share, opacity: role === 'server' ? 1 : 0.55, text: `${percent(share)}${limit}` }
}

const shareOf = (share) => share === undefined ? '' : percent(share)

const sentence = (result) => `${resultName(result)}: ${result.server ? `server ${percent(result.server.cpu)}, ` : ''}` +
  `load generator ${percent(result.generator.cpu)}, bottleneck ${result.bottleneck}`

module.exports = { cpu }

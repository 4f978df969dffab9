'use strict'

const { number } = require('../format')
const { colour, colourOf } = require('../theme')
const { nameOf } = require('./names')
const { logFromZero } = require('./scales')
const { several } = require('../table')

const ROW = 34 // px a bar
const INSIDE = 0.35 // of the axis: a bar as long as this holds its figure

/**
 * A bar of req/s for each contender, and the ceiling as a line that they can come near and not pass.
 *
 * @param {import('../measure').Result[]} results one of each contender
 * @returns {import('../draw').Chart}
 */
function throughput (results) {
  const bars = results.map((result) => ({ name: nameOf(result), y: result.requests.average, text: number(result.requests.average) }))
  const ceiling = bars.find(({ name }) => name === 'ceiling')
  const others = bars.filter((bar) => bar !== ceiling)
  const shown = others.length ? others : bars
  const axis = logFromZero(bars.map(({ y }) => y), 'requests per second, log axis', 2)
  const names = shown.map(({ name }) => name)
  const values = shown.map((bar) => ({ ...bar, inside: axis.place(bar.y) > INSIDE }))
  const x = { field: 'y', type: 'quantitative', ...axis.encoding }
  const label = (inside, mark) => ({
    transform: [{ filter: `datum.inside === ${inside}` }],
    mark: { type: 'text', fontWeight: 'bold', ...mark },
    encoding: { text: { field: 'text' } }
  })
  return {
    title: 'Requests per second',
    alt: `Bars on a log axis, in requests per second: ${shown.map(({ name, text }) => `${name} ${text}`).join(', ')}` +
      `${ceiling && others.length ? `; the ceiling, as a line, is at ${ceiling.text}` : ''}.`,
    notes: ['The axis is logarithmic: from one line to the next it is ten times as many.'],
    spec: {
      height: ROW * shown.length + 60,
      padding: { left: 4, top: 20, right: 8, bottom: 4 },
      layer: [
        {
          data: { values },
          encoding: { y: { field: 'name', type: 'nominal', sort: names, axis: { title: null, domain: false, ticks: false, labelColor: colour('ink'), labelLimit: 130 } }, x },
          layer: [
            { mark: { type: 'bar', cornerRadiusEnd: 3, height: { band: 0.75 } }, encoding: { color: { field: 'name', type: 'nominal', legend: null, scale: { domain: names, range: names.map(colourOf) } } } },
            label(true, { align: 'right', dx: -7, color: colour('paper') }),
            label(false, { align: 'left', dx: 7 })
          ]
        },
        ...(ceiling && others.length ? line(ceiling, x) : [])
      ]
    },
    ...several(results)
  }
}

function line (ceiling, x) {
  const data = { values: [ceiling] }
  return [
    { data, mark: { type: 'rule', strokeDash: [5, 3], strokeWidth: 2, color: colour('ceiling') }, encoding: { x } },
    {
      data: { values: [{ ...ceiling, text: `ceiling ${ceiling.text}` }] },
      mark: { type: 'text', align: 'right', baseline: 'bottom', dx: 20, color: colour('ceiling'), fontWeight: 'bold' },
      encoding: { x, y: { value: -4 }, text: { field: 'text' } }
    }
  ]
}

module.exports = { throughput }

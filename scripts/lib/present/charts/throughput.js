'use strict'

const { number } = require('../../cli/format')
const { colour, colourOf } = require('../theme')
const { resultName } = require('./names')
const { logFromZero } = require('./scales')
const { summaryRows } = require('../table')

const ROW = 34 // px a bar
const INSIDE = 0.35 // of the axis: a bar as long as this holds its figure

/**
 * A bar of req/s for each target, and the baseline as a line that they can come near and not pass.
 *
 * @param {import('../../measure/measure').Result[]} results one of each target
 * @returns {import('../draw-chart').Chart}
 */
function throughput (results) {
  const bars = results.map((result) => ({ name: resultName(result), y: result.requests.average, text: number(result.requests.average) }))
  const baseline = bars.find(({ name }) => name === 'baseline')
  const others = bars.filter((bar) => bar !== baseline)
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
      `${baseline && others.length ? `; the baseline, as a line, is at ${baseline.text}` : ''}.`,
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
        ...(baseline && others.length ? line(baseline, x) : [])
      ]
    },
    ...summaryRows(results)
  }
}

function line (baseline, x) {
  const data = { values: [baseline] }
  return [
    { data, mark: { type: 'rule', strokeDash: [5, 3], strokeWidth: 2, color: colour('baseline') }, encoding: { x } },
    {
      data: { values: [{ ...baseline, text: `baseline ${baseline.text}` }] },
      mark: { type: 'text', align: 'right', baseline: 'bottom', dx: 20, color: colour('baseline'), fontWeight: 'bold' },
      encoding: { x, y: { value: -4 }, text: { field: 'text' } }
    }
  ]
}

module.exports = { throughput }

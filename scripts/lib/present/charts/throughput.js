'use strict'

const { isLimited } = require('../../experiments/judgement')
const { resultName } = require('../result-table')
const { rateText, summaryTable } = require('../summary-table')
const { colour } = require('../theme')
const { colourChannel, logFromZero, rowChannel } = require('./channels')

const INSIDE = 0.35 // of the axis: a bar as long as this holds its figure

/** @type {import('../draw-chart').ResultsChart} A bar of req/s for each target, and a line for the baseline. */
const throughputChart = (results) => {
  const all = results.map((result) => {
    const rate = result.requests.average
    return { name: resultName(result), y: rate, text: rateText({ median: rate, interval: null }, isLimited(result)) }
  })
  const baseline = all.length > 1 ? all.find(({ name }) => name === 'baseline') : undefined
  const bars = all.filter((bar) => bar !== baseline)
  const names = bars.map(({ name }) => name)
  const axis = logFromZero(all.map(({ y }) => y), 'requests per second, log axis', 2)
  const x = { field: 'y', type: 'quantitative', ...axis.encoding }
  /** @param {boolean} inside @param {object} mark */
  const label = (inside, mark) => ({
    transform: [{ filter: `datum.inside === ${inside}` }],
    mark: { type: 'text', fontWeight: 'bold', ...mark },
    encoding: { text: { field: 'text' } }
  })
  const barLayer = {
    data: { values: bars.map((bar) => ({ ...bar, inside: axis.place(bar.y) > INSIDE })) },
    encoding: { x, y: rowChannel(names, 150) },
    layer: [
      { mark: { type: 'bar', cornerRadiusEnd: 3, height: { band: 0.75 } }, encoding: { color: colourChannel(names) } },
      label(true, { align: 'right', dx: -7, color: colour('paper') }),
      label(false, { align: 'left', dx: 7 })
    ]
  }
  return {
    title: 'Requests per second',
    alt: `Bars on a log axis, in requests per second: ${bars.map(({ name, text }) => `${name} ${text}`).join(', ')}` +
      `${baseline ? `; the baseline, as a line, is at ${baseline.text}` : ''}.`,
    notes: ['The axis is logarithmic: each line stands for ten times as many requests as the one before it.'],
    spec: {
      height: 34 * bars.length + 60,
      padding: { left: 4, top: 20, right: 12, bottom: 4 },
      layer: [barLayer, ...(baseline ? baselineLayers(baseline, x) : [])]
    },
    ...summaryTable(results.map((result) => [result]))
  }
}

/** @param {{y: number, text: string}} baseline @param {object} x */
function baselineLayers (baseline, x) {
  const data = { values: [{ ...baseline, text: `baseline ${baseline.text}` }] }
  const color = colour('baseline')
  const line = { type: 'rule', strokeDash: [5, 3], strokeWidth: 2, color }
  const text = { type: 'text', align: 'right', baseline: 'bottom', dx: 20, color, fontWeight: 'bold' }
  const y = { value: -4 }
  return [{ data, mark: line, encoding: { x } }, { data, mark: text, encoding: { x, y, text: { field: 'text' } } }]
}

module.exports = { throughputChart }

'use strict'

const { number, ratio, significant } = require('../../cli/format')
const { colour, colourOf } = require('../theme')

const ROW = 40 // px a comparison

/**
 * How many times as fast B is as A, each with its confidence interval as whiskers.
 *
 * @param {{a: string, b: string, verdict: object}[]} comparisons `verdict` is what `judge` of ../stats returns
 * @returns {import('../draw-chart').Chart}
 */
function comparisons (comparisons) {
  const values = comparisons.map(({ a, b, verdict: { ratio: middle, ratioInterval: [low, high] } }) =>
    ({ name: `${a} → ${b}`, b, middle, low, high, text: ratio(middle) }))
  const names = values.map(({ name }) => name)
  const bounds = values.flatMap(({ low, middle, high }) => [low, middle, high]).filter((bound) => bound > 0)
  const domain = [Math.min(1, ...bounds) / 1.25, Math.max(1, ...bounds) * 1.25]
  const x = (field) => ({
    field,
    type: 'quantitative',
    scale: { type: 'log', domain, nice: false },
    axis: { title: 'times as many requests per second, log axis', format: ',', tickCount: 5, labelOverlap: true, ticks: false, domain: false }
  })
  const color = { field: 'name', type: 'nominal', legend: null, scale: { domain: names, range: values.map(({ b }) => colourOf(b)) } }
  const whisker = (field) => ({ mark: { type: 'tick', thickness: 2, height: 14, clip: true }, encoding: { x: x(field), color } })
  return {
    title: 'Comparisons',
    alt: `Ratios on a log axis with 95 % confidence intervals: ${values.map(sentence).join('; ')}.`,
    notes: ['Whiskers: the 95 % confidence interval. Where it spans the line at 1, no difference was shown.'],
    spec: {
      height: ROW * values.length + 50,
      data: { values },
      encoding: { y: { field: 'name', type: 'nominal', sort: names, axis: { title: null, ticks: false, domain: false, grid: false, labelColor: colour('ink'), labelLimit: 170 } } },
      layer: [
        { data: { values: [{ one: 1 }] }, mark: { type: 'rule', strokeDash: [5, 3], strokeWidth: 1.5 }, encoding: { x: x('one'), y: null } },
        { mark: { type: 'rule', strokeWidth: 2, clip: true }, encoding: { x: x('low'), x2: { field: 'high' }, color } },
        whisker('low'),
        whisker('high'),
        { mark: { type: 'point', filled: true, size: 60, opacity: 1 }, encoding: { x: x('middle'), color } },
        { mark: { type: 'text', dy: -13, fontWeight: 'bold' }, encoding: { x: x('middle'), text: { field: 'text' } } }
      ]
    },
    head: ['A → B', 'A, req/s', 'B, req/s', 'B/A', '95 % interval', 'p', ''],
    rows: comparisons.map(({ a, b, verdict }) => [`${a} → ${b}`, spread(verdict.a), spread(verdict.b), ratio(verdict.ratio),
      verdict.ratioInterval.map(ratio).join(' to '), significant(verdict.p), verdict.stars])
  }
}

const spread = ({ mean, stdev }) => `${number(mean)} ± ${number(stdev)}`

const sentence = ({ name, middle, low, high }) => `${name} ${ratio(middle)}, from ${ratio(low)} to ${ratio(high)}`

module.exports = { comparisons }

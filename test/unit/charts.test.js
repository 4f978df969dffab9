'use strict'

// What the charts show. update-docs.test.js compares how they are drawn.

const t = require('tap')
const { growthChart, overTimeChart } = require('../../docs/tools/charts/line-chart')
const { barChart, gateChart, latencyChart } = require('../../docs/tools/charts/row-chart')
const { growthOf, resultOf } = require('../helpers/made-up')

t.test('bars: the median of each target, in two digits', async (t) => {
  const slow = [10, 30, 50, 20, 40, 60].map((rate) => resultOf('slow', rate - 1))
  const fast = resultOf('fast', 2000, { bottleneck: 'generator' })
  const { data } = barChart({ slow, 'our own': [fast] })
  t.strictSame(data.values, [
    { name: 'slow', target: 'slow', value: 35, text: '35 req/s' },
    { name: 'our own', target: 'fast', value: 2001, text: '≥ 2,000 req/s' }
  ])
})

t.test('over time: a line for each target, from one answer per second up', async (t) => {
  const slow = resultOf('slow', 20)
  slow.requests.perSecond = [0, 3000]
  const { data } = overTimeChart([slow, resultOf('fast', 2000)])
  t.strictSame(data.values.map(({ name, x, y }) => [name, x, y]),
    [['slow', 1, 1], ['slow', 2, 3000], ['fast', 1, 2006], ['fast', 2, 2007]])
})

t.test('latency: the median of each target, with the range of its runs', async (t) => {
  const runs = [{ p99: 9 }, { p99: 2000.4 }, { p99: 3000 }]
  const { data } = latencyChart([{ name: 'slow', runs }])
  t.strictSame(data.values,
    [{ name: 'slow', low: 9, value: 2000.4, high: 3000, text: '2,000 ms' }])
})

t.test('a gate: the interval beside the limit', async (t) => {
  const { data, layer } = gateChart('A to B', { ratio: 0.95, interval: [0.88, 1.03] }, 10)
  const [{ low, high }] = data.values
  t.strictSame([low, high, layer.at(-1).data.values], [0.88, 1.03, [{ limit: 0.9 }]])
})

t.test('growth: the samples, and the fit where it is not below all of them', async (t) => {
  const { data, layer } = growthChart([growthOf()])
  t.strictSame(data.values[2], { name: 'slow', x: 1000, y: 51.5 })
  const fits = layer.at(-1).data.values
  t.strictSame(fits.map(({ x, y }) => [x, Number(y.toFixed(2))]), [[1000, 51.91]])
})

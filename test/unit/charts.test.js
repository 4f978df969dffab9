'use strict'

// What the charts show, in words and in figures. pictures.test.js compares how they are drawn.

const t = require('tap')
const { growthChart, listenersChart, overTimeChart } = require('../../docs/tools/charts/line-chart')
const { barChart, gateChart, latencyChart } = require('../../docs/tools/charts/row-chart')
const { growthOf, resultOf } = require('../helpers/made-up')

t.test('bars: the median of each target, in two digits', async (t) => {
  const slow = [10, 30, 50, 20, 40, 60].map((rate) => resultOf('slow', rate - 1))
  const fast = resultOf('fast', 2000, { bottleneck: 'generator' })
  const { alt, spec } = barChart({ slow, 'our own': [fast] })
  t.equal(alt, 'slow: 35 req/s; our own: ≥ 2,000 req/s')
  t.strictSame(spec.data.values.map(({ name, target, value }) => [name, target, value]),
    [['slow', 'slow', 35], ['our own', 'fast', 2001]])
})

t.test('over time: a line for each target, from one answer per second up', async (t) => {
  const slow = resultOf('slow', 20)
  slow.requests.perSecond = [0, 3000]
  const { alt, spec } = overTimeChart([slow, resultOf('fast', 2000)])
  t.equal(alt,
    'Requests per second over time: slow from 0 to 3,000, fast from 2,006 to 2,007.')
  t.strictSame(spec.data.values.map(({ name, x, y }) => [name, x, y]),
    [['slow', 1, 1], ['slow', 2, 3000], ['fast', 1, 2006], ['fast', 2, 2007]])
})

t.test('listeners: the samples that counted some', async (t) => {
  const probes = [null, { listeners: null }, { listeners: 11 }, { listeners: 1300 }]
  const { alt, spec } = listenersChart('slow', probes.map((probe, time) => ({ time, probe })))
  t.equal(alt, 'Listeners of slow over time: 1,300 after 3 seconds.')
  t.strictSame(spec.data.values.map(({ x, y }) => [x, y]), [[2, 11], [3, 1300]])
})

t.test('latency: the median of each target, with the range of its runs', async (t) => {
  const runs = [{ p99: 9 }, { p99: 2000.4 }, { p99: 3000 }]
  const { alt, spec } = latencyChart([{ name: 'slow', runs }])
  t.equal(alt, 'The slowest 1 % of the accepted requests: slow 2,000 ms.')
  const [{ low, value, high }] = spec.data.values
  t.strictSame([low, value, high], [9, 2000.4, 3000])
})

t.test('a gate: the interval beside the limit', async (t) => {
  const { alt, spec } = gateChart('A to B', { ratio: 0.95, interval: [0.88, 1.03] }, 10)
  t.equal(alt, 'A to B: 0.88 × to 1.03 ×, beside the limit 0.9 ×.')
  t.strictSame(spec.layer.at(-1).data.values, [{ limit: 0.9 }])
})

t.test('growth: the samples, and the fit where it is not below all of them', async (t) => {
  const { alt, spec } = growthChart([growthOf()])
  t.equal(alt, 'Time of a request by the requests before it, log axes: ' +
    'slow from 130 to 51.5 ms, 51.2 µs more with each request.')
  t.strictSame(spec.data.values[2], { name: 'slow', x: 1000, y: 51.5 })
  const fits = spec.layer.at(-1).data.values
  t.strictSame(fits.map(({ x, y }) => [x, Number(y.toFixed(2))]), [[1000, 51.91]])
})

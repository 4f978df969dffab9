'use strict'

const t = require('tap')
const { median, medianInterval } = require('../../scripts/lib/statistics/median')
const paired = require('../../scripts/lib/statistics/paired')
const { equalTargets, normals } = require('../helpers/noise')

const { pairedContrast, runsToShow, visibleChange } = paired
const NOISE = { correlation: 0.67, deviation: 0.2 } // of a shared machine
const round = (value) => Number(value.toPrecision(6))

t.test('blocks of A B B A are judged by the t-test of their log-ratios', async (t) => {
  const a = [100, 104, 98, 101, 102, 99, 900] // the last of an odd number is left out
  const b = [210, 190, 205, 222, 199, 208, 1]
  const { ratio, interval, p, blocks, deviation } = pairedContrast(a, b)
  const logs = [400 / 204, 427 / 199, 407 / 201].map(Math.log)
  const mean = logs.reduce((sum, log) => sum + log) / 3
  const stdev = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / 2)
  const error = stdev / Math.sqrt(3)
  const half = 4.302652729749464 * error // Student's t for two degrees of freedom
  t.equal(round(ratio), round(Math.exp(mean)))
  t.strictSame(interval.map(round), [mean - half, mean + half].map(Math.exp).map(round))
  t.equal(blocks, 3)
  t.equal(round(deviation), round(stdev))
  const s = mean / error
  t.equal(round(p), round(1 - s / Math.sqrt(2 + s ** 2))) // its closed form
})

t.test('few runs, or runs that do not vary, are judged, too', async (t) => {
  t.strictSame(pairedContrast([1, 3], [3, 5]),
    { ratio: 2, interval: [0, Infinity], p: 1, blocks: 1, deviation: Infinity })
  const same = pairedContrast([1, 1, 1, 1], [1, 1, 1, 1])
  const other = pairedContrast([1, 1, 1, 1], [2, 2, 2, 2])
  t.strictSame([same.ratio, same.interval, same.p], [1, [1, 1], 1])
  t.strictSame([other.p, other.interval.map(round)], [0, [2, 2]])
})

t.test('with the noise of a shared machine, 3 to 7 % of equal targets seem to differ', async (t) => {
  const normal = normals(1)
  let errors = 0
  for (let i = 0; i < 1000; i++) {
    const { a, b } = equalTargets(normal, 10, NOISE)
    if (pairedContrast(a, b).p < 0.05) errors++
  }
  t.ok(errors >= 30 && errors <= 70, `${errors} of 1,000`)
})

t.test('what the runs could have shown, and how many would show less', async (t) => {
  const change = visibleChange({ deviation: 0.02, blocks: 5 })
  t.equal(round(change), round(Math.exp(2.7764451051977987 * 0.02 / Math.sqrt(5)) - 1))
  const runs = runsToShow({ deviation: 0.02 }, 0.01)
  t.equal(runs % 2, 0)
  t.ok(visibleChange({ deviation: 0.02, blocks: runs / 2 }) <= 0.01)
  t.ok(visibleChange({ deviation: 0.02, blocks: Math.floor(runs / 2 * 0.85) }) > 0.01)
})

t.test('the median', async (t) => {
  t.equal(median([3, 1, 20]), 3)
  t.equal(median([4, 1, 20, 3]), 3.5)
})

t.test('the interval of the median, as in the tables of the sign test', async (t) => {
  const upTo = (n) => Array.from({ length: n }, (_, i) => n - i)
  t.strictSame([5, 6, 8, 9, 10, 15, 20, 120].map((n) => medianInterval(upTo(n))),
    [null, [1, 6], [1, 8], [2, 8], [2, 9], [4, 12], [6, 15], [49, 72]])
})

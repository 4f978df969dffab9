'use strict'

const t = require('tap')
const { median, medianInterval } = require('../../scripts/lib/load/medians')
const { pairedContrast, visibleChange } = require('../../scripts/lib/compare/paired')
const { equalTargets, normals } = require('../helpers/noise')

const round = (value) => Number(value.toPrecision(6))

// The figures are those of the closed form of Student's t for two degrees of freedom.
t.test('pairs of runs are judged by the t-test of their log-ratios', async (t) => {
  const contrast = pairedContrast([100, 104, 98], [210, 190, 205])
  const { ratio, interval, p, pairs, deviation } = contrast
  t.equal(round(ratio), 2.00212)
  t.strictSame(interval.map(round), [1.64402, 2.43821])
  t.equal(round(p), 0.00432435)
  t.equal(pairs, 3)
  t.equal(round(deviation), 0.0793269)
})

t.test('few runs, or runs that do not vary, are judged, too', async (t) => {
  t.strictSame(pairedContrast([1, 2], [2, 4]),
    { ratio: 2, interval: null, p: 1, pairs: 2, deviation: Infinity })
  const same = pairedContrast([1, 1, 1], [1, 1, 1])
  const other = pairedContrast([1, 1, 1], [2, 2, 2])
  t.strictSame([same.ratio, same.interval, same.p], [1, [1, 1], 1])
  t.strictSame([other.p, other.interval.map(round)], [0, [2, 2]])
})

t.test('4 to 6 % of equal targets seem to differ', async (t) => {
  const normal = normals(1)
  let errors = 0
  for (let i = 0; i < 2000; i++) {
    const { a, b } = equalTargets(normal, 6, 0.05)
    if (pairedContrast(a, b).p < 0.05) errors++
  }
  t.ok(errors >= 80 && errors <= 120, `${errors} of 2,000`)
})

t.test('what the runs could have shown', async (t) => {
  t.equal(round(visibleChange({ deviation: 0.02, pairs: 5 })), 0.0251442) // t is 2.77645
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

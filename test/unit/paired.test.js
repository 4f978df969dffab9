'use strict'

const t = require('tap')
const { median, medianInterval } = require('../../scripts/lib/load/medians')
const { pairedContrast, visibleChange } = require('../../scripts/lib/compare/paired')

const round = (value) => Number(value.toPrecision(6))

// The figures are those of the closed form of Student's t for two degrees of freedom.
t.test('pairs of runs are judged by the t-test of their log-ratios', async (t) => {
  const contrast = pairedContrast([100, 104, 98], [210, 190, 205])
  const { ratio, interval, p, pairs, deviation } = contrast
  t.strictSame([ratio, p, pairs, deviation].map(round), [2.00212, 0.00432435, 3, 0.0793269])
  t.strictSame(interval.map(round), [1.64402, 2.43821])
  t.equal(round(visibleChange(contrast)), round(interval[1] / ratio - 1))
})

t.test('few runs, or runs that do not vary, are judged, too', async (t) => {
  t.strictSame(pairedContrast([1, 2], [2, 4]),
    { ratio: 2, interval: null, p: 1, pairs: 2, deviation: Infinity })
  const same = pairedContrast([1, 1, 1], [1, 1, 1])
  const other = pairedContrast([1, 1, 1], [2, 2, 2])
  t.strictSame([same.ratio, same.interval, same.p], [1, [1, 1], 1])
  t.strictSame([other.p, other.interval.map(round)], [0, [2, 2]])
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

'use strict'

const t = require('tap')
const { fitLine } = require('../util/numbers')

/** Points at x = 1, 2, 3, … */
const series = (...ys) => ys.map((y, i) => ({ x: i + 1, y }))

// [what, points, a, b, half the interval of b]. The first by SciPy's linregress and t.ppf; the
// others by mpmath with 30 digits, from the formulas that numbers.js cites.
const KNOWN = [
  ['independent points', series(2.1, 3.9, 6.2, 7.8, 10.1, 12.2), -0.02, 2.02, 0.11872579],
  ['correlated points, which count less: 12 as 5.26', series(0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1),
    1 / 11, 9 / 143, 0.22016038],
  ['correlated points, which count as five at least', series(0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0),
    1 / 3, 0, 0.25090933]
]

for (const [what, points, a, b, half] of KNOWN) {
  t.test(`a line through ${what}`, async (t) => {
    const line = fitLine(points)
    t.ok(Math.abs(line.a - a) < 1e-9 && Math.abs(line.b - b) < 1e-9, `${line.a} + ${line.b} x`)
    const [low, high] = line.bInterval
    for (const found of [line.b - low, high - line.b]) {
      t.ok(Math.abs(found - half) <= 0.005 * half, `${found}, not ${half}`)
    }
  })
}

// Half the interval for so many points that alternate between 0 and 1: they do not correlate. The
// quantiles are by the package distributions.
const ALTERNATING = { 3: 7.33593, 9: 0.172001, 102: 0.00336864 }

t.test('the interval of a slope has the quantile for its number of points', async (t) => {
  for (const [count, half] of Object.entries(ALTERNATING)) {
    const points = series(...Array.from({ length: Number(count) }, (_, i) => i % 2))
    const [low, high] = fitLine(points).bInterval
    t.ok(Math.abs((high - low) / 2 / half - 1) < 0.005, `${count}: ${(high - low) / 2}`)
  }
})

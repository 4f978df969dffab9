'use strict'

const t = require('tap')
const numbers = require('../util/numbers')

const { fitLine, median } = numbers
/** Points at x = 1, 2, 3, … */
const series = (...ys) => ys.map((y, i) => ({ x: i + 1, y }))
const crossed = [{ x: 0, y: 1.6 }, { x: 10, y: 1 }, { x: 10, y: -1 }, { x: 0, y: -1.6 }]

// [what, points, a, b, half the interval of b]. The first by SciPy's linregress and t.ppf; the
// others by mpmath with 30 digits, from the formulas that numbers.js cites.
const KNOWN = [
  ['independent points', series(2.1, 3.9, 6.2, 7.8, 10.1, 12.2), -0.02, 2.02, 0.11872579],
  ['correlated points, which count less: 12 as 5.26', series(0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1),
    1 / 11, 9 / 143, 0.22016038],
  ['correlated points, which count as five at least', series(0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0),
    1 / 3, 0, 0.25090933],
  ['four points, which never count as five', crossed, 0, 0, 0.81182289],
  ['a line without residuals', series(3, 3, 3, 3), 3, 0, 0]
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
const ALTERNATING = { 3: 7.33593, 9: 0.172001, 26: 0.0280236, 102: 0.00336864 }

t.test('the interval of a slope has the quantile for its number of points', async (t) => {
  for (const [count, half] of Object.entries(ALTERNATING)) {
    const points = series(...Array.from({ length: Number(count) }, (_, i) => i % 2))
    const [low, high] = fitLine(points).bInterval
    t.ok(Math.abs((high - low) / 2 / half - 1) < 0.005, `${count}: ${(high - low) / 2}`)
  }
})

t.test('a median is that of all values; without any, there is none', async (t) => {
  t.strictSame([median([]), median([3]), median([10, 9, 1]), median([10, 1, 9, 2])],
    [undefined, 3, 9, 5.5])
})

const TEXTS = {
  number: { 0: '0', 0.6449: '0.64', 23.1: '23.1', 3086.81: '3,087', '-1000.6': '-1,001' },
  bytes: { 12: '12 B', 237980: '237.98 kB', 84170000: '84.17 MB', 2e9: '2 GB', 3e12: '3 TB' },
  ms: { 5554: '5,554 ms' },
  percent: { 0: '0 %', 0.002055: '< 1 %', 0.01: '1 %', 0.0164: '2 %', 1.03: '103 %' },
  ratio: { 0.5: '0.5 ×', 4.861: '4.86 ×', 123.4: '123 ×' }
}

t.test('numbers as people read them', async (t) => {
  for (const [name, cases] of Object.entries(TEXTS)) {
    for (const [value, text] of Object.entries(cases)) t.equal(numbers[name](Number(value)), text)
  }
  t.equal(numbers.rough(1234.5), 1200)
  t.equal(numbers.factText('openedPerRequest', 0.005), '0.005', 'a limit that is small')
})

'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { contrast } = require('../../docs/labs/node-versions/contrast')
const { summarize } = require('../../docs/labs/node-versions/welch')
const { close } = require('../helpers/close')
const { ROOT } = require('../helpers/project')

// Computed by SciPy 1.17: ttest_ind(b, a, equal_var=False) and its confidence_interval, stdev by std(ddof=1).
const KNOWN = [
  {
    what: 'a clear difference',
    a: [5210.4, 5187.2, 5302.9, 5155.0, 5241.7, 5268.3, 5199.9, 5230.1, 5177.6, 5254.8],
    b: [8330.9, 8412.5, 8290.2, 8377.7, 8350.3, 8401.1, 8269.4, 8366.0, 8344.9, 8311.2],
    stdev: 45.345793630721666,
    p: 1.9144207354099996e-29,
    stars: '***',
    accuracy: [0.8244791057406048, 1.129628092481064, 1.5390761580922345],
    ratio: 1.5978854213935463
  },
  {
    what: 'a difference that just misses its star',
    a: [100.0, 104.5, 98.2, 101.1, 103.3],
    b: [105.2, 103.9, 107.7, 101.5, 109.0],
    stdev: 2.5252722625491284,
    p: 0.050658572573614905,
    stars: '',
    accuracy: [3.9980661309284846, 5.836439676151931, 8.816438859720355],
    ratio: 1.0398343521987774
  },
  {
    what: 'no difference, and unequal numbers',
    a: [4300.0, 4412.5, 4388.1],
    b: [4350.2, 4371.9, 4401.0, 4333.3],
    stdev: 59.179416466651155,
    p: 0.9457548956616613,
    stars: '',
    accuracy: [2.860987534646932, 5.472803396208257, 12.954635053666951],
    ratio: 0.9993664412316992
  },
  {
    what: 'variances that are worlds apart',
    a: [84.7, 60.2, 91.9, 77.0],
    b: [10854.0, 11020.3, 10790.1, 9981.7],
    stdev: 13.60306338047917,
    p: 2.2799775002851208e-05,
    stars: '***',
    accuracy: [939.5933188391268, 1723.222723998683, 3808.3444713338913],
    ratio: 135.90216698534098
  }
]

/**
 * The two-sided p-value of Welch's test by the textbook. With x = √v·tan θ, the density of Student's t becomes
 * cos θ to the power v − 1, which Simpson's rule integrates.
 */
function textbookWelch (a, b) {
  const mean = (values) => values.reduce((sum, value) => sum + value) / values.length
  const squares = (values) => values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0)
  const error = (values) => squares(values) / (values.length - 1) / values.length
  const [ea, eb] = [error(a), error(b)]
  const v = (ea + eb) ** 2 / (ea ** 2 / (a.length - 1) + eb ** 2 / (b.length - 1))
  const t = Math.abs(mean(a) - mean(b)) / Math.sqrt(ea + eb)
  const integral = (from, to, steps = 2000) => {
    const h = (to - from) / steps
    let sum = 0
    for (let i = 0; i <= steps; i++) {
      const weight = i === 0 || i === steps ? 1 : i % 2 ? 4 : 2
      sum += weight * Math.cos(from + i * h) ** (v - 1)
    }
    return sum * h / 3
  }
  return integral(Math.atan(t / Math.sqrt(v)), Math.PI / 2) / integral(0, Math.PI / 2)
}

const judge = (a, b) => contrast(summarize(a), summarize(b))

for (const { what, a, b, stdev, p, stars, accuracy, ratio } of KNOWN) {
  t.test(`judged as by SciPy: ${what}`, async (t) => {
    const judged = judge(a, b)
    t.equal(judged.stars, stars)
    t.ok(Math.abs(judged.p / p - 1) < 1e-9, `p ${judged.p}`)
    close(t, summarize(a).stdev, stdev, 'stdev of A')
    close(t, judged.ratio, ratio, 'ratio')
    close(t, judged.improvement, (ratio - 1) * 100, 'improvement')
    accuracy.forEach((half, i) => close(t, judged.accuracy[i], half, `accuracy ${i}`))
  })
}

t.test('the p-values of the recorded comparisons agree with a textbook Welch', async (t) => {
  for (const name of ['compare-fast-optimized.json', 'compare-fast-fast.json']) {
    const { targets } = JSON.parse(fs.readFileSync(path.join(ROOT, 'docs/results', name)))
    const [a, b] = targets.map(({ runs }) => runs.map(({ requests }) => requests.average))
    const wanted = textbookWelch(a, b)
    t.ok(Math.abs(judge(a, b).p - wanted) < 1e-9, `${name}: ${wanted}`)
  }
})

t.test('runs that do not vary at all are judged too', async (t) => {
  t.strictSame(judge([100, 100], [100, 100]),
    { ratio: 1, improvement: 0, accuracy: [0, 0, 0], p: 1, stars: '' })
  t.strictSame(judge([100, 100], [200, 200]),
    { ratio: 2, improvement: 100, accuracy: [0, 0, 0], p: 0, stars: '***' })
  // With one degree of freedom, Student's t is Cauchy's distribution: P(|t| > 10) = 2/π · atan(1/10).
  close(t, judge([200, 200], [90, 110]).p, 2 / Math.PI * Math.atan(1 / 10), 'only B varies')
  close(t, judge([90, 110], [200, 200]).p, 2 / Math.PI * Math.atan(1 / 10), 'only A varies')
})

t.test('a risk of exactly 5 % is no star', async (t) => {
  const { contrast } = t.mockRequire('../../docs/labs/node-versions/contrast', {
    '../../docs/labs/node-versions/welch': { welch: () => 0.05, halfWidth: () => 0 }
  })
  t.equal(contrast({ mean: 1, stdev: 1, n: 2 }, { mean: 2, stdev: 1, n: 2 }).stars, '')
})

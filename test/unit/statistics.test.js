'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { close } = require('../helpers/close')
const { comparisonOf } = require('../helpers/comparison')
const { ROOT } = require('../helpers/project')

// Computed by SciPy 1.17: ttest_ind(b, a, equal_var=False) and its confidence_interval, stdev by std(ddof=1); the
// ratio's bounds by brentq on the p-value of ttest_ind(b, r * a, equal_var=False) minus 0.05.
const KNOWN = [
  {
    what: 'a clear difference',
    a: [5210.4, 5187.2, 5302.9, 5155.0, 5241.7, 5268.3, 5199.9, 5230.1, 5177.6, 5254.8],
    b: [8330.9, 8412.5, 8290.2, 8377.7, 8350.3, 8401.1, 8269.4, 8366.0, 8344.9, 8311.2],
    stdev: 45.345793630721666,
    p: 1.9144207354099996e-29,
    stars: '***',
    accuracy: [0.8244791057406048, 1.129628092481064, 1.5390761580922345],
    ratio: 1.5978854213935463,
    ratioInterval: [1.586864872128871, 1.6090227484414605]
  },
  {
    what: 'a difference that just misses its star',
    a: [100.0, 104.5, 98.2, 101.1, 103.3],
    b: [105.2, 103.9, 107.7, 101.5, 109.0],
    stdev: 2.5252722625491284,
    p: 0.050658572573614905,
    stars: '',
    accuracy: [3.9980661309284846, 5.836439676151931, 8.816438859720355],
    ratio: 1.0398343521987774,
    ratioInterval: [0.9998557655611355, 1.081053660390972]
  },
  {
    what: 'no difference, and unequal numbers',
    a: [4300.0, 4412.5, 4388.1],
    b: [4350.2, 4371.9, 4401.0, 4333.3],
    stdev: 59.179416466651155,
    p: 0.9457548956616613,
    stars: '',
    accuracy: [2.860987534646932, 5.472803396208257, 12.954635053666951],
    ratio: 0.9993664412316992,
    ratioInterval: [0.9717111506759215, 1.0289597552526515]
  },
  {
    what: 'variances that are worlds apart',
    a: [84.7, 60.2, 91.9, 77.0],
    b: [10854.0, 11020.3, 10790.1, 9981.7],
    stdev: 13.60306338047917,
    p: 2.2799775002851208e-05,
    stars: '***',
    accuracy: [939.5933188391268, 1723.222723998683, 3808.3444713338913],
    ratio: 135.90216698534098,
    ratioInterval: [107.51026615667479, 186.37488637023446]
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

for (const { what, a, b, stdev, p, stars, accuracy, ratio, ratioInterval } of KNOWN) {
  t.test(`judged as by SciPy: ${what}`, async (t) => {
    const { welch, ...analysis } = analyzeComparison(comparisonOf(a, b))
    t.strictSame([analysis.a.name, analysis.a.n, analysis.b.name, analysis.b.n, welch.stars],
      ['fast', a.length, 'optimized', b.length, stars])
    t.ok(Math.abs(welch.p / p - 1) < 1e-9, `p ${welch.p}`)
    close(t, analysis.a.stdev, stdev, 'stdev of A')
    close(t, welch.ratio, ratio, 'ratio')
    close(t, welch.improvement, (ratio - 1) * 100, 'improvement')
    accuracy.forEach((half, i) => close(t, welch.accuracy[i], half, `accuracy ${i}`))
    ratioInterval.forEach((bound, i) => close(t, welch.ratioInterval[i], bound, `bound ${i}`))
  })
}

t.test('the p-values of the recorded comparisons agree with a textbook Welch', async (t) => {
  for (const name of ['compare-fast-optimized.json', 'compare-fast-fast.json']) {
    const comparison = JSON.parse(fs.readFileSync(path.join(ROOT, 'docs/results', name)))
    const values = (runs) => runs.map(({ requests }) => requests.average)
    const wanted = textbookWelch(values(comparison.runs.a), values(comparison.runs.b))
    t.ok(Math.abs(analyzeComparison(comparison).welch.p - wanted) < 1e-9, `${name}: ${wanted}`)
  }
})

t.test('the interval of the ratio holds 1 exactly when there is no star', async (t) => {
  for (let shift = 0; shift <= 10; shift += 0.5) {
    const values = [100, 104, 98, 101]
    const shifted = comparisonOf(values, values.map((n) => n + shift))
    const { stars, ratioInterval: [low, high] } = analyzeComparison(shifted).welch
    t.equal(stars === '', low < 1 && high > 1, `shifted by ${shift}`)
  }
})

t.test('the interval turns over with its targets', async (t) => {
  const [a, b] = [[100, 104, 98, 101], [210, 190, 205, 222]]
  const [low, high] = analyzeComparison(comparisonOf(a, b)).welch.ratioInterval
  const turned = analyzeComparison(comparisonOf(b, a)).welch.ratioInterval
  close(t, turned[0], 1 / high, 'low')
  close(t, turned[1], 1 / low, 'high')
})

t.test('runs that scatter around nothing bound no ratio', async (t) => {
  t.equal(analyzeComparison(comparisonOf([1, 200], [50, 60])).welch.ratioInterval[1], Infinity)
  t.equal(analyzeComparison(comparisonOf([50, 60], [1, 200])).welch.ratioInterval[0], 0)
})

t.test('runs that do not vary at all are judged too', async (t) => {
  const judge = (a, b) => {
    const { p, stars, ratio, accuracy, ratioInterval } = analyzeComparison(comparisonOf(a, b)).welch
    return { p, stars, ratio, accuracy, ratioInterval }
  }
  t.strictSame(judge([100, 100], [100, 100]),
    { p: 1, stars: '', ratio: 1, accuracy: [0, 0, 0], ratioInterval: [1, 1] })
  t.strictSame(judge([100, 100], [200, 200]),
    { p: 0, stars: '***', ratio: 2, accuracy: [0, 0, 0], ratioInterval: [2, 2] })
  // With one degree of freedom, Student's t is Cauchy's distribution: P(|t| > 10) = 2/π · atan(1/10).
  close(t, judge([200, 200], [90, 110]).p, 2 / Math.PI * Math.atan(1 / 10), 'only B varies')
  close(t, judge([90, 110], [200, 200]).p, 2 / Math.PI * Math.atan(1 / 10), 'only A varies')
})

t.test('a risk of exactly 5 % is no star, and excludes no ratio', async (t) => {
  const { contrast } = t.mockRequire('../../scripts/lib/statistics/contrast', {
    '../../scripts/lib/statistics/welch': { welch: () => 0.05, halfWidth: () => 0 }
  })
  const { stars, ratioInterval } = contrast({ mean: 1, stdev: 1, n: 2 }, { mean: 2, stdev: 1, n: 2 })
  t.strictSame({ stars, ratioInterval }, { stars: '', ratioInterval: [0, Infinity] })
})

t.test('a target that answered nothing makes no ratio', async (t) => {
  const { message } = t.throws(() => analyzeComparison(comparisonOf([0, 0], [5, 6])))
  t.equal(message, 'fast answered nothing in 2 runs: it has no ratio')
})

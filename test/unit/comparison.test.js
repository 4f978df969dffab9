'use strict'

// What a comparison makes of its runs. texts.test.js shows how it is printed.

const t = require('tap')
const { analyzeComparison, judgeGates } = require('../../scripts/lib/compare/analysis')
const { comparisonTable } = require('../../scripts/lib/show/comparison-table')

const STEADY = [100, 101, 99, 100, 102, 98]

/** A result in short: a server used one core for a second, half of that in the kernel. */
const run = (average, rest) => ({
  requests: { average, total: average },
  server: { userTime: 5e5 }, // µs
  cpuPerRequest: 1e6 / average, // µs
  backgroundCpu: 0,
  errors: 0,
  non2xx: 0,
  bottleneck: 'server',
  ...rest
})

/** A comparison of these runs, each a result or its req/s. */
function comparisonOf (a, b) {
  const runs = (values) => values.map((value) => typeof value === 'number' ? run(value) : value)
  return {
    environment: { node: 'v20.0.0' },
    settings: { runs: a.length, connections: 100, duration: 3 },
    targets: [{ name: 'fast', runs: runs(a) }, { name: 'optimized', runs: runs(b) }]
  }
}

const analyze = (a, b) => analyzeComparison(comparisonOf(a, b))
const print = (analysis) => comparisonTable(comparisonOf([1], [1]), analysis)

/** A fact around the table, on one line. */
const factOf = (analysis, name) =>
  print(analysis).replaceAll(/\n {12}/g, ' ').match(new RegExp(`^${name} +(.*)`, 'm'))[1]

const round = (value) => Number(value.toPrecision(6))

// The figures are those of the closed form of Student's t for two degrees of freedom.
t.test('pairs of runs are judged by the t-test of their log-ratios', async (t) => {
  const { byRate } = analyze([100, 104, 98], [210, 190, 205])
  const { ratio, interval, p, pairs, deviation } = byRate
  t.strictSame([ratio, p, pairs, deviation].map(round), [2.00212, 0.00432435, 3, 0.0793269])
  t.strictSame(interval.map(round), [1.64402, 2.43821])
})

t.test('two runs give no interval', async (t) => {
  const few = analyze([1, 2], [2, 4])
  t.strictSame([few.byRate.ratio, few.byRate.interval, few.byRate.p], [2, null, 1])
  t.match(factOf(few, 'speed-up'), /: none with fewer than 3 runs\)$/)
})

t.test('the interval of a median is that in the tables of the sign test', async (t) => {
  for (const [n, median, interval] of [
    [5, 3, null],
    [6, 3.5, [1, 6]],
    [9, 5, [2, 8]],
    [20, 10.5, [6, 15]],
    [120, 60.5, [49, 72]]
  ]) {
    const rates = Array.from({ length: n }, (_, i) => n - i)
    t.strictSame(analyze(rates, rates).a.rate, { median, interval }, `${n} runs`)
  }
})

t.test('what the load generator limited is a bound', async (t) => {
  function rates (...rows) {
    const [a, b] = rows.map(([rate, bottleneck]) => [run(rate, { bottleneck }), run(rate)])
    const lines = print(analyze(a, b)).split('\n').filter((line) => line.startsWith('│'))
    return lines.slice(-3).map((line) => line.split('│')[3].trim())
  }
  t.strictSame(rates([100, 'server'], [200, 'neither']), ['100', '200', '2 ×'])
  t.strictSame(rates([100, 'server'], [200, 'generator']), ['100', '≥ 200', '≥ 2 ×'])
  t.strictSame(rates([100, 'generator'], [200, 'server']), ['≥ 100', '200', '≤ 2 ×'])
  t.strictSame(rates([100, 'generator'], [200, 'generator']), ['≥ 100', '≥ 200', '–'])
})

t.test('an interval that holds 1 shows no difference, even if 1 is its end', async (t) => {
  const analysis = analyze(STEADY, STEADY)
  const none = 'no difference between fast and optimized is shown'
  for (const [low, high, verdict] of [
    [1, 2, none],
    [1.001, 2, '✓ optimized needs less CPU time per request than fast'],
    [0.5, 0.999, '✗ optimized needs more CPU time per request than fast']
  ]) {
    const byCpu = { ...analysis.byCpu, interval: [low, high] }
    t.equal(factOf({ ...analysis, byCpu }, 'verdict'), verdict)
  }
})

t.test('a comparison warns of errors, and not of what is not known', async (t) => {
  const runsWith = (...parts) => STEADY.map((average, i) => run(average, parts[i]))
  const failed = runsWith({ errors: 3 }, { non2xx: 4 }, { errors: 1, non2xx: 2 })
  t.match(analyze(failed, STEADY).warnings.join(),
    /^A \(fast\) had errors in 3 of 6 runs: 4 errors, 6 non-2xx\. /)
  t.strictSame(analyze(runsWith({ backgroundCpu: null }), STEADY).warnings, [])
})

t.test('MAX_LOSS fails if a larger loss was measured and a loss is shown', async (t) => {
  for (const [ratio, interval, verdict] of [
    [0.92, [0.88, 0.96], 'exceeded: optimized lost 8 % (4 to 12 %)'],
    [0.96, [0.952, 0.97], 'met: a loss of 4.8 % at most'],
    [1.1, [1.05, 1.2], 'met: a loss of 0 % at most'],
    [0.92, [0.8, 1.01], 'met, but the loss may be up to 20 %: more runs would tell']
  ]) {
    const analysis = { b: { name: 'optimized' }, byCpu: { ratio, interval } }
    t.strictSame(judgeGates(analysis, { maxLoss: 5 }),
      [{ passed: verdict.startsWith('met'), verdict: `MAX_LOSS=5 ${verdict}` }])
  }
})

t.test('MIN_RATIO fails unless the whole interval shows the ratio', async (t) => {
  for (const [interval, passed, verdict] of [
    [[1.5, 1.7], true, 'MIN_RATIO=1.5 met: lower bound 1.50 ×'],
    [[1.4999, 1.7], false, 'MIN_RATIO=1.5 not met: lower bound 1.49 ×'],
    [null, false, 'MIN_RATIO=1.5 not met: lower bound 0.00 ×']
  ]) t.strictSame(judgeGates({ byCpu: { interval } }, { minRatio: 1.5 }), [{ passed, verdict }])
})

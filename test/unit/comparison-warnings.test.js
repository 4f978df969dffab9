'use strict'

const t = require('tap')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { comparisonOf, run } = require('../helpers/comparison')

const QUIET = [100, 101, 99, 100, 101, 99]
const warnings = (a, b, environment) => analyzeComparison(comparisonOf(a, b, environment)).warnings

t.test('there are none without a reason', async (t) => {
  t.strictSame(warnings(QUIET, QUIET), [])
})

t.test('the machine was loaded at the start, which says something only if other programs are unknown', async (t) => {
  const unknown = QUIET.map((average) => run(average, { backgroundCpu: null }))
  t.strictSame(warnings(unknown, unknown, { loadAverage: 1 }), [])
  t.strictSame(warnings(QUIET, QUIET, { loadAverage: 1.1 }), [])
  t.strictSame(warnings(unknown, unknown, { loadAverage: 1.1 }), [
    'the machine was loaded before the start: load average 1.1 on 2 CPUs. Close other programs and measure again'
  ])
})

t.test('other programs used CPU time in some runs', async (t) => {
  const disturbed = (...shares) => QUIET.map((average, i) => run(average, { backgroundCpu: shares[i] }))
  const text = (count) => `other programs used CPU time in ${count} of 12 runs. Close them and compare again`
  t.strictSame(warnings(disturbed(0.2, null), disturbed()), [], 'a fifth of a core at most, unknown, or an old result')
  t.strictSame(warnings(disturbed(0.21, 0.1), QUIET), [text(1)])
  t.strictSame(warnings(disturbed(0, 0.9), disturbed(0.21, 0.3)), [text(3)])
})

t.test('drift, which is both sure and large', async (t) => {
  const advice = 'in the second half of the runs. Let the machine cool down and finish other work, and compare again'
  const slower = [100, 101, 99, 90, 91, 89]
  t.strictSame(warnings(slower, QUIET), [`A (fast) drifted: 10 % slower ${advice}`])
  t.strictSame(warnings(QUIET, slower.toReversed()), [`B (optimized) drifted: 11 % faster ${advice}`])
  t.strictSame(warnings([100, 101, 99, 5, 90, 91, 89], QUIET).slice(0, 1), [`A (fast) drifted: 10 % slower ${advice}`],
    'the middle one of an odd number is left out')
  t.strictSame(warnings([100, 100, 90, 90], QUIET), [`A (fast) drifted: 10 % slower ${advice}`], 'four have halves')
  const none = [
    ['sure but small', [100, 100.1, 99.9, 97, 97.1, 96.9]],
    ['large but unsure', [100, 150, 60, 90, 140, 50]],
    ['two have no halves to test', [100, 50]],
    ['nor have three', [100, 50, 40]]
  ]
  for (const [why, rates] of none) t.strictSame(warnings(rates, rates), [], why)
})

t.test('drift at the limits of certainty and size', async (t) => {
  const { comparisonWarnings } = t.mockRequire('../../scripts/lib/experiments/warnings', {
    '../../scripts/lib/statistics/welch': {
      ...require('../../scripts/lib/statistics/welch'),
      welch: ({ mean }) => mean === 100 ? 0.01 : 0.009
    }
  })
  const count = (rates) => comparisonWarnings(comparisonOf(rates, QUIET)).length
  t.equal(count([100, 100, 90, 90]), 0, 'one run in a hundred without drift would show as much')
  t.equal(count([200, 200, 180, 180]), 1, 'fewer would')
})

t.test('an outlier of the CPU time, by which a comparison is judged; of the req/s where that is unknown', async (t) => {
  const advice = 'Look for what disturbed them, and compare again'
  const outlier = QUIET.map((average, i) => run(average, i ? {} : { cpuPerRequest: 20_000 }))
  t.strictSame(warnings(QUIET, outlier),
    [`the CPU time of B (optimized) was far from its median of 10,100 in 1 of 6 runs: 20,000. ${advice}`])
  const unknown = { cpuPerRequest: null }
  const [a, b] = [QUIET, [50, ...QUIET]].map((rates) => rates.map((average) => run(average, unknown)))
  t.strictSame(warnings(a, b), [`B (optimized) was far from its median of 100 in 1 of 7 runs: 50. ${advice}`])
})

t.test('errors', async (t) => {
  const failed = [run(100, { errors: 3, timeouts: 2 }), run(101, { non2xx: 4 }), ...QUIET]
  const counts = 'had errors in 2 of 8 runs: 3 errors (2 of them timeouts), 4 non-2xx. ' +
    'Requests without an answer are missing from its req/s'
  t.strictSame(warnings(failed, QUIET), [`A (fast) ${counts}`])
  t.strictSame(warnings(QUIET, failed), [`B (optimized) ${counts}`])
})

t.test('the generator was the bottleneck, if only in some runs', async (t) => {
  const limited = (n) => QUIET.map((average, i) => run(average, { bottleneck: i < n ? 'generator' : 'server' }))
  const subject = 'the load generator was the bottleneck of'
  t.strictSame(warnings(QUIET, limited(1)),
    [`${subject} B (in 1 of 6 runs): B could do more, the ratio is a lower bound`])
  t.strictSame(warnings(limited(2), QUIET),
    [`${subject} A (in 2 of 6 runs): A could do more, the ratio is an upper bound`])
  t.strictSame(warnings(limited(3), limited(6)),
    [`${subject} both (A in 3 of 6 runs, B in 6 of 6 runs): the ratio compares the generator with itself`])
  const others = ['neither', 'unknown'].map((bottleneck) => QUIET.map((average) => run(average, { bottleneck })))
  t.strictSame(warnings(...others), [])
})

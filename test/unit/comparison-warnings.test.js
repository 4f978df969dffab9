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
  const text = (count) => `other programs used CPU time in ${count} of 12 runs. Close them and measure again`
  t.strictSame(warnings(disturbed(0.2, null), disturbed()), [], 'a fifth of a core at most, unknown, or an old result')
  t.strictSame(warnings(disturbed(0.21, 0.1), QUIET), [text(1)])
  t.strictSame(warnings(disturbed(0, 0.9), disturbed(0.21, 0.3)), [text(3)])
})

t.test('an outlier of the CPU time, by which a comparison is judged; of the req/s where that is unknown', async (t) => {
  const advice = 'Look for what disturbed them, and measure again'
  const outlier = QUIET.map((average, i) => run(average, i ? {} : { cpuPerRequest: 20_000 }))
  t.strictSame(warnings(QUIET, outlier),
    [`the CPU time of B (optimized) was far from its median of 10,100 in 1 of 6 runs: 20,000. ${advice}`])
  const unknown = { cpuPerRequest: null }
  const [a, b] = [QUIET, [50, ...QUIET]].map((rates) => rates.map((average) => run(average, unknown)))
  t.strictSame(warnings(a, b), [`B (optimized) was far from its median of 100 in 1 of 7 runs: 50. ${advice}`])
})

t.test('errors', async (t) => {
  const failed = [run(100, { errors: 3, timeouts: 2 }), run(101, { non2xx: 4 }), ...QUIET]
  const counts = 'had errors in 2 of 8 runs: 3 errors, 4 non-2xx. ' +
    'Requests without an answer are missing from its req/s'
  t.strictSame(warnings(failed, QUIET), [`A (fast) ${counts}`])
  t.strictSame(warnings(QUIET, failed), [`B (optimized) ${counts}`])
})

t.test('the generator was the bottleneck, if only in some runs', async (t) => {
  const limited = (n) => QUIET.map((average, i) => run(average, { bottleneck: i < n ? 'generator' : 'server' }))
  const text = (name, count) => `the load generator was the bottleneck of ${name} in ${count} of 6 runs: ` +
    'it could answer more requests per second'
  t.strictSame(warnings(QUIET, limited(1)), [text('B (optimized)', 1)])
  t.strictSame(warnings(limited(2), QUIET), [text('A (fast)', 2)])
  t.strictSame(warnings(limited(3), limited(6)), [text('A (fast)', 3), text('B (optimized)', 6)])
  const others = ['neither', 'unknown'].map((bottleneck) => QUIET.map((average) => run(average, { bottleneck })))
  t.strictSame(warnings(...others), [])
})

'use strict'

const t = require('tap')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { comparisonOf, run } = require('../helpers/comparison')

const QUIET = [100, 101, 99, 100, 101, 99]
const warnings = (a, b) => analyzeComparison(comparisonOf(a, b)).warnings
const runsWith = (rest) => QUIET.map((average, i) => run(average, rest(i)))

t.test('there are none without a reason', async (t) => {
  t.strictSame(warnings(QUIET, QUIET), [])
  const neither = runsWith(() => ({ bottleneck: 'neither', backgroundCpu: null }))
  t.strictSame(warnings(neither, neither), [])
})

t.test('other programs used more than a fifth of a core in some runs', async (t) => {
  const disturbed = (...shares) => runsWith((i) => ({ backgroundCpu: shares[i] }))
  const text = (count) =>
    `other programs used CPU time in ${count} of 12 runs. Close them and measure again`
  t.strictSame(warnings(disturbed(0.2, null), disturbed()), [])
  t.strictSame(warnings(disturbed(0, 0.9), disturbed(0.21, 0.3)), [text(3)])
})

t.test('an outlier of the CPU time; of the req/s where that is unknown', async (t) => {
  const advice = 'Look for what disturbed them, and measure again'
  const outlier = runsWith((i) => i ? {} : { cpuPerRequest: 20_000 })
  t.strictSame(warnings(QUIET, outlier), ['the CPU time of B (optimized) was far from its ' +
    `median of 10,100 in 1 of 6 runs: 20,000. ${advice}`])
  const unknown = { cpuPerRequest: null }
  const b = [50, ...QUIET].map((average) => run(average, unknown))
  t.strictSame(warnings(runsWith(() => unknown), b),
    [`B (optimized) was far from its median of 100 in 1 of 7 runs: 50. ${advice}`])
})

t.test('errors', async (t) => {
  const failed = [run(100, { errors: 3, timeouts: 2 }), run(101, { non2xx: 4 }), ...QUIET]
  const counts = 'had errors in 2 of 8 runs: 3 errors, 4 non-2xx. ' +
    'Requests without an answer are missing from its req/s'
  t.strictSame(warnings(failed, failed), [`A (fast) ${counts}`, `B (optimized) ${counts}`])
})

t.test('the generator was the bottleneck, if only in some runs', async (t) => {
  const limited = (n) => runsWith((i) => ({ bottleneck: i < n ? 'generator' : 'server' }))
  const text = (name, count) => `the load generator was the bottleneck of ${name} in ${count} ` +
    'of 6 runs: it could answer more requests per second'
  t.strictSame(warnings(QUIET, limited(1)), [text('B (optimized)', 1)])
  t.strictSame(warnings(limited(3), limited(6)), [text('A (fast)', 3), text('B (optimized)', 6)])
})

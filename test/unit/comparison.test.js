'use strict'

const t = require('tap')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { comparisonOf } = require('../helpers/comparison')

const SETTINGS = { runs: 2, connections: 10, duration: 3 }

/** `compareTargets` with a stand-in for the series that it measures. */
function unmeasured (t) {
  const calls = []
  const { compareTargets } = t.mockRequire('../../scripts/lib/experiments/compare-targets', {
    '../../scripts/lib/experiments/series': {
      measureSeries: async (...args) => calls.push(args)
    }
  })
  return { compareTargets, calls }
}

t.test('a comparison is a series of two targets', async (t) => {
  const { compareTargets, calls } = unmeasured(t)
  const targets = [{ name: 'fast' }, { name: 'optimized' }]
  const options = { signal: undefined }
  await compareTargets(targets, SETTINGS, options)
  t.strictSame(calls, [[targets, SETTINGS, options]])
})

t.test('B of the same name as A gets another one, unless it is the same target', async (t) => {
  const cases = [
    ['another file', { file: '/x/app.js' }, { file: '/y/app.js' }, 'app-b'],
    ['another command', { command: 'x/app' }, { command: 'y/app' }, 'app-b'],
    ['the same', { file: '/x/app.js' }, { file: '/x/app.js' }, 'app']
  ]
  for (const [what, a, b, name] of cases) {
    const { compareTargets, calls } = unmeasured(t)
    await compareTargets([{ name: 'app', ...a }, { name: 'app', ...b }], SETTINGS)
    t.strictSame(calls[0][0].map((target) => target.name), ['app', name], what)
  }
})

t.test('settings that leave nothing to compare', async (t) => {
  const { compareTargets, calls } = unmeasured(t)
  const cases = [
    [{ runs: 5 }, 'RUNS must be even, because a block has two runs of each target: use 6'],
    [{ rate: 1000 }, 'RATE gives both targets the same req/s: nothing is left to compare']
  ]
  for (const [settings, message] of cases) {
    const err = await t.rejects(compareTargets([{}, {}], { ...SETTINGS, ...settings }))
    t.strictSame([err.exitCode, err.message], [2, message])
  }
  t.strictSame(calls, [])
})

t.test('only a series of two targets is a comparison', async (t) => {
  const comparison = comparisonOf([1], [2])
  const [a, b] = comparison.targets
  const others = [
    null,
    { ...comparison, kind: 'growth' },
    { ...comparison, schema: 1 },
    { ...comparison, targets: [a] },
    { ...comparison, targets: [a, b, b] },
    comparisonOf([0, 0], [5, 6])
  ]
  for (const other of others) {
    t.equal(t.throws(() => analyzeComparison(other)).message,
      'this is not a comparison: give a file that make compare saved, results/…-compare-….json')
  }
})

'use strict'

const t = require('tap')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { interleave } = require('../../scripts/lib/statistics/interleave')
const { comparisonOf } = require('../helpers/comparison')

t.test('every second round is measured backwards', async (t) => {
  t.strictSame(interleave(['a', 'b', 'c'], 3), ['a', 'b', 'c', 'c', 'b', 'a', 'a', 'b', 'c'])
})

/** The series with a stand-in for `measure`, whose results are 1, 2, 3, …, and its calls. */
function unmeasured (t) {
  const calls = []
  const series = t.mockRequire('../../scripts/lib/experiments/series', {
    '../../scripts/lib/measure/measure': { measure: async (...args) => calls.push(args) },
    '../../scripts/lib/system/environment': { environment: () => 'this machine' }
  })
  return { ...series, calls }
}

const A = { name: 'slow' }
const B = { name: 'fast' }
const LOAD = { connections: 10, duration: 3 }

t.test('targets are measured in turns, each run under the same load', async (t) => {
  const { measureSeries, calls } = unmeasured(t)
  const { signal } = new AbortController()
  const settings = { runs: 2, ...LOAD }
  const told = []
  const options = {
    progress: true,
    onProgress: (share) => told.push(`${share * 4} of 4`),
    onResult: (result) => told.push(result),
    signal
  }
  const { startedAt, ...series } = await measureSeries([A, B], settings, options)
  t.strictSame(series, {
    schema: 2,
    kind: 'series',
    environment: 'this machine',
    settings,
    targets: [{ name: 'slow', runs: [1, 4] }, { name: 'fast', runs: [2, 3] }]
  })
  t.strictSame(calls, [A, B, B, A].map((target) => [target, LOAD, { progress: true, signal }]))
  t.strictSame(told, ['0 of 4', 1, '1 of 4', 2, '2 of 4', 3, '3 of 4', 4, '4 of 4'])
})

t.test('the values of the headers of a request are not saved', async (t) => {
  const { measureSeries } = unmeasured(t)
  const request = { headers: { Cookie: 'secret', Accept: '*/*' } }
  const { settings } = await measureSeries([{ ...A, request }], { runs: 1, ...LOAD })
  t.strictSame(settings, { runs: 1, ...LOAD, headers: { Cookie: '…', Accept: '…' } })
})

t.test('a run that fails ends the series', async (t) => {
  const failure = new Error('fast died')
  const { measureSeries } = t.mockRequire('../../scripts/lib/experiments/series', {
    '../../scripts/lib/measure/measure': { measure: async () => { throw failure } }
  })
  t.equal(await t.rejects(measureSeries([A, B], { runs: 2, ...LOAD })), failure)
})

t.test('B of the same name as A gets another one, unless it is the same target', async (t) => {
  const { compareTargets } = unmeasured(t)
  const namesOf = async (a, b) => {
    const targets = [{ name: 'app', ...a }, { name: 'app', ...b }]
    return (await compareTargets(targets, { runs: 2, ...LOAD })).targets.map(({ name }) => name)
  }
  t.strictSame(await namesOf({ file: '/x/app.js' }, { file: '/y/app.js' }), ['app', 'app-b'])
  t.strictSame(await namesOf({ command: 'x/app' }, { command: 'y/app' }), ['app', 'app-b'])
  t.strictSame(await namesOf({ file: '/x/app.js' }, { file: '/x/app.js' }), ['app', 'app'])
})

t.test('settings that leave nothing to compare', async (t) => {
  const { compareTargets, calls } = unmeasured(t)
  const cases = [
    [{ runs: 5 }, 'RUNS must be even, because a block has two runs of each target: use 6'],
    [{ runs: 2, rate: 9 }, 'RATE gives both targets the same req/s: nothing is left to compare']
  ]
  for (const [settings, message] of cases) {
    const err = await t.rejects(compareTargets([A, B], { ...LOAD, ...settings }))
    t.strictSame([err.exitCode, err.message], [2, message])
  }
  t.strictSame(calls, [])
})

t.test('only a series of two targets is a comparison', async (t) => {
  const comparison = comparisonOf([1], [2])
  const [a, b] = comparison.targets
  const others = [
    null,
    { ...comparison, kind: 'lab', parts: [] },
    { ...comparison, schema: 1 },
    { ...comparison, targets: [a] },
    { ...comparison, targets: [a, b, b] }
  ]
  for (const other of others) {
    t.equal(t.throws(() => analyzeComparison(other)).message,
      'this is not a comparison: give a file that make compare saved, results/…-compare-….json')
  }
})

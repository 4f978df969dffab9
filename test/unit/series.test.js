'use strict'

const t = require('tap')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { comparisonOf } = require('../helpers/comparison')

/** The series with a stand-in for the server and its load, and the steps that it takes. */
function unmeasured (t, { turns = {}, fail } = {}) {
  const steps = []
  const measure = async ({ name }, ...args) => {
    steps.push([name, ...args])
    return `result of ${name}`
  }
  const startRun = async ({ name }, load, options) => {
    steps.push(`start ${name}`)
    return {
      turns: turns[name] ?? [1, 1],
      async send (duration) {
        steps.push(`${name} ${duration}`)
        if (name === fail) throw new Error(`${name} died`)
      },
      result: () => `result of ${name}`,
      stop: async () => { steps.push(`stop ${name}`) }
    }
  }
  const series = t.mockRequire('../../scripts/lib/experiments/series', {
    '../../scripts/lib/measure/measure': { measure, startRun },
    '../../scripts/lib/system/environment': { environment: () => 'this machine' }
  })
  return { ...series, steps }
}

const A = { name: 'slow' }
const B = { name: 'fast' }
const C = { name: 'optimized' }
const LOAD = { connections: 10, duration: 3 }

t.test('in a round, targets are loaded in turns; every second one is backwards', async (t) => {
  const { measureSeries, steps } = unmeasured(t, { turns: { slow: [2] } })
  const settings = { runs: 2, ...LOAD, duration: 2 }
  const shares = []
  const { startedAt, ...series } = await measureSeries([A, B, C], settings, {
    onProgress: (share) => shares.push(share * 12)
  })
  t.strictSame(series, {
    schema: 2,
    kind: 'series',
    environment: 'this machine',
    settings,
    targets: ['slow', 'fast', 'optimized'].map((name) =>
      ({ name, runs: [`result of ${name}`, `result of ${name}`] }))
  })
  t.strictSame(steps, [
    'start slow', 'start fast', 'start optimized',
    'slow 2', 'fast 1', 'optimized 1', 'optimized 1', 'fast 1',
    'stop slow', 'stop fast', 'stop optimized',
    'start optimized', 'start fast', 'start slow',
    'optimized 1', 'fast 1', 'slow 2', 'fast 1', 'optimized 1',
    'stop optimized', 'stop fast', 'stop slow'
  ])
  t.strictSame(shares.map(Math.round), [0, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12])
})

t.test('with one run, or a way of its own, targets are measured one after another', async (t) => {
  const { measureSeries, steps } = unmeasured(t)
  const { signal } = new AbortController()
  const options = { progress: true, signal }
  const told = []
  const onResult = (result) => told.push(result)
  await measureSeries([A, B], { runs: 1, ...LOAD }, { ...options, onResult })
  t.strictSame(steps, [['slow', LOAD, options], ['fast', LOAD, options]])
  t.strictSame(told, ['result of slow', 'result of fast'])
  const order = []
  const measure = async ({ name }) => order.push(name)
  await measureSeries([A, B], { runs: 2, ...LOAD }, { measure })
  t.strictSame(order, ['slow', 'fast', 'fast', 'slow'])
})

t.test('the values of the headers of a request are not saved', async (t) => {
  const { measureSeries } = unmeasured(t)
  const request = { headers: { Cookie: 'secret', Accept: '*/*' } }
  const { settings } = await measureSeries([{ ...A, request }], { runs: 1, ...LOAD })
  t.strictSame(settings, { runs: 1, ...LOAD, headers: { Cookie: '…', Accept: '…' } })
})

t.test('a turn that fails ends the series, and all servers', async (t) => {
  const { measureSeries, steps } = unmeasured(t, { fail: 'fast' })
  const err = await t.rejects(measureSeries([A, B], { runs: 2, ...LOAD }))
  t.equal(err.message, 'fast died')
  t.strictSame(steps.slice(-3), ['fast 1', 'stop slow', 'stop fast'])
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

t.test('a constant rate leaves nothing to compare', async (t) => {
  const { compareTargets, steps } = unmeasured(t)
  const err = await t.rejects(compareTargets([A, B], { ...LOAD, runs: 2, rate: 9 }))
  t.strictSame([err.exitCode, err.message],
    [2, 'RATE gives both targets the same req/s: nothing is left to compare'])
  t.strictSame(steps, [])
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

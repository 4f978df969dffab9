'use strict'

const t = require('tap')
const { measureSeries } = require('../../scripts/lib/compare/series')

/** The series with a stand-in for the server and its load, and the steps that it takes. */
function unmeasured ({ latencies = {}, fail } = {}) {
  const steps = []
  const step = async (text) => {
    steps.push(text)
    if (text === fail) throw new Error('it died')
  }
  const start = async ({ name }) => {
    await step(`start ${name}`)
    return {
      warmed: { latency: { average: latencies[name] ?? 1 } },
      send: (duration) => step(`${name} ${duration}`),
      untilIdle: () => step('idle'),
      result: () => `result of ${name}`,
      stop: () => step(`stop ${name}`)
    }
  }
  const measure = (targets, settings, options) =>
    measureSeries(targets, settings, { ...options, start })
  return { measure, steps }
}

const A = { name: 'slow' }
const B = { name: 'fast' }
const C = { name: 'optimized' }
const LOAD = { connections: 10, duration: 3 }

t.test('targets take turns, and become idle; every second round is backwards', async (t) => {
  const { measure, steps } = unmeasured({ latencies: { slow: 100 } })
  const settings = { runs: 2, ...LOAD, duration: 2 }
  const shares = []
  const request = { headers: { Cookie: 'secret', Accept: '*/*' }, body: 'b', bodyFile: '/a.json' }
  const targets = [{ ...A, request }, B, C]
  const { startedAt, environment, ...series } = await measure(targets, settings, {
    onProgress: (share) => shares.push(share)
  })
  t.strictSame(series, {
    schema: 2,
    kind: 'series',
    settings: { ...settings, headers: { Cookie: '…', Accept: '…' }, bodyFile: '/a.json' },
    targets: ['slow', 'fast', 'optimized'].map((name) =>
      ({ name, runs: [`result of ${name}`, `result of ${name}`] }))
  })
  t.strictSame(steps, [
    'start slow', 'start fast', 'start optimized',
    'slow 2', 'idle', 'fast 1', 'idle', 'optimized 1', 'idle',
    'optimized 1', 'idle', 'fast 1', 'idle',
    'stop slow', 'stop fast', 'stop optimized',
    'start optimized', 'start fast', 'start slow',
    'optimized 1', 'idle', 'fast 1', 'idle', 'slow 2', 'idle',
    'fast 1', 'idle', 'optimized 1', 'idle',
    'stop optimized', 'stop fast', 'stop slow'
  ])
  t.strictSame(shares, [0, 0.25, 0.5, 0.75, 1])
})

t.test('a turn is a second, or twenty mean latencies, or a load that must be whole', async (t) => {
  const cases = [
    [50, {}, Array(10).fill(1)],
    [150, {}, [3, 3, 4]],
    [50, { amount: 9 }, [10]]
  ]
  for (const [latency, settings, turns] of cases) {
    const { measure, steps } = unmeasured({ latencies: { slow: latency } })
    await measure([A], { runs: 1, ...LOAD, duration: 10, ...settings })
    const sent = steps.filter((step) => /\d/.test(step))
    t.strictSame(sent, turns.map((duration) => `slow ${duration}`))
  }
})

t.test('a start or a turn that fails ends the series, and all servers', async (t) => {
  const cases = { 'start fast': ['stop slow'], 'fast 1': ['stop slow', 'stop fast'] }
  for (const [fail, stops] of Object.entries(cases)) {
    const { measure, steps } = unmeasured({ fail })
    const err = await t.rejects(measure([A, B], { runs: 2, ...LOAD }))
    t.equal(err.message, 'it died')
    t.strictSame(steps.slice(steps.indexOf(fail) + 1), stops)
  }
})

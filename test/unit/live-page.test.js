'use strict'

// What the live page shows, without a browser: its state, each figure, and the state in words.

const t = require('tap')

const PAGE = '../../scripts/lib/live/page'
const SETTINGS = { targets: ['slow', 'fast'], connections: 100, duration: 1 }

/** A sample whose figures all differ. */
const sampleOf = (rest) => ({
  time: 1.25,
  rate: 1234.56,
  latencyP99: 23.456,
  answered: 1000,
  unavailable: 3,
  timeouts: 0,
  errors: 2,
  probe: { cpu: 0.512, delayP99: 1045.6, heap: 23_456_789, listeners: 54_321 },
  ...rest
})

/** A result whose figures all differ. */
const resultOf = (average, rest) => ({
  requests: { average, total: 1000 },
  cpuPerRequest: 1e6 / average,
  latency: { p99: 17.258 },
  server: { cpu: 0.25, delayP99: 53.126, heap: 5_678_901, listeners: 54 },
  timeouts: 0,
  errors: 0,
  statuses: { 200: 99 },
  bottleneck: 'server',
  ...rest
})

t.test('numbers are written as in the terminal, and whole from 100 on', async (t) => {
  const { fraction, minute, number } = await import(`${PAGE}/labels.js`)
  const values = [0, 0.12345, -99.994, 99.99, 100.4, -1000.6, 123_456.7]
  const texts = ['0', '0.12', '-99.99', '99.99', '100', '-1,001', '123,457']
  t.strictSame(values.map(number), texts)
  t.strictSame([1 / 123.4, 0.5, 4.861].map(fraction), ['1/123', '1/2', '4.86 ×'])
  t.equal(minute('2026-01-02T03:04:05.678Z'), '2026-01-02 03:04')
})

t.test('each panel has its figure in a sample and in a result', async (t) => {
  const { METRICS } = await import(`${PAGE}/metrics.js`)
  const silent = sampleOf({ probe: null })
  const figures = METRICS.map(({ id, log, now, whole }) => {
    return [id, log, now(sampleOf()), now(silent) ?? null, whole(resultOf(1234.56))]
  })
  t.strictSame(figures, [
    ['rate', true, 1234.56, 1234.56, 1234.56],
    ['latency', true, 23.456, 23.456, 17.258],
    ['delay', true, 1045.6, null, 53.126],
    ['listeners', true, 54_321, null, 54],
    ['heap', undefined, 23.456789, null, 5.678901],
    ['cpu', undefined, 51.2, null, 25]
  ])
})

t.test('the p99 of a sample and of a result count timeouts in the same way', async (t) => {
  const { METRICS } = await import(`${PAGE}/metrics.js`)
  const { now, whole } = METRICS.find(({ id }) => id === 'latency')
  for (const timeouts of [0, 10]) { // of 1,000 answers
    t.equal(now(sampleOf({ timeouts })), 23.456)
    t.equal(whole(resultOf(5, { timeouts })), 17.258)
  }
  t.equal(now(sampleOf({ timeouts: 11 })), Infinity)
  t.equal(whole(resultOf(5, { timeouts: 11 })), Infinity)
  t.equal(now(sampleOf({ answered: 0, latencyP99: null })), null, 'before the first answer')
})

t.test('the events of a run make the state', async (t) => {
  const { next, NOTHING } = await import(`${PAGE}/state.js`)
  const started = { settings: SETTINGS, runs: [], phase: 'running', message: '' }
  const slow = { target: 'slow', samples: [{ time: 1 }, { time: 2 }], result: null }
  const saved = { ...slow, result: 'a result' }
  const fast = { target: 'fast', samples: [], result: null }
  const failure = { outcome: 'failed', message: 'fast died' }
  const steps = [
    ['start', SETTINGS, started],
    ['target', { target: 'slow' }, { ...started, runs: [{ ...slow, samples: [] }] }],
    ['sample', { time: 1 }, { ...started, runs: [{ ...slow, samples: [{ time: 1 }] }] }],
    ['sample', { time: 2 }, { ...started, runs: [slow] }],
    ['result', { result: 'a result' }, { ...started, runs: [saved] }],
    ['target', { target: 'fast' }, { ...started, runs: [saved, fast] }],
    ['end', failure, { ...started, runs: [saved, fast], phase: 'failed', message: 'fast died' }],
    ['start', SETTINGS, started],
    ['end', { outcome: 'done' }, { ...started, phase: 'done' }]
  ]
  let state = NOTHING
  for (const [type, data, expected] of steps) {
    state = next(state, { type, data })
    t.strictSame(state, expected, type)
  }
  t.strictSame(NOTHING, { settings: null, runs: [], phase: 'idle', message: '' })
})

t.test('a figure is of the whole run, else the last reading that there is', async (t) => {
  const { figure } = await import(`${PAGE}/state.js`)
  const metric = { now: ({ x }) => x, whole: ({ y }) => y }
  t.equal(figure({ result: { y: 5 }, samples: [{ x: 1 }] }, metric), 5)
  t.equal(figure({ result: null, samples: [{ x: 1 }, { x: 0 }, { x: null }, {}] }, metric), 0)
  t.equal(figure({ result: null, samples: [] }, metric), undefined)
})

t.test('a timeout is not among the other errors of a run', async (t) => {
  const { failures } = await import(`${PAGE}/state.js`)
  const samples = [sampleOf(), sampleOf({ timeouts: 38, errors: 40 })]
  const result = resultOf(5, { timeouts: 2, errors: 7, statuses: { 503: 11 } })
  const none = { timeouts: 0, unavailable: 0, errors: 0 }
  t.strictSame(failures({ result: null, samples: [] }), none)
  t.strictSame(failures({ result: null, samples }), { timeouts: 38, unavailable: 3, errors: 2 })
  t.strictSame(failures({ result, samples }), { timeouts: 2, unavailable: 11, errors: 5 })
  t.strictSame(failures({ result: resultOf(5), samples }), none)
})

t.test('a saved run is played from its start to its figures', async (t) => {
  const { stateAt } = await import(`${PAGE}/state.js`)
  const samples = [0.25, 0.5, 1].map((time) => sampleOf({ time }))
  const runs = []
  const events = [{ type: 'start', data: SETTINGS }]
  for (const [target, average] of [['slow', 12.345], ['fast', 6789.01]]) {
    const result = resultOf(average)
    events.push({ type: 'target', data: { target } })
    for (const data of samples) events.push({ type: 'sample', data })
    events.push({ type: 'result', data: { result } })
    runs.push({ target, samples, result })
  }
  const environment = { node: 'v26.1.2' }
  const saved = { startedAt: '2026-01-02T03:04:05.678Z', environment, events }
  const [slow, fast] = runs
  const part = (run, count) => ({ ...run, samples: samples.slice(0, count), result: null })
  const cases = [
    [0, 'running', [part(slow, 0)]],
    [0.5, 'running', [part(slow, 2)]],
    [1, 'running', [slow, part(fast, 0)]],
    [1.3, 'running', [slow, part(fast, 1)]],
    [2, 'done', runs],
    [1e9, 'done', runs]
  ]
  const replayOf = 'Replay of 2026-01-02 03:04 UTC, Node.js v26.1.2.'
  for (const [seconds, phase, runs] of cases) {
    const expected = { settings: { ...SETTINGS, replayOf }, runs, phase, message: '' }
    t.strictSame(stateAt(saved, seconds), expected, `${seconds} s`)
  }
})

t.test('pinned runs come first, then all targets of the run', async (t) => {
  const { NOTHING, seriesOf } = await import(`${PAGE}/state.js`)
  const run = { target: 'slow', samples: [{ time: 1 }], result: null }
  const pinned = { ...run, pinned: true }
  t.strictSame(seriesOf(NOTHING, []), [])
  const fast = { target: 'fast', samples: [], result: null } // has not begun
  const state = { ...NOTHING, settings: SETTINGS, runs: [run] }
  t.strictSame(seriesOf(state, [pinned]), [pinned, run, fast])
})

t.test('the silence of a server lasts since its last reading', async (t) => {
  const { silence } = await import(`${PAGE}/state.js`)
  const read = { probe: {} }
  const silent = { probe: null }
  const cases = [
    [0, []],
    [2, [silent, silent]],
    [3, [read, silent, read, silent, silent, silent]],
    [0, [read, silent, read]]
  ]
  for (const [seconds, list] of cases) {
    const samples = list.map((sample, i) => ({ ...sample, time: i + 1 }))
    t.equal(silence({ samples }), seconds)
  }
})

t.test('a curve ends in its final figure, behind a tail if the loop was blocked', async (t) => {
  const { pointsOf } = await import(`${PAGE}/state.js`)
  const metric = { now: ({ probe }) => probe?.heap, whole: ({ heap }) => heap, atEnd: true }
  const read = { time: 1, probe: { heap: 5 } }
  const first = { time: 1, value: 5 }
  const end = (time) => ({ time, value: 9 })
  const result = { heap: 9 }
  const silent = (time) => [read, { time, probe: null }]
  const ends = (samples, run, rest) => pointsOf({ samples, ...run }, { ...metric, ...rest })
  t.strictSame(ends([read], { result }), { curve: [end(1)], tail: [] })
  t.strictSame(ends(silent(1.5), { result }), { curve: [first, end(1.5)], tail: [] })
  t.strictSame(ends(silent(2), { result }), { curve: [first], tail: [first, end(2)] })
  t.strictSame(ends(silent(2), { result: null }), { curve: [first], tail: [] })
  t.strictSame(ends([read], { result }, { atEnd: false }), { curve: [first], tail: [] })
})

t.test('a run in words', async (t) => {
  const { statusOf } = await import(`${PAGE}/status.js`)
  const settings = { targets: ['slow'], connections: 10, duration: 5 }
  const blocked = 'The event loop is blocked: no reading for 0.8 s'
  const cases = [
    [[], 'Starting, warming up …', ''],
    [[sampleOf()], 'slow: 1.3 of 5 s', ''],
    [[sampleOf({ time: 5.2 })], 'slow: 5.0 of 5 s', ''], // the last reading may be late
    [[sampleOf({ time: 0.74, probe: null })], 'slow: 0.7 of 5 s', ''],
    [[sampleOf({ time: 2 }), sampleOf({ time: 2.75, probe: null })], 'slow: 2.8 of 5 s', blocked]
  ]
  for (const [samples, headline, detail] of cases) {
    const runs = [{ target: 'slow', samples, result: null }]
    const state = { settings, runs, phase: 'running', message: '' }
    t.strictSame(statusOf(state), { headline, detail })
  }
  t.strictSame(statusOf({ settings: null, runs: [], phase: 'idle' }), {
    headline: 'Tick a stage and press Start',
    detail: 'It runs all that are ticked, one after another. Race runs the stages.'
  })
  const replay = { settings: { ...settings, replayOf: 'Replay.' }, runs: [], phase: 'running' }
  t.equal(statusOf(replay).detail, 'Replay.')
})

t.test('the end of a run in words', async (t) => {
  const { statusOf } = await import(`${PAGE}/status.js`)
  const settings = { targets: ['slow', 'fast', 'optimized'] }
  const run = (target, result = null) => ({ target, result, samples: [] })
  const slow = run('slow', resultOf(1234.5))
  const fast = run('fast', resultOf(2469))
  const optimized = run('optimized', resultOf(9876, { bottleneck: 'generator' }))
  const bound = '101 µs (the load generator was the bottleneck)'
  const ofTwo = 'CPU time per request: slow 810 µs, fast 405 µs.'
  const ofAll = `CPU time per request: slow 810 µs, fast 405 µs, optimized ${bound}.`
  const cases = [
    ['done', [slow, fast, optimized], 'fast needs 1/2 of the CPU time of slow; ' +
      'optimized needs 1/4 of the CPU time of fast', ofAll],
    ['done', [slow], 'slow: 1,235 req/s', 'CPU time per request: slow 810 µs.'],
    ['stopped', [run('slow')], 'slow stopped', 'Nothing of slow is saved.'],
    ['failed', [slow, fast, run('optimized')], 'optimized failed',
      `Nothing of optimized is saved. ${ofTwo}`]
  ]
  for (const [phase, runs, headline, detail] of cases) {
    t.strictSame(statusOf({ settings, runs, phase }), { headline, detail })
  }
  const replay = { ...settings, replayOf: 'Replay.' }
  const state = { settings: replay, runs: [slow, fast], phase: 'done' }
  t.equal(statusOf(state).detail, `${ofTwo} Replay.`)
})

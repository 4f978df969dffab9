'use strict'

// What the live page shows, without a browser: its state from the events, each figure, and the state in words.

const t = require('tap')

const PAGE = '../../scripts/lib/live/page'

/** A sample whose figures all differ. */
const sampleOf = (rest) => ({
  time: 1.25,
  rate: 1234.56,
  latencyP99: 23.456,
  answered: 1000,
  unavailable: 3,
  timeouts: 38,
  errors: 40,
  probe: { cpu: 0.512, delayP99: 1045.6, heap: 23_456_789, listeners: 54_321, excessListeners: [{ event: 'after' }] },
  ...rest
})

/** A result whose figures all differ. */
const resultOf = (average, rest) => ({
  requests: { average, total: 1000 },
  cpuPerRequest: 1e6 / average,
  latency: { p99: 17.258 },
  server: { cpu: 0.00512, delayP99: 53.126, heap: 5_678_901, listeners: 54 },
  timeouts: 0,
  errors: 0,
  statuses: { 200: 99 },
  bottleneck: 'server',
  ...rest
})

t.test('numbers are written as in the terminal, and changing ones with three digits', async (t) => {
  const { changing, megabytes, number, percentage, ratio, short } = await import(`${PAGE}/labels.js`)
  const values = [0, 0.12345, 1.23456, -999.994, 999.99, 1000, -1000.6, 123_456.7]
  t.strictSame(values.map(number), ['0', '0.12', '1.23', '-999.99', '999.99', '1,000', '-1,001', '123,457'])
  t.strictSame(values.map(changing), ['0', '0.123', '1.23', '-1,000', '1,000', '1,000', '-1,001', '123,457'])
  t.strictSame([0, 0.00123456, 0.0099, 0.01, 0.019, 0.976, 1.03].map(percentage),
    ['0', '0.123', '0.99', '1', '2', '98', '103'])
  t.strictSame([12_345_678, 999_999].map(megabytes), ['12.3', '1'])
  t.strictSame([0.5, 4.861, 123.4].map(ratio), ['0.5 ×', '4.86 ×', '123 ×'])
  t.strictSame([12, 1234, 56_789, 1_234_567].map(short), ['12', '1.23k', '56.8k', '1.23M'])
})

t.test('each panel shows its figure, as a reading and of the whole run', async (t) => {
  const { METRICS } = await import(`${PAGE}/metrics.js`)
  const panels = METRICS.map(({ id, label, unit, span, spanNow, now, whole, format, formatNow = format }) =>
    [id, label, unit, formatNow(now(sampleOf({ timeouts: 0 }))), spanNow, format(whole(resultOf(1234.56))), span])
  t.strictSame(panels, [
    ['rate', 'Requests per second', 'req/s', '1,235', 'now', '1,235', 'average'],
    ['latency', 'Latency p99', 'ms', '23.5', 'so far, with timeouts', '17.26', 'whole run, with timeouts'],
    ['delay', 'Event-loop delay p99', 'ms', '1,046', 'now', '53.13', 'whole run; curve: now'],
    ['listeners', 'Listeners of one event', '', '54,321', 'now', '54', 'at the end, if more than 10'],
    ['heap', 'Heap in use', 'MB', '23.5', 'now', '5.68', 'at the end'],
    ['cpu', 'CPU, % of one core', '%', '51', 'now', '0.512', 'average']
  ])
  const [logAxis, memory, share] = [{ scale: 1, least: 10, log: true }, { scale: 1e-6, least: 20, log: false },
    { scale: 100, least: 100, log: false }]
  t.strictSame(METRICS.map(({ scale, least, log }) => ({ scale, least, log })),
    [logAxis, logAxis, logAxis, logAxis, memory, share])
  t.strictSame(METRICS.map(({ now }) => now(sampleOf({ timeouts: 0, probe: null }))),
    [1234.56, 23.456, undefined, undefined, undefined, undefined], 'while the server owes its reading')
})

t.test('the p99 of a sample and of a result count timeouts in the same way', async (t) => {
  const { METRICS } = await import(`${PAGE}/metrics.js`)
  const { now, whole, format, formatNow } = METRICS.find(({ id }) => id === 'latency')
  for (const [timeouts, sampled, measured] of [[0, '23.5', '17.26'], [10, '23.5', '17.26'], [11, '> 10 s', '> 10 s']]) {
    t.equal(formatNow(now(sampleOf({ timeouts }))), sampled, `${timeouts} timeouts and 1,000 answers`)
    t.equal(format(whole(resultOf(5, { timeouts }))), measured)
  }
  t.equal(now(sampleOf({ answered: 0, timeouts: 0, latencyP99: null })), null, 'before the first answer')
})

t.test('the event with the listeners is named as the code of the server names it', async (t) => {
  const { METRICS } = await import(`${PAGE}/metrics.js`)
  const names = (figures) => METRICS.flatMap(({ id, code }) => code ? [[id, code(figures)]] : [])
  t.strictSame(names(sampleOf().probe), [['listeners', 'after']])
  t.strictSame(names({ excessListeners: [] }), [['listeners', undefined]])
  t.strictSame(names({}), [['listeners', undefined]], 'a result of version 2.0')
})

t.test('the events of the stream make the state', async (t) => {
  const { EVENTS, next, NOTHING } = await import(`${PAGE}/state.js`)
  t.strictSame(EVENTS, ['start', 'target', 'sample', 'result', 'end'])
  const settings = { targets: ['slow', 'fast'], connections: 100, duration: 5 }
  const apply = (state, ...events) => events.reduce((state, [type, data]) => next(state, type, data), state)

  const started = apply(NOTHING, ['start', settings])
  t.strictSame(started, { settings, runs: [], phase: 'running', message: '' })
  const first = apply(started, ['target', { target: 'slow' }], ['sample', { time: 1 }], ['sample', { time: 2 }])
  const samples = [{ time: 1 }, { time: 2 }]
  t.strictSame(first.runs, [{ target: 'slow', samples, result: null, file: '' }])
  const second = apply(first, ['result', { result: 'a result', file: 'slow.json' }], ['target', { target: 'fast' }],
    ['sample', { time: 3 }])
  t.strictSame(second, {
    ...started,
    runs: [
      { target: 'slow', samples, result: 'a result', file: 'slow.json' },
      { target: 'fast', samples: [{ time: 3 }], result: null, file: '' }
    ]
  })
  const failed = apply(second, ['end', { outcome: 'failed', message: 'fast died' }])
  t.strictSame(failed, { ...second, phase: 'failed', message: 'fast died' })
  t.strictSame(apply(second, ['end', { outcome: 'done' }]), { ...second, phase: 'done' })
  t.strictSame(apply(failed, ['start', settings]), started, 'the next run starts with nothing')
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
  const sampled = { result: null, samples: [...[1, 2].map((timeouts) => sampleOf({ timeouts })), sampleOf()] }
  const ended = { result: resultOf(5, { timeouts: 2, errors: 7, statuses: { 503: 11 } }), samples: [sampleOf()] }
  t.strictSame(failures({ result: null, samples: [] }), { timeouts: 0, unavailable: 0, errors: 0 })
  t.strictSame(failures(sampled), { timeouts: 38, unavailable: 3, errors: 2 })
  t.strictSame(failures(ended), { timeouts: 2, unavailable: 11, errors: 5 })
  t.strictSame(failures({ result: resultOf(5), samples: [] }), { timeouts: 0, unavailable: 0, errors: 0 })
})

t.test('a saved run is played from its start to its figures', async (t) => {
  const { figure, stateAt } = await import(`${PAGE}/state.js`)
  const { METRICS } = await import(`${PAGE}/metrics.js`)
  const run = (target, average) => ({
    target,
    samples: [0.25, 0.5, 1].map((time) => sampleOf({ time })),
    result: resultOf(average),
    file: `results/${target}.json`
  })
  const runs = [run('slow', 12.345), run('fast', 6789.01)]
  const settings = { targets: ['slow', 'fast'], connections: 100, duration: 1 }
  const events = [
    { type: 'start', data: settings },
    ...runs.flatMap(({ target, samples, ...rest }) => [
      { type: 'target', data: { target } },
      ...samples.map((data) => ({ type: 'sample', data })),
      { type: 'result', data: rest }
    ])
  ]
  const saved = { startedAt: '2026-01-02T03:04:05.678Z', environment: { node: 'v26.1.2' }, events }
  const shown = (seconds) => {
    const { runs, phase } = stateAt(saved, seconds)
    const texts = runs.map(({ target, samples, result }) => `${target} ${samples.length}${result ? ' result' : ''}`)
    return [phase, ...texts]
  }
  t.strictSame(shown(0), ['running', 'slow 0'])
  t.strictSame(shown(0.5), ['running', 'slow 2'])
  t.strictSame(shown(1), ['running', 'slow 3 result', 'fast 0'])
  t.strictSame(shown(1.3), ['running', 'slow 3 result', 'fast 1'])
  for (const end of [2, Infinity]) t.strictSame(shown(end), ['done', 'slow 3 result', 'fast 3 result'], `${end} s`)
  const { settings: replayed, runs: played, message } = stateAt(saved, Infinity)
  t.strictSame({ replayed, played, message }, {
    replayed: { ...settings, replayOf: '2026-01-02 03:04 UTC, Node.js v26.1.2' },
    played: runs,
    message: ''
  })
  for (const metric of METRICS) {
    t.strictSame(played.map((run) => figure(run, metric)), runs.map(({ result }) => metric.whole(result)), metric.id)
  }
})

t.test('pinned runs come first, then one series for each target, if it has begun or not', async (t) => {
  const { NOTHING, seriesOf } = await import(`${PAGE}/state.js`)
  const run = (target, file) => ({ target, samples: [{ time: 1 }], result: null, file })
  const settings = { targets: ['slow', 'fast'], connections: 1, duration: 1 }
  t.strictSame(seriesOf(NOTHING, []), [])
  t.strictSame(seriesOf({ ...NOTHING, settings, runs: [run('slow', 'after')] }, [run('slow', 'before')]), [
    { ...run('slow', 'before'), pinned: true },
    { ...run('slow', 'after'), pinned: false },
    { target: 'fast', samples: [], result: null, file: '', pinned: false }
  ])
})

t.test('the silence of a server lasts since its last reading', async (t) => {
  const { silence } = await import(`${PAGE}/state.js`)
  const [read, silent] = [{ probe: {} }, { probe: null }]
  const seconds = (...samples) => silence({ samples: samples.map((sample, i) => ({ ...sample, time: i + 1 })) })
  t.equal(seconds(), 0)
  t.equal(seconds(silent, silent), 2, 'since the start')
  t.equal(seconds(read, silent, read, silent, silent, silent), 3)
  t.equal(seconds(read, silent, read), 0)
  t.equal(silence({ result: {}, samples: [{ ...silent, time: 5 }] }), 0, 'the run has ended')
})

t.test('a run in words', async (t) => {
  const { currentStatus } = await import(`${PAGE}/status.js`)
  const settings = { targets: ['slow'], connections: 1000, duration: 5 }
  const run = { target: 'slow', samples: [], result: null }
  const of = (...samples) => currentStatus({ settings, runs: [{ ...run, samples }] })
  const detail = '1,000 connections for 5 s'
  t.strictSame(currentStatus({ settings: null, runs: [] }), {
    headline: 'Tick a stage and press Start',
    detail: 'Race runs what is ticked one after another, under the same load. ' +
      'If only one is ticked, it runs the stages.'
  })
  t.strictSame(currentStatus({ settings, runs: [] }), { headline: 'Starting …', detail })
  t.strictSame(of(), { headline: 'slow: starting, warming up …', detail })
  t.strictSame(of(sampleOf()), { headline: 'slow: 1.3 of 5 s', detail })
  t.strictSame(of(sampleOf({ time: 5.2 })), { headline: 'slow: 5.0 of 5 s', detail }, 'the last reading may be late')
  t.strictSame(of(sampleOf({ time: 0.74, probe: null })), { headline: 'slow: 0.7 of 5 s', detail })
  t.strictSame(of(sampleOf({ time: 2 }), sampleOf({ time: 2.75, probe: null })),
    { headline: 'slow: 2.8 of 5 s', detail: 'The event loop is blocked: no reading for 0.8 s' })
  const saved = { ...run, result: resultOf(5) }
  t.strictSame(currentStatus({ settings, runs: [saved] }), { headline: 'slow: saved', detail })

  const race = { targets: ['slow', 'fast'], connections: 1, duration: 5 }
  t.strictSame(currentStatus({ settings: race, runs: [run, { ...run, target: 'fast' }] }),
    { headline: 'fast: starting, warming up …', detail: '1 connection for 5 s; 2 of 2' })
  const replay = { ...settings, replayOf: '2026-01-02 03:04 UTC, Node.js v26.1.2' }
  t.equal(currentStatus({ settings: replay, runs: [] }).detail, `${detail}; replay of ${replay.replayOf}`)
})

t.test('the end of a run in words', async (t) => {
  const { finalStatus } = await import(`${PAGE}/status.js`)
  const settings = { targets: ['slow', 'fast', 'optimized'] }
  const run = (target, result) => ({ target, result, samples: [], file: `results/${target}.json` })
  const slow = run('slow', resultOf(1234.5))
  const fast = run('fast', resultOf(2469, { server: { ...resultOf(1).server, listeners: null } }))
  const optimized = run('optimized', resultOf(9876, { bottleneck: 'generator' }))
  const ofSlow = 'slow: 1,235 requests per second on average, 810.04 µs of CPU time per request, ' +
    'latency p99 17.26 ms, 54 listeners of one event'
  const ofFast = 'fast: 2,469 requests per second on average, 405.02 µs of CPU time per request, ' +
    'latency p99 17.26 ms'
  const ofOptimized = 'optimized: 9,876 requests per second on average, 101.26 µs of CPU time per request, ' +
    'latency p99 17.26 ms, 54 listeners of one event, the load generator was the bottleneck'
  const more = ', event-loop delay p99 53.13 ms, heap 5.68 MB, CPU 0.512 %'
  const status = (phase, ...runs) => finalStatus({ settings, runs, phase })

  t.strictSame(status('done', slow, fast, optimized), {
    headline: 'fast is 2 × slow, optimized is 4 × fast',
    detail: `By CPU time per request. ${ofSlow}. ${ofFast}. ${ofOptimized}.`
  })
  t.strictSame(status('done', slow),
    { headline: 'slow: 1,235 req/s', detail: `${ofSlow}${more}. Saved in results/slow.json.` })
  t.strictSame(status('stopped'), { headline: 'slow stopped', detail: 'Nothing of slow is saved.' })
  t.strictSame(status('failed', slow, run('fast', null)),
    { headline: 'fast failed', detail: `Nothing of fast is saved. ${ofSlow}${more}. Saved in results/slow.json.` })
  t.strictSame(status('stopped', slow, fast, run('optimized', null)),
    { headline: 'optimized stopped', detail: `Nothing of optimized is saved. ${ofSlow}. ${ofFast}.` })

  const failing = (rest) => status('done', run('slow', resultOf(1234.5, rest))).detail
  const saved = `${more}. Saved in results/slow.json.`
  t.equal(failing({ timeouts: 10, errors: 12, statuses: { 200: 9, 503: 4000 } }), `${ofSlow}${saved}`,
    'failures have a place of their own')
  t.equal(failing({ timeouts: 11, errors: 11 }), `${ofSlow.replace('17.26 ms', '> 10 s')}${saved}`)
  const replay = { ...settings, replayOf: '2026-01-02 03:04 UTC, Node.js v26.1.2' }
  t.equal(finalStatus({ settings: replay, runs: [slow], phase: 'done' }).detail,
    `${ofSlow}${saved} Replay of 2026-01-02 03:04 UTC, Node.js v26.1.2.`)
})

t.test('a run that failed says its error first, without what Node.js prints before and after it', async (t) => {
  const { finalStatus } = await import(`${PAGE}/status.js`)
  const failed = { settings: { targets: ['slow'] }, runs: [], phase: 'failed' }
  const detail = (message) => finalStatus({ ...failed, message }).detail
  const stack = '/app/slow/index.js:9\n  throw new TypeError(\n  ^\n\nTypeError: had enough\n    at Server.<anonymous>'
  t.equal(detail(`slow died (exit code 1; /app/slow/index.js). Its last output:\n${stack}`),
    'TypeError: had enough. Nothing of slow is saved.')
  t.equal(detail('there is no index.js: run make exercise first\n'),
    'there is no index.js: run make exercise first. Nothing of slow is saved.')
  t.equal(detail(''), 'Nothing of slow is saved.')
})

'use strict'

// What the live page shows, without a browser: its state, each figure, and the state in words.

const t = require('tap')
const {
  end, result, resultOf, sample, sampleOf, start, target
} = require('../helpers/live-events')

const page = {}
t.before(async () => {
  globalThis.window = { matchMedia: () => ({}) } // which the finale asks about motion
  t.teardown(() => { delete globalThis.window })
  for (const module of ['figures', 'finale', 'flames', 'labels', 'state', 'status']) {
    Object.assign(page, await import(`../../scripts/lib/live/page/${module}.js`))
  }
})

t.test('an axis has numbers in full, and a figure two digits that count', async (t) => {
  const values = [0, 0.12345, -99.994, 99.99, 100.4, -1000.6, 123_456.7]
  const texts = ['0', '0.12', '-99.99', '99.99', '100', '-1,001', '123,457']
  t.strictSame(values.map(page.number), texts)
  const figures = [0.123, 4.861, 99.7, 151.2, 34_430].map(page.figureText)
  t.strictSame(figures, ['0.12', '4.9', '100', '150', '34,000'])
})

t.test('a figure is of the whole run, else the last reading that there is', async (t) => {
  const readings = [sampleOf(), sampleOf({ rate: 5, probe: null })]
  const result = page.toSample(resultOf(1234.56))
  const cases = {
    rate: [5, 1234.56],
    latency: [23.456, 17.258],
    delay: [1045.6, 53.126],
    listeners: [54_321, 54],
    heap: [23.456789, 5.678901],
    cpu: [51.2, 25],
    timeouts: [0, 0],
    unavailable: [3, 0],
    errors: [2, 7]
  }
  for (const [id, [reading, whole]] of Object.entries(cases)) {
    t.equal(page.figure({ samples: [], result: null }, id), undefined)
    t.equal(page.figure({ samples: readings, result: null }, id), reading, id)
    t.equal(page.figure({ samples: readings, result }, id), whole, id)
  }
})

t.test('timeouts count in the p99, and not among the other errors', async (t) => {
  for (const [timeouts, p99] of [[10, 17.258], [11, Infinity]]) { // of 1,000 answers
    const counts = { timeouts, errors: 15, latencyP99: 17.258, statuses: { 503: 4 } }
    const result = page.toSample(resultOf(5, counts))
    for (const run of [{ result }, { samples: [sampleOf(counts)] }]) {
      t.equal(page.figure(run, 'latency'), p99)
      t.equal(page.figure(run, 'errors'), 15 - timeouts)
    }
    t.equal(page.figure({ result }, 'unavailable'), 4)
  }
})

t.test('the events of a run make the state', async (t) => {
  const events = [
    start('slow', 'fast'),
    target('slow'), sample({ time: 1 }), sample({ time: 2 }), result(5),
    target('fast'), sample({ time: 3 }),
    end('failed', { message: 'fast died' })
  ]
  const { runs, current, ...rest } = page.stateOf(events)
  t.strictSame(rest, { phase: 'failed', message: 'fast died', duration: 5 })
  const [slow, fast] = runs
  t.strictSame(slow.samples, [sampleOf({ time: 1 }), sampleOf({ time: 2 })])
  t.equal(slow.result.cpuPerRequest, 200_000)
  t.strictSame(fast, { target: 'fast', samples: [sampleOf({ time: 3 })], result: null })
  t.equal(current, fast)
  const [, begun] = page.stateOf(events.slice(0, 3)).runs
  t.strictSame(begun, { target: 'fast', samples: [], result: null }, 'a target that has not begun')
})

t.test('a saved run is played from its start to its figures', async (t) => {
  const samples = [0.25, 0.5, 1].map((time) => sample({ time }))
  const ofSlow = [start('slow', 'fast'), target('slow'), ...samples, result(12)]
  const saved = [...ofSlow, target('fast'), ...samples, result(6789)]
  const done = [...saved, end('done')]
  const cases = [
    [0, saved.slice(0, 2)],
    [0.5, saved.slice(0, 4)],
    [1, saved.slice(0, ofSlow.length + 1)],
    [1.3, saved.slice(0, ofSlow.length + 2)],
    [2, done],
    [1e9, done]
  ]
  for (const [seconds, events] of cases) {
    t.strictSame(page.eventsUntil(seconds, saved), events, `${seconds} s`)
  }
})

t.test('the silence of a server lasts since its last reading', async (t) => {
  const cases = { '': 0, '..': 2, 'r.r...': 3, 'r.r': 0 } // r: a reading, each second
  for (const [seconds, expected] of Object.entries(cases)) {
    const samples = [...seconds].map((kind, i) => ({ time: i + 1, probe: kind === 'r' || null }))
    t.equal(page.silence({ samples }), expected, seconds)
  }
})

t.test('a curve ends in its final figure, behind a tail if the loop was blocked', async (t) => {
  const read = sampleOf({ time: 1 })
  const silent = (time) => [read, sampleOf({ time, probe: null })]
  const result = page.toSample(resultOf(5))
  const first = { time: 1, value: 54_321 }
  const end = (time) => ({ time, value: 54 })
  const cases = [
    ['listeners', [read], result, [end(1)], []],
    ['listeners', silent(1.5), result, [first, end(1.5)], []],
    ['listeners', silent(2), result, [first], [first, end(2)]],
    ['listeners', silent(2), null, [first], []],
    ['listeners', [sampleOf({ probe: null })], result, [], []],
    ['rate', [read], result, [{ time: 1, value: 1234.56 }], []]
  ]
  for (const [id, samples, result, curve, tail] of cases) {
    t.strictSame(page.linesOf({ samples, result }, id), [curve, tail])
  }
})

t.test('the state in words', async (t) => {
  const silent = (time) => sample({ time, probe: null })
  const slow = [start('slow', 'fast', 'optimized'), target('slow')]
  const fast = [...slow, result(1234.5), target('fast')]
  const optimized = [...fast, result(2469), target('optimized')]
  const bound = result(9876, { bottleneck: 'generator' })
  const ofTwo = 'CPU time per request: slow 810 µs, fast 410 µs'
  const ofAll = `${ofTwo}, optimized 100 µs (the load generator was the bottleneck).`
  const cases = [
    [[], 'Tick a stage and press Start',
      'It runs all that are ticked, one after another. Race runs the stages.'],
    [slow, 'Starting, warming up …', ''],
    [[...slow, sample()], 'slow: 1.3 of 5 s', ''],
    [[...slow, sample({ time: 5.2 })], 'slow: 5.0 of 5 s', ''], // the last reading may be late
    [[...slow, silent(0.74)], 'slow: 0.7 of 5 s', ''],
    [[...slow, sample({ time: 2 }), silent(2.75)], 'slow: 2.8 of 5 s',
      'The event loop is blocked: no reading for 0.8 s'],
    [[...slow, silent(5), result(5)], 'slow: 5.0 of 5 s', ''],
    [[...slow, result(1234.5), end('done')], 'slow: 1,200 requests per second',
      'CPU time per request: slow 810 µs.'],
    [[...optimized, bound, end('done')], 'fast: 1/2 of the CPU time of slow', ofAll,
      'optimized: 1/4 of the CPU time of fast'],
    [[...fast, result(617.25), end('done')], 'fast: 2 × the CPU time of slow',
      'CPU time per request: slow 810 µs, fast 1,600 µs.'],
    [[...slow, end('stopped')], 'slow stopped', 'Nothing of slow is saved.'],
    [[...optimized, end('failed')], 'optimized failed',
      `Nothing of optimized is saved. ${ofTwo}.`]
  ]
  for (const [events, headline, detail, more = ''] of cases) {
    const found = { more: '', ...page.statusOf(page.stateOf(events)) }
    t.strictSame(found, { headline, more, detail })
  }
  for (const [events, detail] of [
    [slow, 'Replay.'],
    [[...optimized, end('done')], `${ofTwo}. Replay.`]
  ]) t.equal(page.statusOf(page.stateOf(events), 'Replay.').detail, detail)
})

t.test('the answers of a run up to a moment', async (t) => {
  const samples = [{ time: 1, answered: 100 }, { time: 2, answered: 300 }]
  const run = { samples, result: { answered: 350 } }
  const counts = [0, 0.5, 1, 1.5, 2, 9].map((seconds) => page.answersUntil(run, seconds))
  t.strictSame(counts, [0, 50, 100, 200, 350, 350])
})

t.test('the hottest own function has the most time in itself, over all its blocks', async (t) => {
  const block = (name, owner, self, ...children) => ({ name, owner, self, children })
  const tree = block('all', 'node', 0,
    block('handler', 'own', 1, block('sort', 'own', 4), block('write', 'node', 80)),
    block('sort', 'own', 5))
  t.equal(page.hottest({ ...tree, value: 90 }), 'hottest own function: sort, 10 %')
  t.equal(page.hottest(block('all', 'node', 1)), 'no function of its own')
})

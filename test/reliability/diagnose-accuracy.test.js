'use strict'

// What the accuracy check makes of the verdicts. (It takes hours, so it is not run here; cases.test.js runs diagnoses.)

const t = require('tap')
const { problems, rows } = require('./checks/diagnose-accuracy')

const SYNC = 'event loop blocked by synchronous I/O'
const HEALTHY = 'healthy, CPU-bound: one core is the limit'
const UNSURE = 'not enough evidence: too few requests were answered'
const trials = (count, verdict, fields) =>
  Array.from({ length: count }, () =>
    ({ node: '26.1.0', busy: false, subject: 'shop', expected: [SYNC], tool: 'diagnose', verdict, ...fields }))
const healthy = { subject: 'shop, repaired', expected: ['healthy'] }

t.test('verdicts are counted by server, version and machine', async (t) => {
  const found = {
    trials: [
      ...trials(10, SYNC), ...trials(2, SYNC, { node: '20.1.0' }), ...trials(10, HEALTHY, healthy),
      ...trials(8, SYNC, { busy: true }), ...trials(2, UNSURE, { busy: true }),
      ...trials(1, 'event-loop', { tool: 'doctor' }), ...trials(2, 'none', { tool: 'doctor' })
    ]
  }
  t.strictSame(rows(found), [
    ['idle machine', '22 of 22 right'],
    ['Node.js 26.1.0', '20 of 20 right'],
    ['Node.js 20.1.0', '2 of 2 right'],
    ['busy machine', '8 of 10 right, 2 × not enough evidence'],
    ['healthy servers accused', '0 of 10'],
    ['Clinic Doctor', '1 of 3 right, 2 × no issue'],
    ['shop', 'idle: 12 of 12 right; busy: 8 of 10 right, 2 × not enough evidence; Doctor: 1 of 3 right, 2 × no issue'],
    ['shop, repaired', 'idle: 10 of 10 right']
  ])
  t.strictSame(problems(found), [])
})

t.test('each goal that is missed is a problem', async (t) => {
  const problemsOf = (...lists) => problems({ trials: lists.flat() })
  const right = trials(95, SYNC)
  t.strictSame(problemsOf(right, trials(5, UNSURE)), [])
  t.strictSame(problemsOf(right, trials(6, UNSURE)), ['fewer are right than should be'])
  t.strictSame(problemsOf(right, trials(5, SYNC, { busy: true }), trials(3, UNSURE, { busy: true })),
    ['fewer have a verdict on a busy machine than should'])
  t.strictSame(problemsOf(right, trials(18, SYNC, { busy: true }), trials(1, HEALTHY, { busy: true })),
    ['more are wrong on a busy machine than may be'])
  t.strictSame(problemsOf(right, trials(20, HEALTHY, healthy), trials(1, SYNC, healthy)),
    ['it accuses healthy servers'])
  t.strictSame(problemsOf(right, trials(5, HEALTHY), trials(1, 'event-loop', { tool: 'doctor' })),
    ['Doctor is right about shop more often'])
})

t.test('a server that waits for its backend may wait after the fix, too', async (t) => {
  const waits = { subject: 'inn, repaired', expected: ['healthy', 'waiting for dependencies'] }
  const right = [...trials(1, HEALTHY, waits), ...trials(1, 'waiting for dependencies', waits)]
  t.strictSame(problems({ trials: right }), [])
})

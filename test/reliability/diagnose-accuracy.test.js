'use strict'

// What the check makes of the verdicts. It takes hours; test/slow/serial/cases.test.js diagnoses.

const t = require('tap')
const { problems, rows } = require('./checks/diagnose-accuracy')

const SYNC = 'event loop blocked by synchronous I/O'
const HEALTHY = 'healthy, CPU-bound: one core is the limit'
const UNSURE = 'not enough evidence: too few requests were answered'
const busy = { busy: true }
const doctor = { tool: 'doctor' }
const healthy = { subject: 'shop, fixed', expected: ['healthy'] }

function trials (count, verdict, fields) {
  const common = { node: '26.1.0', busy: false, subject: 'shop', expected: [SYNC] }
  return Array(count).fill({ ...common, tool: 'diagnose', verdict, ...fields })
}

t.test('verdicts are counted by machine, version and server', async (t) => {
  const findings = {
    trials: [
      trials(10, SYNC), trials(2, SYNC, { node: '20.1.0' }), trials(10, HEALTHY, healthy),
      trials(8, SYNC, busy), trials(2, UNSURE, busy),
      trials(1, 'event-loop', doctor), trials(2, 'none', doctor)
    ].flat()
  }
  const unsure = '8 of 10 right, 2 × not enough evidence'
  t.strictSame(rows(findings), [
    ['idle machine', '22 of 22 right'],
    ['Node.js 26.1.0', '20 of 20 right'],
    ['Node.js 20.1.0', '2 of 2 right'],
    ['busy machine', unsure],
    ['healthy servers accused', '0 of 10'],
    ['Clinic Doctor', '1 of 3 right, 2 × none'],
    ['shop', `idle: 12 of 12 right; busy: ${unsure}; Doctor: 1 of 3 right, 2 × none`],
    ['shop, fixed', 'idle: 10 of 10 right']
  ])
  t.strictSame(problems(findings), [])
})

t.test('each goal that is missed is a problem', async (t) => {
  const right = trials(95, SYNC)
  for (const [others, ...labels] of [
    [trials(5, UNSURE)],
    [trials(6, UNSURE), 'idle machine'],
    [[trials(5, SYNC, busy), trials(3, UNSURE, busy)].flat(), 'busy machine'],
    [[trials(18, SYNC, busy), trials(1, HEALTHY, busy)].flat(), 'busy machine'],
    [[trials(20, HEALTHY, healthy), trials(1, SYNC, healthy)].flat(), 'healthy servers accused'],
    [[trials(5, HEALTHY), trials(1, 'event-loop', doctor)].flat(), 'shop']
  ]) {
    const found = problems({ trials: [...right, ...others] })
    t.strictSame(found.map((problem) => problem.split(':')[0]), labels)
  }
})

t.test('a server that waits for its backend may wait after the fix, too', async (t) => {
  const waits = { subject: 'inn, fixed', expected: ['healthy', 'waiting for dependencies'] }
  const right = [HEALTHY, 'waiting for dependencies'].flatMap((text) => trials(1, text, waits))
  t.strictSame(problems({ trials: right }), [])
})

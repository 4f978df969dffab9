'use strict'

// What the checks of the diagnosis make of verdicts. They take hours, so no test runs them:
// test/slow/serial/cases.test.js diagnoses.

const t = require('tap')
const { request } = require('../../scripts/lib/server/http-client')
const { matchExpected } = require('../helpers/expected')
const { withServer } = require('./check')
const accuracy = require('./checks/diagnose-accuracy')
const servers = require('./checks/diagnose-servers')
const { KINDS } = require('./servers/kinds')

const COMPUTE = 'event loop blocked by computation'
const HEALTHY = 'healthy, CPU-bound: one core is the limit'
const WAITING = 'waiting for dependencies'
const UNSURE = 'not enough evidence: too few requests were answered'
const CLOSE = 'no fault found; close to memory leak'
const DEFAULTS = {
  subject: 'shop',
  kind: 'compute',
  strength: 10,
  node: '26.1.0',
  busy: false,
  expected: [COMPUTE],
  tool: 'diagnose',
  isPlaced: true
}

function trials (count, verdict, fields) {
  return Array(count).fill({ ...DEFAULTS, verdict, ...fields })
}

const linesOf = (rows) => rows.map((row) => `${row.join(': ')}\n`).join('')

/** The labels of the problems that a check finds in some groups of trials. */
function labelsOf (check, ...groups) {
  return check.problems({ trials: groups.flat() }).map((problem) => problem.split(':')[0])
}

const busy = { busy: true }
const doctor = { tool: 'doctor' }
const watched = { tool: 'watch' }
const fixed = { subject: 'shop, fixed', expected: ['healthy'] }
const small = { kind: 'a small answer', strength: undefined, expected: ['healthy'] }

t.test('accuracy counts verdicts by tool, version and server', async (t) => {
  const findings = {
    trials: [
      trials(10, COMPUTE), trials(2, COMPUTE, { node: '20.1.0' }), trials(10, HEALTHY, fixed),
      trials(8, COMPUTE, watched), trials(2, UNSURE, watched),
      trials(1, 'event-loop', doctor), trials(2, 'none', doctor)
    ].flat()
  }
  matchExpected(t, 'diagnose-accuracy', linesOf(accuracy.rows(findings)))
  t.strictSame(accuracy.problems(findings), [])
})

t.test('each goal of accuracy that is missed is a problem', async (t) => {
  const right = trials(95, COMPUTE)
  for (const [groups, ...labels] of [
    [[trials(5, UNSURE)]],
    [[trials(6, UNSURE)], 'started and loaded'],
    [[trials(20, HEALTHY, fixed), trials(1, COMPUTE, fixed)], 'healthy servers accused'],
    [[trials(5, HEALTHY), trials(1, 'event-loop', doctor)], 'shop']
  ]) t.strictSame(labelsOf(accuracy, right, ...groups), labels)
})

t.test('a server that waits for its backend may wait after the fix, too', async (t) => {
  const waits = { subject: 'inn, fixed', expected: ['healthy', WAITING] }
  t.strictSame(labelsOf(accuracy, trials(1, HEALTHY, waits), trials(1, WAITING, waits)), [])
})

t.test('servers are counted by version and by strength', async (t) => {
  const findings = {
    trials: [
      trials(2, COMPUTE), trials(1, HEALTHY, { strength: 3 }),
      trials(1, COMPUTE, { strength: 30, isPlaced: false }), trials(3, HEALTHY, small),
      trials(1, UNSURE, busy)
    ].flat()
  }
  matchExpected(t, 'diagnose-servers', linesOf(servers.rows(findings)))
  t.strictSame(servers.problems(findings), [])
})

t.test('one wrong verdict in twenty, and no accused server, are accepted', async (t) => {
  const right = trials(18, COMPUTE)
  const wrong = (count, fields) => trials(count, 'memory leak', fields)
  for (const [groups, ...labels] of [
    [[trials(1, COMPUTE), wrong(1)]],
    [[wrong(2)], 'healthy servers, and faults of 10 and 30 times'],
    [[trials(2, COMPUTE), wrong(1, busy)], 'beside a process that uses a core'],
    [[trials(2, COMPUTE), trials(1, `no fault found; close to ${COMPUTE}`, busy)]],
    [[trials(2, COMPUTE), trials(1, CLOSE, busy)], 'beside a process that uses a core'],
    [[trials(1, COMPUTE), trials(1, CLOSE, small)]],
    [[trials(1, COMPUTE), wrong(1, small)], 'healthy servers accused']
  ]) t.strictSame(labelsOf(servers, right, ...groups), labels)
})

t.test('a server of each kind answers, in each framework', async (t) => {
  const backend = await servers.startBackend()
  t.teardown(() => backend.close())
  const frameworks = ['http', 'express', 'fastify']
  for (const [i, { kind }] of KINDS.entries()) {
    const target = servers.targetOf({ kind, framework: frameworks[i % 3], strength: 3 }, backend)
    const { status, body } = await withServer(target, {}, ({ url }) => request(url))
    t.ok([200, 500].includes(status) && body.length > 0, kind)
  }
})

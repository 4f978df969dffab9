'use strict'

// What is read from the files of profilers.

const path = require('node:path')
const t = require('tap')
const { cpuProfileSamples, heapSamples, judge } = require('../internals')
const { isForPool, isStartingChild, isSyncIo, ownShare } = require('../judge/samples')
const { profileOf, watchedEvidence } = require('./made-up')

const HARNESS = path.join('/', 'app', 'probe')
const OBSERVER = 'whyslow:observer'

const frame = (name, file) => ({ name, file, line: 1 })
const PROBE = frame('probe', path.join(HARNESS, 'x.js'))
const RUN = frame('run', '/app/a.js')
const JOB = frame('job', '/app/a.js')
const WRAPPER = frame('wrapper', OBSERVER) // what a wrapped method calls is the program's

const stacksOf = (samples) => samples.map(({ stack, weight }) =>
  [stack.map(({ name }) => name).join(' '), weight])

/** A node of a heap profile. */
function allocating ({ name, file }, selfSize, ...children) {
  return { callFrame: { functionName: name, url: file, lineNumber: 0 }, selfSize, children }
}

t.test('a CPU profile: native code counts as its caller, idle time and harness not', async (t) => {
  const profile = profileOf([
    { stack: [RUN], weight: 10 },
    { stack: [RUN, frame('hash', '')], weight: 20 },
    { stack: [frame('(idle)', '')], weight: 30 },
    { stack: [frame('(garbage collector)', '')], weight: 40 },
    { stack: [PROBE, frame('byProbe', '/app/a.js')], weight: 50 },
    { stack: [frame('beside', `${HARNESS}.js`)], weight: 70 },
    { stack: [WRAPPER, JOB], weight: 80 },
    { stack: [WRAPPER, frame('note', OBSERVER)], weight: 90 },
    { stack: [RUN], weight: -5 }
  ])
  const counted = [
    ['run', 10],
    ['run', 20],
    ['(garbage collector)', 40],
    ['beside', 70],
    ['job', 80],
    ['run', 0]
  ]
  t.strictSame(stacksOf(cpuProfileSamples(profile, HARNESS)), counted)
  counted.splice(3, 0, ['probe byProbe', 50])
  t.strictSame(stacksOf(cpuProfileSamples(profile)), counted, 'no harness but the observer')
})

t.test('a heap profile: bytes belong to what allocated them, but not in the harness', async (t) => {
  const head = allocating(RUN, 0,
    allocating(JOB, 30, allocating(RUN, 10)),
    allocating(WRAPPER, 0, allocating(RUN, 20)),
    allocating(PROBE, 40, allocating(RUN, 50)),
    allocating(frame('note', OBSERVER), 60))
  const counted = [['run job', 30], ['run job run', 10], ['run run', 20]]
  t.strictSame(stacksOf(heapSamples(head, HARNESS)), counted)
  t.strictSame(stacksOf(heapSamples(head)), [...counted, ['run probe', 40], ['run probe run', 50]])
})

t.test('what a sample is of, and the share of the hottest function', async (t) => {
  const of = (name, file) => ({ stack: [RUN, frame(name, file)], weight: 1 })
  const reading = of('readFileSync', 'node:fs')
  const spawning = of('spawn', 'node:child_process')
  const hashing = of('pbkdf2', 'node:internal/crypto/pbkdf2')
  for (const [isOf, yes, no] of [
    [isSyncIo, [reading, of('spawnSync', 'node:child_process')],
      [of('readFile', 'node:fs'), of('deflateSync', 'node:zlib')]],
    [isStartingChild, [spawning], [reading]],
    [isForPool, [hashing, of('readFile', 'node:fs')], [spawning]]
  ]) {
    for (const sample of yes) t.ok(isOf(sample), sample.stack[1].name)
    for (const sample of no) t.notOk(isOf(sample), sample.stack[1].name)
  }
  const sending = frame('end', 'node:_http_outgoing')
  t.equal(ownShare([
    { stack: [frame('emit', 'node:events'), RUN], weight: 1 },
    { stack: [RUN, frame('hash', '')], weight: 2 },
    { stack: [sending, JOB], weight: 1 },
    { stack: [JOB, sending], weight: 4 }, // it sends an answer
    { stack: [frame('gc', '')], weight: 2 }
  ]), 0.3)
  t.equal(ownShare([]), 0)
})

const BUSY = { active: 900, idle: 100 }
const DELAYS = [350, 350, ...Array(40).fill(0)]

t.test('a finding has the place that it shows', async (t) => {
  const timer = frame('listOnTimeout', 'node:internal/timers')
  const turn = frame('runNextTicks', 'node:internal/process/task_queues')
  const cpu = profileOf([
    { stack: [PROBE], weight: 70 },
    { stack: [RUN], weight: 20 },
    { stack: [timer, JOB], weight: 10 },
    { stack: [timer, turn, frame('afterAwait', '/app/b.js')], weight: 12 } // is no job
  ])
  const heap = {
    head: allocating(timer, 0, allocating(PROBE, 9), allocating(RUN, 3), allocating(JOB, 1))
  }
  const traced = (name, line) => ({ name, file: '/app/c.js', line })
  const callers = [
    { kind: 'child', peer: 'ls', count: 9, frames: [traced('list', 1)] },
    { kind: 'round trip', peer: 'a:1', count: 5, frames: [traced('ask', 7), traced('answer', 3)] }
  ]
  const open = { 'a:1': 20 }
  const look = { late: 0, oldest: 0, connections: 0, requests: 20, before: 0, clients: 0 }
  Object.assign(look, { open, connecting: {}, others: {} })
  const collected = [1, 2, 3, 4, 5].map((i) => ({ requests: 1000 * i, bytes: 9e6 * i }))
  const listeners = { added: 9000, emitter: 'A', event: 'b', location: 'file:///app/d.js:8:3' }
  for (const [shown, place, made] of [
    ['memory', 'run 1 0.75', { last: { collected } }],
    ['job', 'job 1 0.24', { each: { loop: BUSY, cpuTime: 900 }, last: { loopDelays: DELAYS } }],
    ['children', 'list 1', { each: { children: 500 } }],
    ['listeners', 'listener of "b" on A 8', { each: { listeners } }],
    ['calls', 'ask 7', { each: { looks: Array(9).fill(look) } }],
    ['cpu', 'run 1 0.48', { rate: 100, each: { cpuTime: 990, loop: { active: 990, idle: 0 } } }]
  ]) {
    const evidence = { profiles: { cpu, heap }, harness: HARNESS, callers }
    const { first, others } = judge({ ...watchedEvidence(made), ...evidence })
    const found = [first, ...others].find(({ shows }) => shows === shown).place
    const { function: name, line, share, from } = found
    t.equal([name, line, share?.toFixed(2)].join(' ').trim(), place)
    if (shown === 'calls') t.strictSame(from, [{ function: 'answer', file: '/app/c.js', line: 3 }])
  }
})

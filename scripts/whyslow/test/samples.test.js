'use strict'

// What is read from the files of profilers.

const path = require('node:path')
const t = require('tap')
const { cpuProfileSamples, heapSamples, judge } = require('../internals')
const { watchedEvidence } = require('./made-up')

const HARNESS = path.join('/', 'app', 'probe')
const OURS = [path.join(HARNESS, 'x.js'), 'whyslow:observer']

const stacksOf = (samples) => samples.map(({ stack, weight }) =>
  [stack.map(({ name }) => name).join(' '), weight])

/** Nodes of functions by name and file; `children` by their numbers. */
const nodesOf = (functions, children) =>
  Object.entries(functions).map(([functionName, url], id) => ({
    id,
    callFrame: { functionName, url, lineNumber: 0 },
    selfSize: 0,
    children: children[id] ?? []
  }))

t.test('a CPU profile: native code counts as its caller, idle time and harness not', async (t) => {
  const nodes = nodesOf({
    '(root)': '',
    run: '/app/a.js',
    hash: '',
    '(idle)': '',
    '(garbage collector)': '',
    probe: OURS[0],
    byProbe: '/app/a.js',
    beside: `${HARNESS}.js`,
    wrapper: OURS[1], // what a wrapped method calls is the program's
    job: '/app/a.js',
    note: OURS[1]
  }, { 0: [1, 3, 4, 5, 7, 8], 1: [2], 5: [6], 8: [9, 10] })
  const profile = {
    nodes,
    samples: [1, 2, 3, 4, 6, 0, 7, 8, 9, 10, 1],
    timeDeltas: [10, 20, 30, 40, 50, 60, 70, 0, 80, 90, -5]
  }
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
  t.strictSame(cpuProfileSamples({ nodes }), [])
})

t.test('a heap profile: bytes belong to what allocated them, but not in the harness', async (t) => {
  const node = (name, selfSize, ...children) => {
    const url = name === 'wrapper' ? OURS[1] : name
    return { callFrame: { functionName: name, url, lineNumber: 0 }, selfSize, children }
  }
  const [probe, observer] = OURS
  const head = node('a', 0, node('b', 30, node('c', 10)), node('wrapper', 0, node('c', 20)),
    node(probe, 40, node('d', 50)), node(observer, 60))
  const counted = [['a b', 30], ['a b c', 10], ['a c', 20]]
  t.strictSame(stacksOf(heapSamples(head, HARNESS)), counted)
  t.strictSame(stacksOf(heapSamples(head)),
    [...counted, [`a ${probe}`, 40], [`a ${probe} d`, 50]])
})

t.test('a finding has the place that it shows', async (t) => {
  const functions = {
    '(root)': '',
    probe: OURS[0],
    run: '/app/a.js',
    listOnTimeout: 'node:internal/timers',
    job: '/app/b.js',
    runNextTicks: 'node:internal/process/task_queues',
    afterAwait: '/app/b.js' // is no job
  }
  const nodes = nodesOf(functions, { 0: [1, 2, 3], 3: [4, 5], 5: [6] })
  const cpu = { nodes, samples: [1, 2, 4, 6], timeDeltas: [70, 20, 10, 12] }
  const [root, probe, run, , job] = nodesOf(functions, {})
  const allocating = [{ ...probe, selfSize: 9 }, { ...run, selfSize: 3 }, { ...job, selfSize: 1 }]
  const heap = { head: { ...root, children: allocating } }
  const frame = (name, line) => ({ name, file: '/app/c.js', line })
  const callers = [
    { kind: 'child', peer: 'ls', count: 9, frames: [frame('list', 1)] },
    { kind: 'round trip', peer: 'a:1', count: 5, frames: [frame('ask', 7), frame('answer', 3)] }
  ]
  const collected = [1, 2, 3, 4, 5].map((i) => ({ requests: 1000 * i, bytes: 9e6 * i }))
  const listeners = { added: 9000, emitter: 'A', event: 'b', location: 'file:///app/d.js:8:3' }
  for (const [shown, place, made] of [
    ['memory', 'run 1 0.75', { last: { collected } }],
    ['job', 'job 1 0.24', { last: { loopDelays: Array(50).fill(350) } }],
    ['children', 'list 1', { each: { children: 500 } }],
    ['listeners', 'listener of "b" on A 8', { each: { listeners } }],
    ['calls', 'ask 7'],
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

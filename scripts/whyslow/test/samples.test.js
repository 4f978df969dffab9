'use strict'

// What is read from the files of profilers.

const path = require('node:path')
const t = require('tap')
const { cpuProfileSamples, fromCallFrame, heapSamples } = require('../frames/samples')
const { judge } = require('../judge/judge')
const { watchedEvidence } = require('./made-up')

const HARNESS = path.join('/', 'app', 'probe')
const OURS = [path.join(HARNESS, 'x.js'), 'whyslow:observer']

const stacksOf = (samples) => samples.map(({ stack, weight }) =>
  [stack.map(({ name }) => name).join(' '), weight])

t.test('a CPU profile: native code counts as its caller, idle time and harness not', async (t) => {
  const files = { run: '/app/a.js', probe: OURS[0], observe: OURS[1], beside: `${HARNESS}.js` }
  const names = ['(root)', 'run', 'hash', '(idle)', '(garbage collector)', ...Object.keys(files)]
  const nodes = names.map((functionName, id) => {
    const callFrame = { functionName, url: files[functionName] ?? '', lineNumber: 0 }
    return { id, callFrame, children: { 0: [1, 3, 4, 6, 7, 8], 1: [2], 6: [5] }[id] }
  })
  const profile = {
    nodes,
    samples: [1, 2, 3, 4, 6, 0, 7, 8, 1],
    timeDeltas: [10, 20, 30, 40, 50, 60, 70, 80, -5]
  }
  const counted = [
    ['run', 10],
    ['run', 20],
    ['(garbage collector)', 40],
    ['beside', 80],
    ['run', 0]
  ]
  t.strictSame(stacksOf(cpuProfileSamples(profile, HARNESS)), counted)
  counted.splice(3, 0, ['probe', 50])
  t.strictSame(stacksOf(cpuProfileSamples(profile)), counted, 'no harness but the observer')
  t.strictSame(cpuProfileSamples({ nodes }), [])
})

t.test('what a wrapped method calls is the program\'s', async (t) => {
  const frames = { read: 'node:net', wrapper: OURS[1], job: '/app/a.js', note: OURS[1] }
  const nodes = Object.entries(frames).map(([functionName, url], id) =>
    ({ id, callFrame: { functionName, url, lineNumber: 0 }, children: { 0: [1], 1: [2, 3] }[id] }))
  const profile = { nodes, samples: [1, 2, 3], timeDeltas: [10, 20, 30] }
  t.strictSame(stacksOf(cpuProfileSamples(profile)), [['read', 10], ['read job', 20]])
  const [read, wrapper, job] = nodes.map(({ callFrame }) => ({ callFrame, children: [] }))
  const head = { ...read, children: [{ ...wrapper, children: [{ ...job, selfSize: 40 }] }] }
  t.strictSame(stacksOf(heapSamples(head)), [['read job', 40]])
})

t.test('a heap profile: bytes belong to what allocated them, but not in the harness', async (t) => {
  const node = (name, selfSize, ...children) =>
    ({ callFrame: { functionName: name, url: name, lineNumber: 0 }, selfSize, children })
  const [probe, observer] = OURS
  const head = node('a', 0, node('b', 30, node('c', 10)), node('c', 20),
    node(probe, 40, node('d', 50)), node(observer, 60))
  const counted = [['a b', 30], ['a b c', 10], ['a c', 20]]
  t.strictSame(stacksOf(heapSamples(head, HARNESS)), counted)
  t.strictSame(stacksOf(heapSamples(head)),
    [...counted, [`a ${probe}`, 40], [`a ${probe} d`, 50]])
})

t.test('a finding has the place that it shows', async (t) => {
  const nodes = Object.entries({
    '(root)': '',
    probe: OURS[0],
    run: '/app/a.js',
    listOnTimeout: 'node:internal/timers',
    job: '/app/b.js'
  }).map(([functionName, url], id) =>
    ({ id, callFrame: { functionName, url, lineNumber: 0 }, selfSize: 0, children: [] }))
  const [root, probe, run, timers, job] = nodes
  const cpu = {
    nodes: [{ ...root, children: [1, 2, 3] }, probe, run, { ...timers, children: [4] }, job],
    samples: [1, 2, 4],
    timeDeltas: [70, 20, 10]
  }
  const allocating = [{ ...probe, selfSize: 9 }, { ...run, selfSize: 3 }, { ...job, selfSize: 1 }]
  const heap = { head: { ...root, children: allocating } }
  const frame = (name, line) => ({ name, file: '/app/c.js', line })
  const callers = [
    { kind: 'child', peer: 'ls', count: 9, frames: [frame('list', 1)] },
    { kind: 'round trip', peer: 'a:1', count: 5, frames: [frame('ask', 7), frame('answer', 3)] }
  ]
  const shown = (made) => {
    const evidence = { profiles: { cpu, heap }, harness: HARNESS, callers }
    const { first, others } = judge({ ...watchedEvidence(made), ...evidence })
    const places = [first, ...others].map(({ shows, place }) =>
      [shows, `${place.function} ${place.line} ${place.share?.toFixed(2)}`])
    return Object.fromEntries(places)
  }
  const collected = [1, 2, 3, 4, 5].map((i) => ({ requests: 1000 * i, bytes: 9e6 * i }))
  const listeners = { added: 9000, emitter: 'A', event: 'b', location: 'file:///app/d.js:8:3' }
  t.equal(shown({ last: { collected } }).memory, 'run 1 0.75')
  t.equal(shown({ last: { loopDelays: Array(50).fill(350) } }).job, 'job 1 0.33')
  t.equal(shown({ each: { children: 500 } }).children, 'list 1 undefined')
  t.equal(shown({ each: { listeners } }).listeners, 'listener of "b" on A 8 undefined')
  t.equal(shown().calls, 'ask 7 undefined')
  t.equal(shown({ rate: 100, each: { cpuTime: 990, loop: { active: 990, idle: 0 } } }).cpu,
    'run 1 0.67')
  const { place } = judge({ ...watchedEvidence(), profiles: { cpu, heap }, callers }).first
  t.strictSame(place.from, [{ function: 'answer', file: '/app/c.js', line: 3 }])
})

t.test('a frame of the inspector counts lines from 0; it may have a URL, no name', async (t) => {
  t.strictSame(fromCallFrame({ functionName: 'run', url: 'file:///app/a%20b.mjs', lineNumber: 6 }),
    { name: 'run', file: '/app/a b.mjs', line: 7 })
  t.strictSame(fromCallFrame({ functionName: '', url: 'node:events', lineNumber: 0 }),
    { name: '(anonymous)', file: 'node:events', line: 1 })
})

'use strict'

// What the profilers say of slow, from saved profiles: real ones, reduced to a few frames.

const fs = require('node:fs')
const path = require('node:path')
const { fileURLToPath } = require('node:url')
const t = require('tap')
const { explainReport } = require('../../scripts/lib/profiling/doctor-report')
const { frameOwner, hottestFrames } = require('../../scripts/lib/profiling/frames')
const {
  cpuProfileSamples,
  flameSamples,
  heapSamples
} = require('../../scripts/lib/profiling/samples')

const saved = (name) =>
  JSON.parse(fs.readFileSync(path.join(__dirname, '../fixtures', name), 'utf8'))
const ranked = (hot) => hot.slice(0, 3).map(({ frame: { name, file, line }, share }) =>
  [name, `${file}:${line}`, Math.round(share * 1000) / 1000])
const owners = (hot) => [...new Set(hot.map(({ frame }) => frameOwner(frame)))]

const UTIL = fileURLToPath('file:///C:/app/slow/util.js')
const TICKS = ['processTicksAndRejections', 'node:internal/process/task_queues:67']
const CHAIN = '/app/node_modules/restify/lib/chain.js'

t.test('--cpu-prof: the listener leads by self time; with the hashing it has 79 %', async (t) => {
  const { self, total } = hottestFrames(cpuProfileSamples(saved('slow.cpuprofile')))
  t.strictSame(ranked(self), [
    ['(anonymous)', `${UTIL}:28`, 0.447],
    ['update', 'node:internal/crypto/hash:132', 0.34],
    ['(garbage collector)', ':0', 0.091]
  ])
  const own = total.filter(({ frame }) => frameOwner(frame) === 'your code')
  t.strictSame(ranked(own), [
    ['(anonymous)', `${UTIL}:28`, 0.787],
    ['(anonymous)', `${UTIL}:47`, 0.051]
  ])
  t.strictSame(owners(total).sort(), [
    'Node.js core',
    'V8/native',
    'dependency restify',
    'your code'
  ])
})

t.test('Flame counts native code as its caller, if that is JavaScript', async (t) => {
  const { self, total } = hottestFrames(flameSamples(saved('slow.clinic-flame-samples')))
  t.strictSame(ranked(self), [
    ['(anonymous)', '/app/slow/util.js:28', 0.87],
    ['(anonymous)', '/app/slow/util.js:47', 0.043],
    ['writevGeneric', 'node:internal/stream_base_commons:123', 0.043]
  ])
  t.strictSame(ranked(total), [
    [...TICKS, 0.87],
    ['nextTick', `${CHAIN}:144`, 0.87],
    ['emit', 'node:events:471', 0.87]
  ])
})

t.test('HeapProfiler: bytes belong to what allocated them; in total to its callers', async (t) => {
  const node = (name, selfSize, ...children) =>
    ({ callFrame: { functionName: name, url: `node:${name}`, lineNumber: 0 }, selfSize, children })
  const samples = heapSamples(node('a', 0, node('b', 30, node('c', 10)), node('c', 20)))
  t.strictSame(
    samples.map(({ stack, weight }) => [stack.map(({ name }) => name).join(' '), weight]),
    [
      ['a b', 30],
      ['a b c', 10],
      ['a c', 20]
    ]
  )
})

t.test('Doctor: delay and CPU are those under load; a starved server is told apart', async (t) => {
  const stat = (timestamp, delay, cpu) => ({ timestamp, delay, cpu })
  const report = (issueCategory, delay, cpu) => ({
    analysis: { interval: [10, 20], issueCategory, issues: { delay, cpu } },
    processStat: [
      stat(9, 99, 9),
      stat(10, 2, 0.5),
      stat(15, 7.5, 1),
      stat(20, 3, 0.9),
      stat(21, 88, 8)
    ]
  })
  const figures = 'worst event-loop delay 7.5 ms, CPU 80 % of a core on average, both under load'
  t.strictSame(explainReport(report('event-loop', 'performance', 'none')), {
    verdict: 'event-loop',
    messages: [
      'Doctor sees a potential event-loop issue: something blocks the event loop for long periods.',
      figures
    ]
  })
  t.strictSame(explainReport(report('unknown', 'performance', 'performance')), {
    verdict: 'unknown',
    messages: [
      'Doctor sees an issue of unknown kind: the metrics contradict each other.',
      figures,
      'The server had to wait for a CPU core. Close other programs and run this again.'
    ]
  })
  for (const others of [['none', 'performance'], ['performance', 'none']]) {
    t.equal(explainReport(report('unknown', ...others)).messages.length, 2, others.join())
  }
  t.equal(explainReport(report('gc', 'performance', 'performance')).messages.length, 2)
})

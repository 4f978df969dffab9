'use strict'

// What the profilers read from the files of their tools.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { explainReport } = require('../../scripts/lib/profiling/doctor-report')
const { hottestFrames } = require('../../scripts/lib/profiling/frames')
const { cpuProfileSamples, flameSamples, heapSamples } =
  require('../../scripts/lib/profiling/samples')

const ranked = (hot) => hot.slice(0, 3).map(({ frame: { name, file, line }, share }) =>
  [name, `${file}:${line}`, Math.round(share * 1000) / 1000])

const stacksOf = (samples) => samples.map(({ stack, weight }) =>
  [stack.map(({ name }) => name).join(' '), weight])

t.test('--cpu-prof: native code counts as its caller, idle time and harness not', async (t) => {
  const probe = path.resolve(__dirname, '../../scripts/lib/preload/probe.js')
  const files = { run: '/app/a.js', sample: probe }
  const names = ['(root)', 'run', 'hash', '(idle)', '(garbage collector)', 'sample']
  const nodes = names.map((functionName, id) => {
    const callFrame = { functionName, url: files[functionName] ?? '', lineNumber: 0 }
    return { id, callFrame, children: { 0: [1, 3, 4, 5], 1: [2] }[id] }
  })
  const timeDeltas = [10, 20, 30, 40, 50, 60, -5]
  const profile = { nodes, samples: [1, 2, 3, 4, 5, 0, 1], timeDeltas }
  t.strictSame(stacksOf(cpuProfileSamples(profile)), [
    ['run', 10],
    ['run', 20],
    ['(garbage collector)', 40],
    ['run', 0]
  ])
})

t.test('Flame counts native code as its caller, if that is JavaScript', async (t) => {
  const file = path.join(__dirname, '../fixtures/slow.clinic-flame-samples') // reduced
  const ticks = JSON.parse(fs.readFileSync(file, 'utf8'))
  const { self, total } = hottestFrames(flameSamples(ticks))
  t.strictSame(ranked(self)[0], ['(anonymous)', '/app/slow/util.js:28', 0.87])
  t.strictSame(ranked(total), [
    ['processTicksAndRejections', 'node:internal/process/task_queues:67', 0.87],
    ['nextTick', '/app/node_modules/restify/lib/chain.js:144', 0.87],
    ['emit', 'node:events:471', 0.87]
  ])
})

t.test('HeapProfiler: bytes belong to what allocated them; in total to its callers', async (t) => {
  const node = (name, selfSize, ...children) =>
    ({ callFrame: { functionName: name, url: `node:${name}`, lineNumber: 0 }, selfSize, children })
  const samples = heapSamples(node('a', 0, node('b', 30, node('c', 10)), node('c', 20)))
  t.strictSame(stacksOf(samples), [['a b', 30], ['a b c', 10], ['a c', 20]])
})

const pageOf = (report) =>
  `<script type="application/json" id="clinic-data">${JSON.stringify(report)}</script><script>`

t.test('Doctor: without data, there are no figures', async (t) => {
  const analysis = { interval: [-Infinity, Infinity], issueCategory: 'data' } // as Doctor has it
  const processStat = [{ timestamp: 9, delay: 1, cpu: 1 }]
  t.strictSame(explainReport(pageOf({ analysis, processStat })).messages,
    ['Doctor sees too little data for a verdict: raise DURATION.'])
})

t.test('Doctor: delay and CPU are those under load', async (t) => {
  const stat = (timestamp, delay, cpu) => ({ timestamp, delay, cpu })
  const report = {
    analysis: { interval: [10, 20], issueCategory: 'event-loop' },
    processStat: [
      stat(9, 99, 9),
      stat(10, 2, 0.5),
      stat(15, 7.5, 1),
      stat(20, 3, 0.9),
      stat(21, 88, 8)
    ]
  }
  t.strictSame(explainReport(pageOf(report)), {
    verdict: 'event-loop',
    messages: [
      'Doctor sees a potential event-loop issue: something blocks the event loop for long periods.',
      'worst event-loop delay 7.5 ms, CPU 80 % of a core on average, both under load'
    ]
  })
})

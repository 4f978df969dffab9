'use strict'

// What is read of Clinic's files. test/slow/profilers.test.js runs Clinic.

const path = require('node:path')
const t = require('tap')
const clinic = require('../../scripts/lib/profile/clinic')

/** What is read of a page and of a file or folder of data. */
async function profile (t, tool, page, data = '') {
  const folder = t.testdir({ data })
  return await clinic[tool]({}, {}, async () => ({ page, data: path.join(folder, 'data') }))
}

t.test('a heap: what allocated the memory, in bytes', async (t) => {
  const callFrame = { functionName: 'cut', url: 'file:///shop/a.js', lineNumber: 1 }
  const data = JSON.stringify({ head: { callFrame, selfSize: 30, children: [] } })
  const { files, frames, bytes } = await profile(t, 'heap', 'a heap', data)
  t.strictSame(files, { '.html': 'a heap', '.heapprofile': data })
  t.strictSame([frames.self.map(({ frame }) => frame.name), bytes], [['cut'], 30])
})

/** The frames of Clinic Flame for these samples. */
async function flameFrames (t, ticks) {
  const data = { 'profile.clinic-flame-samples': JSON.stringify(ticks) }
  const { files, frames } = await profile(t, 'flame', 'a flame graph', data)
  t.strictSame(files, { '.html': 'a flame graph' })
  return frames.self
}

t.test('Flame counts native code as its caller, if that is JavaScript', async (t) => {
  const run = { name: 'run /a.js:1:1', type: 'JS' }
  const native = { name: 'write', type: 'CPP' }
  const [{ frame, share }, ...others] = await flameFrames(t, [[run, native], [native]])
  t.strictSame([frame.name, share, others], ['run', 1, []])
})

t.test('functions are told apart by name, file and line', async (t) => {
  const named = (name) => [{ name, type: 'JS' }]
  const self = await flameFrames(t, [
    named('a /a.js:1:1'), named('~a /a.js:1:9'), named('b /a.js:1:1'), named('a /b.js:1:1'),
    named('a /a.js:2:1')
  ])
  t.strictSame(self.map(({ share }) => share), [0.4, 0.2, 0.2, 0.2])
})

t.test('a frame of a V8 log has a name, a file and a line', async (t) => {
  const cases = [
    ['*emit node:events:471:44', 'emit', 'node:events', 471],
    ['~get url /a b/x.js:12:3', 'get url', '/a b/x.js', 12],
    [' /app/util.js:28:35', '(anonymous)', '/app/util.js', 28],
    ['^run C:\\app\\x.js:1:2', 'run', 'C:\\app\\x.js', 1],
    ['+run file:///app/a%20b.mjs:7:1', 'run', '/app/a b.mjs', 7],
    ['run', 'run', '', 0],
    ['run /app/x.js:12:34 (inlined)', 'run /app/x.js:12:34 (inlined)', '', 0],
    ['lib/x.js:12:34', 'lib/x.js:12:34', '', 0]
  ]
  const self = await flameFrames(t, cases.map(([name]) => [{ name, type: 'JS' }]))
  t.strictSame(
    self.map(({ frame }) => frame),
    cases.map(([, name, file, line]) => ({ name, file, line }))
  )
})

/** What Doctor's profile says, apart from its page. */
async function doctorSays (t, report) {
  const page = '<script type="application/json" id="clinic-data">' +
    `${JSON.stringify(report)}</script><script>`
  const { files, ...said } = await profile(t, 'doctor', page)
  t.strictSame(files, { '.html': page })
  return said
}

t.test('Doctor: without data, there are no figures', async (t) => {
  const analysis = { interval: [-Infinity, Infinity], issueCategory: 'data' } // as Doctor has it
  const processStat = [{ timestamp: 9, delay: 1, cpu: 1 }]
  const { messages } = await doctorSays(t, { analysis, processStat })
  t.strictSame(messages, ['Doctor sees too little data for a verdict: raise DURATION.'])
})

t.test('Doctor: delay and CPU are those under load', async (t) => {
  const stat = (timestamp, delay, cpu) => ({ timestamp, delay, cpu })
  const analysis = { interval: [10, 20], issueCategory: 'event-loop' }
  const processStat = [
    stat(9, 99, 9),
    stat(10, 2, 0.5),
    stat(15, 7.5, 1),
    stat(20, 3, 0.9),
    stat(21, 88, 8)
  ]
  t.strictSame(await doctorSays(t, { analysis, processStat }), {
    verdict: 'event-loop',
    messages: [
      'Doctor sees a potential event-loop issue: something blocks the event loop for long periods.',
      'worst event-loop delay 7.5 ms, CPU 80 % of a core on average, both under load'
    ]
  })
})

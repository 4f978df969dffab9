'use strict'

// What is read of Clinic's files. test/slow/profilers.test.js runs Clinic.

const path = require('node:path')
const t = require('tap')
const clinic = require('../../scripts/lib/profile/clinic')

/** What is read of a page and of a file or folder of data, apart from the page. */
async function profile (t, tool, page, data = '') {
  const folder = t.testdir({ data })
  const run = async () => ({ page, data: path.join(folder, 'data') })
  const { files, ...profile } = await clinic[tool]({}, {}, run)
  t.equal(files['.html'], page)
  return profile
}

t.test('a heap: what allocated the memory, in bytes', async (t) => {
  const callFrame = { functionName: 'cut', url: 'file:///shop/a.js', lineNumber: 1 }
  const data = JSON.stringify({ head: { callFrame, selfSize: 30, children: [] } })
  const { frames, bytes } = await profile(t, 'heap', 'a heap', data)
  t.strictSame([frames.self.map(({ frame }) => frame.name), bytes], [['cut'], 30])
})

/** The frames of Clinic Flame for samples of these frames, of JavaScript unless they say more. */
async function flameFrames (t, samples) {
  const ticks = samples.map((names) => names.map((name) =>
    ({ name, type: name === 'native' ? 'CPP' : 'JS' })))
  const data = { 'profile.clinic-flame-samples': JSON.stringify(ticks) }
  return (await profile(t, 'flame', 'a flame graph', data)).frames
}

const shares = (hot) => hot.map(({ frame, share }) => [frame.name, share])

t.test('self time goes to the leaf, total time to all above it; the hottest lead', async (t) => {
  const { self, total } = await flameFrames(t, [
    ['d /a.js:1:1', 'c /a.js:2:1'],
    ['d /a.js:1:1', 'b /a.js:3:1', 'd /a.js:1:1', 'b /a.js:3:1', 'native'],
    ['d /a.js:1:1', 'b /a.js:3:1'],
    ['d /a.js:1:1', 'b /b.js:3:1'],
    ['native'] // it has no caller
  ])
  t.strictSame(shares(self), [['b', 0.5], ['c', 0.25], ['b', 0.25]], 'apart by file')
  t.strictSame(shares(total), [['d', 1], ['b', 0.5], ['c', 0.25], ['b', 0.25]], 'once a stack')
})

t.test('a frame of a V8 log has a name, a file and a line', async (t) => {
  const cases = [
    ['*emit node:events:471:44', 'emit', 'node:events', 471],
    ['~get url /a b/x.js:12:3', 'get url', '/a b/x.js', 12],
    [' /app/util.js:28:35', '(anonymous)', '/app/util.js', 28],
    ['^run C:\\app\\x.js:1:2', 'run', 'C:\\app\\x.js', 1],
    ['+run file:///app/a%20b.mjs:7:1', 'run', '/app/a b.mjs', 7],
    ['run /app/x.js:12:34 (inlined)', 'run /app/x.js:12:34 (inlined)', '', 0]
  ]
  const { self } = await flameFrames(t, cases.map(([name]) => [name]))
  t.strictSame(
    self.map(({ frame }) => frame),
    cases.map(([, name, file, line]) => ({ name, file, line }))
  )
})

/** What Doctor's profile says. */
async function doctorSays (t, report) {
  const data = JSON.stringify(report)
  const script = `<script type="application/json" id="clinic-data">${data}</script><script>`
  return await profile(t, 'doctor', script)
}

t.test('Doctor: without data, there are no figures', async (t) => {
  const analysis = { interval: [-Infinity, Infinity], issueCategory: 'data' } // as Doctor has it
  const processStat = [{ timestamp: 9, delay: 1, cpu: 1 }]
  const { messages } = await doctorSays(t, { analysis, processStat })
  t.strictSame(messages, ['Doctor sees too little data for a verdict: raise DURATION.'])
})

t.test('Doctor: delay and CPU are those under load', async (t) => {
  const stat = (timestamp, delay, cpu) => ({ timestamp, delay, cpu })
  const processStat = [stat(9, 99, 9), stat(10, 2, 0.5), stat(20, 7.5, 1), stat(21, 88, 8)]
  const analysis = { interval: [10, 20], issueCategory: 'event-loop' }
  t.strictSame(await doctorSays(t, { analysis, processStat }), {
    verdict: 'event-loop',
    messages: [
      'Doctor sees a potential event-loop issue: something blocks the event loop for long periods.',
      'worst event-loop delay 7.5 ms, CPU 75 % of a core on average, both under load'
    ]
  })
})

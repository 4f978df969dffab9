'use strict'

// How Clinic is run, and what is read of its files; a stand-in writes them.

const t = require('tap')

const TARGET = {
  name: 'shop',
  file: '/shop/src/index.js',
  cwd: '/shop',
  listen: 3001,
  flags: ['--no-warnings'],
  args: ['two words'],
  request: { method: 'PUT', body: Buffer.from('b'), bodyFile: '/b.bin' }
}
const FRAME = { functionName: 'cut', url: 'file:///shop/a.js', lineNumber: 1 }
const FILES = {
  'profile.clinic-flame.html': 'a flame graph',
  'profile.clinic-flame': {
    'profile.clinic-flame-samples': '[[{"name": "cut /shop/a.js:2:1", "type": "JS"}]]'
  },
  'profile.clinic-heapprofiler.html': 'a heap',
  'profile.clinic-heapprofiler': JSON.stringify({
    head: { callFrame: FRAME, selfSize: 30, children: [] }
  })
}

/** Clinic's profilers for these files, and what they do. */
function standIn (t, { files = FILES, code = 0 } = {}) {
  const folder = t.testdir(files)
  const done = []
  const clinic = t.mockRequire('../../scripts/lib/profile/clinic', {
    '../../scripts/lib/server/npm': { ensureInstalled: (name) => done.push(name) },
    '../../scripts/lib/profile/profiled-server': {
      async runUnderLoad ({ name }, { load }) {
        done.push([name, load])
        return { url: 'http://127.0.0.1:1/x?y' }
      }
    },
    '../../scripts/lib/server/process': {
      async runProcess (command, options) {
        done.push([command, options])
        return { code, stderr: 'one\ntwo' }
      }
    }
  })
  const load = { connections: 10, duration: 5 }
  const profile = (tool) => clinic[tool](TARGET, { folder, load, signal: 'the signal' })
  return { profile, folder, done }
}

t.test('after a trial request, Clinic runs the server and loads it', async (t) => {
  t.intercept(process, 'env', { value: { NODE_OPTIONS: '--no-deprecation' } })
  const { profile, folder, done } = standIn(t)
  const { files, frames } = await profile('flame')
  t.strictSame(files, { '.html': 'a flame graph' })
  t.strictSame(frames.self.map(({ frame }) => frame.name), ['cut'])
  const [installed, trial, [command, { env, ...options }]] = done
  t.strictSame([installed, trial], ['clinic', ['shop', { connections: 1, duration: 1, amount: 3 }]])
  t.strictSame(options, { cwd: folder, signal: 'the signal', mayFail: true })
  const [node, , tool, open, , , onPort, ...server] = command
  t.strictSame([node, tool, open], [process.execPath, 'flame', '--open=false'])
  t.match(onPort, /^--on-port=.* "\S+load-process\.js"$/)
  t.strictSame(server, ['--', node, '--no-warnings', TARGET.file, 'two words'])
  t.match(env.NODE_OPTIONS,
    /^--no-deprecation "--trace-event-file-pattern=\S+" "--require=\S+change-folder\.js"$/)
  const { NODE_OPTIONS, LOAD, ...settings } = env
  t.strictSame(settings, {
    NO_INSIGHT: '1',
    NO_UPDATE_NOTIFIER: '1',
    HOST: '127.0.0.1',
    PORT: '3001',
    TARGET_FILE: TARGET.file,
    TARGET_FOLDER: '/shop'
  })
  t.strictSame(JSON.parse(LOAD), {
    connections: 10,
    duration: 5,
    method: 'PUT',
    bodyFile: '/b.bin',
    url: 'http://127.0.0.1:1/x?y',
    listen: 3001
  })
})

t.test('HeapProfiler gets its flags as arguments: it discards NODE_OPTIONS', async (t) => {
  const { profile, done } = standIn(t)
  const { files, frames, bytes } = await profile('heap')
  t.strictSame(Object.keys(files), ['.html', '.heapprofile'])
  t.strictSame([frames.self.map(({ frame }) => frame.name), bytes], [['cut'], 30])
  const [command, { env }] = done.at(-1)
  const [, trace, change, ...server] = command.slice(command.indexOf('--') + 1)
  t.match(trace, /^--trace-event-file-pattern=/)
  t.match(change, /^--require=/)
  t.strictSame(server, ['--no-warnings', TARGET.file, 'two words'])
  t.notMatch(env.NODE_OPTIONS, /--require/)
})

t.test('without a report, the error has what Clinic printed', async (t) => {
  for (const made of [{ code: 1 }, { files: {} }]) {
    const { message } = await t.rejects(standIn(t, made).profile('flame'))
    t.equal(message,
      `clinic flame wrote no report on shop (exit code ${made.code ?? 0}). Its output:\none\ntwo`)
  }
})

/** The frames of Clinic Flame for these samples. */
async function flameFrames (t, ticks) {
  const { profile } = standIn(t, {
    files: {
      'profile.clinic-flame.html': '',
      'profile.clinic-flame': { 'profile.clinic-flame-samples': JSON.stringify(ticks) }
    }
  })
  const { frames } = await profile('flame')
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
  const { profile } = standIn(t, { files: { 'profile.clinic-doctor.html': page } })
  const { files, ...said } = await profile('doctor')
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

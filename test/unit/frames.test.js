'use strict'

const path = require('node:path')
const t = require('tap')
const { frameOwner, hottestFrames } = require('../../scripts/lib/profiling/frames')
const { fromCallFrame, parseFrame } = require('../../scripts/lib/profiling/samples')

const frame = (name) => ({ name, file: `/app/${name}.js`, line: 1 })
const names = (hot) => hot.map(({ frame, share }) => [frame.name, share])

t.test('self time goes to the leaf, total time to all above it; the hottest lead', async (t) => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(frame)
  const { self, total } = hottestFrames([
    { stack: [d, c], weight: 1 },
    { stack: [d, b, d, b], weight: 5 },
    { stack: [d, a], weight: 2 }
  ])
  t.strictSame(names(self), [['b', 0.625], ['a', 0.25], ['c', 0.125]])
  t.strictSame(names(total), [['d', 1], ['b', 0.625], ['a', 0.25], ['c', 0.125]])
})

t.test('functions are told apart by name, file and line', async (t) => {
  const a = frame('a')
  const frames = [a, { ...a, name: 'b' }, { ...a, file: '/app/b.js' }, { ...a, line: 2 }]
  const { self } = hottestFrames(
    [...frames, { ...a }].map((frame) => ({ stack: [frame], weight: 1 }))
  )
  t.strictSame(self, frames.map((frame) => ({ frame, share: frame === a ? 0.4 : 0.2 })))
})

t.test('parseFrame reads the names in a V8 log', async (t) => {
  const cases = [
    ['*emit node:events:471:44', 'emit', 'node:events', 471],
    ['~get url /a b/x.js:12:3', 'get url', '/a b/x.js', 12],
    [' /app/util.js:28:35', '(anonymous)', '/app/util.js', 28],
    ['/app/util.js:28:35', '(anonymous)', '/app/util.js', 28],
    ['^run C:\\app\\x.js:1:2', 'run', 'C:\\app\\x.js', 1],
    ['+run file:///app/a%20b.mjs:7:1', 'run', '/app/a b.mjs', 7],
    ['run', 'run', '', 0],
    ['', '(anonymous)', '', 0],
    ['run /app/x.js:12:34 (inlined)', 'run /app/x.js:12:34 (inlined)', '', 0],
    ['lib/x.js:12:34', 'lib/x.js:12:34', '', 0],
    ['writev@@GLIBC_2.2.5', 'writev@@GLIBC_2.2.5', '', 0]
  ]
  for (const [text, name, file, line] of cases) {
    t.strictSame(parseFrame(text), { name, file, line }, text)
  }
})

t.test('a frame of the inspector counts lines from 0; it may have a URL, no name', async (t) => {
  t.strictSame(fromCallFrame({ functionName: 'run', url: 'file:///app/a%20b.mjs', lineNumber: 6 }),
    { name: 'run', file: '/app/a b.mjs', line: 7 })
  t.strictSame(fromCallFrame({ functionName: '', url: 'node:events', lineNumber: 0 }),
    { name: '(anonymous)', file: 'node:events', line: 1 })
  t.strictSame(fromCallFrame({ functionName: '(idle)', url: '', lineNumber: -1 }),
    { name: '(idle)', file: '', line: 0 })
})

t.test('a frame is owned by your code, a dependency, Node.js, V8 or the harness', async (t) => {
  const of = (file) => frameOwner({ file })
  t.equal(of('/p/slow/util.js'), 'your code')
  t.equal(
    of('/p/docs/labs/event-loop/primes.js'),
    'your code',
    "a lab's modules are beside its servers folder"
  )
  t.equal(of('/p/slow/probe.js'), 'your code', 'named like a file of the harness')
  t.equal(of('/p/node_modules/restify/lib/server.js'), 'dependency restify')
  t.equal(of('/p/node_modules/@a/b/node_modules/@cc/dd/x.js'), 'dependency @cc/dd')
  t.equal(of('C:\\p\\node_modules\\@cc\\dd\\x.js'), 'dependency @cc/dd')
  t.equal(of('node:events'), 'Node.js core')
  t.equal(of(path.resolve(__dirname, '../../scripts/lib/preload/probe.js')), 'harness')
  t.equal(of(''), 'V8/native')
  t.equal(of('evalmachine.<anonymous>'), 'V8/native')
})

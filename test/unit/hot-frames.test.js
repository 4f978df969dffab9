'use strict'

// Which functions are hot, and what is read from the samples of Clinic Flame.

const t = require('tap')
const { flameSamples, hottestFrames } = require('../../scripts/lib/profile/hot-frames')

const frame = (name) => ({ name, file: `/app/${name}.js`, line: 1 })
const names = (hot) => hot.map(({ frame, share }) => [frame.name, share])
const a = frame('a')
const b = frame('b')
const c = frame('c')
const d = frame('d')

t.test('self time goes to the leaf, total time to all above it; the hottest lead', async (t) => {
  const { self, total } = hottestFrames([
    { stack: [d, c], weight: 1 },
    { stack: [d, b, d, b], weight: 5 },
    { stack: [d, a], weight: 2 }
  ])
  t.strictSame(names(self), [['b', 0.625], ['a', 0.25], ['c', 0.125]])
  t.strictSame(names(total), [['d', 1], ['b', 0.625], ['a', 0.25], ['c', 0.125]])
})

t.test('Flame counts native code as its caller, if that is JavaScript', async (t) => {
  const run = { name: 'run /a.js:1:1', type: 'JS' }
  const native = { name: 'write', type: 'CPP' }
  const [{ stack, weight }, ...others] = flameSamples([[run, native], [native]])
  t.strictSame([stack.map(({ name }) => name), weight, others], [['run'], 1, []])
})

t.test('functions are told apart by name, file and line', async (t) => {
  const named = (name) => [{ name, type: 'JS' }]
  const { self } = hottestFrames(flameSamples([
    named('a /a.js:1:1'), named('~a /a.js:1:9'), named('b /a.js:1:1'), named('a /b.js:1:1'),
    named('a /a.js:2:1')
  ]))
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
  for (const [text, name, file, line] of cases) {
    const [{ stack }] = flameSamples([[{ name: text, type: 'JS' }]])
    t.strictSame(stack, [{ name, file, line }], text)
  }
})

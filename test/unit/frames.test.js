'use strict'

const path = require('node:path')
const t = require('tap')
const { frameOwner, hottestFrames, parseFrame } = require('../../scripts/lib/profiling/frames')

const frame = (name) => ({ name, file: `/app/${name}.js`, line: 1 })
const names = (hot) => hot.map(({ frame, share }) => [frame.name, share])

t.test('self time goes to the leaf, total time to all above it, once', async (t) => {
  const [a, b, c] = ['a', 'b', 'c'].map(frame)
  const { self, total } = hottestFrames([
    { stack: [a, b, a, b], weight: 3 },
    { stack: [a, c], weight: 1 }
  ])
  t.strictSame(names(self), [['b', 0.75], ['c', 0.25]])
  t.strictSame(names(total), [['a', 1], ['b', 0.75], ['c', 0.25]])
})

t.test('functions of the same name on different lines are counted apart', async (t) => {
  const lines = [1, 2].map((line) => ({ stack: [{ ...frame('a'), line }], weight: 1 }))
  const { self } = hottestFrames(lines)
  t.equal(self.length, 2)
})

t.test('parseFrame reads the names in a V8 log', async (t) => {
  const cases = [
    ['*emit node:events:471:44', 'emit', 'node:events', 471],
    ['~get url /a b/x.js:12:3', 'get url', '/a b/x.js', 12],
    [' /app/util.js:28:35', '(anonymous)', '/app/util.js', 28],
    ['/app/util.js:28:35', '(anonymous)', '/app/util.js', 28],
    ['^run C:\\app\\x.js:1:2', 'run', 'C:\\app\\x.js', 1],
    ['writev@@GLIBC_2.2.5', 'writev@@GLIBC_2.2.5', '', 0]
  ]
  for (const [text, name, file, line] of cases) t.strictSame(parseFrame(text), { name, file, line }, text)
})

t.test('a frame is owned by the stage, a dependency, Node.js, V8 or the harness', async (t) => {
  const of = (file) => frameOwner({ file })
  t.equal(of('/p/slow/util.js'), 'this stage')
  t.equal(of('/p/docs/labs/event-loop/primes.js'), 'this stage', "a lab's modules are beside its servers folder")
  t.equal(of('/p/slow/probe.js'), 'this stage', 'named like a file of the harness')
  t.equal(of('/p/node_modules/restify/lib/server.js'), 'dependency restify')
  t.equal(of('/p/node_modules/@a/b/node_modules/@c/d/x.js'), 'dependency @c/d')
  t.equal(of('node:events'), 'Node.js core')
  t.equal(of(path.resolve(__dirname, '../../scripts/lib/preload/probe.js')), 'harness')
  t.equal(of(''), 'V8/native')
  t.equal(of('evalmachine.<anonymous>'), 'V8/native')
})

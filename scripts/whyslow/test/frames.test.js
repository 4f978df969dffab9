'use strict'

// Which functions are hot, and whose they are.

const t = require('tap')
const { frameOwner, hottestFrames, hottestUserFrame, isInTimer } = require('../frames/frames')

const frame = (name, file = `/app/${name}.js`) => ({ name, file, line: 1 })
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

t.test('the hottest function of your code has what packages do for it', async (t) => {
  const inPackage = frame('p', '/app/node_modules/pkg/x.js')
  const native = frame('n', '')
  t.strictSame(hottestUserFrame([
    { stack: [a, inPackage, native], weight: 4 },
    { stack: [a, native], weight: 1 },
    { stack: [inPackage, a], weight: 2 },
    { stack: [a, b], weight: 6 },
    { stack: [inPackage], weight: 7 }
  ]), { frame: a, share: 0.35, self: 0.15, callee: { name: 'pkg', share: 0.2 } })
  t.equal(hottestUserFrame([{ stack: [inPackage], weight: 1 }]), undefined)
  const core = ['readFileSync', 'openSync'].map((name) => frame(name, 'node:fs'))
  const { self, callee } = hottestUserFrame([{ stack: [a, ...core, native], weight: 1 }])
  t.strictSame([self, callee.name], [0, 'readFileSync of node:fs'])
})

t.test('a job is the hottest function of timers, but not what awaits one', async (t) => {
  const timer = frame('listOnTimeout', 'node:internal/timers')
  const awaiting = frame('runNextTicks', 'node:internal/process/task_queues')
  const samples = [
    { stack: [a], weight: 3 },
    { stack: [timer, b], weight: 2 },
    { stack: [timer, c], weight: 1 },
    { stack: [timer, awaiting, d], weight: 4 }
  ]
  const { frame: hottest, share } = hottestUserFrame(samples, isInTimer)
  t.strictSame([hottest, share], [b, 0.2], 'of all CPU time')
  t.equal(hottestUserFrame(samples.slice(0, 1), isInTimer), undefined)
})

t.test('a frame is owned by your code, a dependency, Node.js or V8', async (t) => {
  const owners = {
    '/p/slow/util.js': 'your code',
    '/p/node_modules/restify/lib/server.js': 'restify',
    '/p/node_modules/@a/b/node_modules/@cc/dd/x.js': '@cc/dd',
    'C:\\p\\node_modules\\@cc\\dd\\x.js': '@cc/dd',
    'node:events': 'Node.js core',
    '': 'V8/native',
    'evalmachine.<anonymous>': 'V8/native'
  }
  for (const [file, owner] of Object.entries(owners)) t.equal(frameOwner({ file }), owner, file)
})

'use strict'

// Which functions are hot.

const t = require('tap')
const { hottestFrames } = require('../../scripts/lib/profile/hot-frames')

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

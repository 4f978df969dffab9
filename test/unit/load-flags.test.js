'use strict'

const t = require('tap')
const { loadFlags, loadFromFlags } = require('../../scripts/lib/load/load-flags')

const flags = { connections: 100, duration: 10, warmup: undefined, rate: 0 }
const refused = (t, change) => {
  const { message, exitCode } = t.throws(() => loadFromFlags({ ...flags, ...change }))
  return [message, exitCode]
}

t.test('a rate gives each connection a request per second', async (t) => {
  t.equal(loadFromFlags({ ...flags, rate: 100 }).rate, 100)
  t.strictSame(refused(t, { rate: 99 }), ['RATE=99 with CONNECTIONS=100 would leave some ' +
    'connections without a request: lower one or raise the other', 2])
})

t.test('a load has these settings with these ranges and defaults, and no others', async (t) => {
  t.strictSame(loadFromFlags({ ...flags, open: true }), flags)
  const ranges = Object.entries(loadFlags)
    .map(([name, { type, min, max, default: value }]) => [name, type, min, max, value])
  t.strictSame(ranges, [
    ['connections', 'integer', 1, 10_000, 100],
    ['duration', 'integer', 1, 3600, 10],
    ['warmup', 'integer', 0, 600, undefined],
    ['rate', 'integer', 0, 1_000_000, 0]
  ])
})

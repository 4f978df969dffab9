'use strict'

const t = require('tap')
const { readComparison } = require('../../scripts/lib/experiments/comparison')

const LOAD = { connections: 10, duration: 3 }

t.test('a comparison is a series of two targets', async (t) => {
  const calls = []
  const { compare } = t.mockRequire('../../scripts/lib/experiments/comparison', {
    '../../scripts/lib/experiments/series': {
      async measureSeries (targets, ...rest) {
        calls.push([targets, ...rest])
        const runs = targets.map(({ name }, i) => ({ name, runs: [i + 1, i + 3] }))
        return { schema: 2, kind: 'series', startedAt: 'now', environment: 'here', settings: 'saved', targets: runs }
      }
    }
  })
  const [a, b, settings, options] = [{ name: 'fast' }, { name: 'optimized' }, { runs: 2, ...LOAD }, {}]
  t.strictSame(await compare(a, b, settings, options), {
    schema: 2,
    kind: 'comparison',
    startedAt: 'now',
    environment: 'here',
    a: 'fast',
    b: 'optimized',
    settings: 'saved',
    runs: { a: [1, 3], b: [2, 4] }
  })
  t.strictSame(calls, [[[a, b], settings, options]])
})

t.test('only a saved comparison is read as one', async (t) => {
  const comparison = { schema: 2, kind: 'comparison', a: 'fast' }
  const folder = t.testdir({ 'a.json': JSON.stringify(comparison), 'b.json': '{"kind":"growth"}', 'c.json': 'null' })
  t.strictSame(readComparison(`${folder}/a.json`), comparison)
  for (const file of [`${folder}/b.json`, `${folder}/c.json`]) {
    const message = `${file} is not a comparison: give a file that make compare saved, results/…-compare-….json`
    t.equal(t.throws(() => readComparison(file)).message, message)
  }
})

'use strict'

const t = require('tap')
const { readComparison } = require('../../scripts/lib/experiments/comparison')
const { interleave } = require('../../scripts/lib/statistics/interleave')

t.test('every second round is measured backwards', async (t) => {
  t.strictSame(interleave(['a', 'b', 'c'], 3), ['a', 'b', 'c', 'c', 'b', 'a', 'a', 'b', 'c'])
  t.strictSame(interleave(['a', 'b'], 0), [])
})

/** `compare` with a stand-in for `measure`, whose results are 1, 2, 3, …, and the calls that this got. */
function compareUnmeasured (t) {
  const calls = []
  const { compare } = t.mockRequire('../../scripts/lib/experiments/comparison', {
    '../../scripts/lib/measure/measure': { measure: async (...args) => calls.push(args) },
    '../../scripts/lib/system/environment': { environment: () => 'this machine' }
  })
  return { compare, calls }
}

const [A, B] = [{ name: 'fast' }, { name: 'optimized' }]
const LOAD = { connections: 10, duration: 3 }

t.test('two targets are measured in turns, each run under the same load', async (t) => {
  const { compare, calls } = compareUnmeasured(t)
  const { signal } = new AbortController()
  const shares = []
  const options = { onProgress: (share) => shares.push(share), signal }
  const { startedAt, ...comparison } = await compare(A, B, { runs: 2, ...LOAD }, options)
  t.strictSame(comparison, {
    schema: 2,
    kind: 'comparison',
    environment: 'this machine',
    a: 'fast',
    b: 'optimized',
    settings: { runs: 2, ...LOAD },
    runs: { a: [1, 4], b: [2, 3] }
  })
  t.strictSame(calls, [A, B, B, A].map((target) => [target, LOAD, { onSample: undefined, signal }]))
  t.strictSame(shares, [0, 0.25, 0.5, 0.75, 1])
})

t.test('on request, B is sampled while it is under load', async (t) => {
  const { compare, calls } = compareUnmeasured(t)
  await compare(A, B, { runs: 2, ...LOAD }, { watchB: true })
  t.strictSame(calls.map(([{ name }, , { onSample }]) => [name, typeof onSample]),
    [['fast', 'undefined'], ['optimized', 'function'], ['optimized', 'function'], ['fast', 'undefined']])
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

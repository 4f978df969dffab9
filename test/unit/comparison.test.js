'use strict'

const t = require('tap')
const { readComparison } = require('../../scripts/lib/experiments/series')
const { comparisonOf } = require('../helpers/comparison')

t.test('a comparison is a series of two targets', async (t) => {
  const calls = []
  const { compare } = t.mockRequire('../../scripts/lib/experiments/series', {
    '../../scripts/lib/measure/measure': { measure: async (...args) => calls.push(args) },
    '../../scripts/lib/system/environment': { environment: () => 'here' }
  })
  const [a, b] = [{ name: 'fast' }, { name: 'optimized' }]
  const [load, options] = [{ connections: 10, duration: 3 }, { progress: true, signal: undefined }]
  const { startedAt, ...comparison } = await compare(a, b, { runs: 2, ...load }, options)
  t.match(startedAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  t.strictSame(comparison, {
    schema: 2,
    kind: 'comparison',
    environment: 'here',
    a: 'fast',
    b: 'optimized',
    settings: { runs: 2, ...load },
    runs: { a: [1, 4], b: [2, 3] }
  })
  t.strictSame(calls, [a, b, b, a].map((target) => [target, load, { ...options, onSample: undefined }]))
})

t.test('only a saved comparison is read as one', async (t) => {
  const comparison = comparisonOf([1], [2])
  const old = JSON.stringify({ ...comparison, schema: 1 })
  const others = { 'b.json': '{"kind":"growth"}', 'c.json': 'null', 'd.json': old }
  const folder = t.testdir({ 'a.json': JSON.stringify(comparison), ...others })
  t.strictSame(readComparison(`${folder}/a.json`), comparison)
  for (const file of ['b', 'c', 'd'].map((name) => `${folder}/${name}.json`)) {
    const message = `${file} is not a comparison: give a file that make compare saved, results/…-compare-….json`
    t.equal(t.throws(() => readComparison(file)).message, message)
  }
})

'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { isResult, resultSubject } = require('../../scripts/lib/results/schema')
const { listResults, readResult, saveResult } = require('../../scripts/lib/results/store')
const { ensureWritable } = require('../../scripts/lib/system/files')
const { comparisonOf } = require('../helpers/comparison')

const result = { schema: 2, target: 'slow', startedAt: '2026-01-02T03:04:05.678Z' }

t.test('a result is saved under its time and target, and read back', async (t) => {
  const folder = t.testdir({})
  const file = saveResult(result, folder)
  t.equal(path.basename(file), '2026-01-02T03-04-05-678Z-slow.json')
  t.strictSame(readResult(file), result)
  t.strictSame(fs.readdirSync(folder), [path.basename(file)], 'nothing else is left')
})

t.test('a folder that is missing is made', async (t) => {
  const folder = path.join(t.testdir({}), 'a/b')
  ensureWritable(folder)
  t.strictSame(fs.readdirSync(folder), [])
})

t.test('a file that cannot be written is named, and leaves nothing', async (t) => {
  const folder = t.testdir({ 'result.json': {} }) // a folder stands where the file should go
  t.throws(() => saveResult(result, folder, 'result.json'),
    { name: 'Error', message: /^cannot write to .* make it writable/ })
  t.strictSame(fs.readdirSync(folder), ['result.json'])
})

t.test('a file that cannot be read is named', async (t) => {
  const folder = t.testdir({ 'half.json': '{"schema":' })
  t.throws(() => readResult(path.join(folder, 'half.json')), { message: /^no result in .*half\.json/ })
  t.throws(() => readResult(path.join(folder, 'none.json')), { message: /^no result in .*none\.json/ })
})

t.test('two that began in the same millisecond are both kept', async (t) => {
  const folder = t.testdir({})
  const files = [1, 2, 3].map((n) => saveResult({ ...result, n }, folder))
  t.strictSame(files.map((file) => path.basename(file)),
    ['slow.json', 'slow-2.json', 'slow-3.json'].map((name) => `2026-01-02T03-04-05-678Z-${name}`))
  t.strictSame(files.map((file) => readResult(file).n), [1, 2, 3])
  t.strictSame(fs.readdirSync(folder).length, 3, 'nothing else is left')
})

const environment = { node: 'v20.0.0' }
const loadResult = {
  ...result, environment, load: {}, generator: {}, latency: {}, requests: { total: 5, perSecond: [5] }
}

t.test('what a valid result of each kind is', async (t) => {
  const valid = {
    load: loadResult,
    comparison: comparisonOf([100], [200]),
    growth: { ...result, environment, kind: 'growth', samples: [], fit: {} },
    lab: { ...result, environment, kind: 'lab', experiments: [] },
    'another kind': { ...result, environment, kind: 'soak' }
  }
  for (const [kind, value] of Object.entries(valid)) {
    t.ok(isResult(value), kind)
    t.notOk(isResult({ ...value, schema: 1 }), `${kind} of another version`)
  }
  t.notOk(isResult({ ...loadResult, requests: { total: 0, perSecond: [0] } }), 'a load without an answer')
  t.notOk(isResult(comparisonOf([100], [0])), 'a comparison with a side that answered nothing')
  t.notOk(isResult({ ...valid.growth, fit: undefined }))
  t.notOk(isResult({ ...valid.lab, experiments: undefined }))
  t.notOk(isResult(null))
})

t.test('files that are not results are listed by name', async (t) => {
  const folder = t.testdir({
    'b.json': JSON.stringify({ ...loadResult, startedAt: '2026-02-02' }),
    'a.json': JSON.stringify({ ...loadResult, startedAt: '2026-03-03' }),
    'broken.json': '{"schema":',
    'foreign.json': '{}',
    'other.txt': ''
  })
  const { saved, broken } = listResults(folder)
  t.strictSame(saved.map(({ file }) => path.basename(file)), ['b.json', 'a.json'], 'oldest first')
  t.strictSame(broken.map((file) => path.basename(file)).sort(), ['broken.json', 'foreign.json'])
})

t.test('the subject of a result', async (t) => {
  t.equal(resultSubject({ target: 'frameworks/express' }), 'frameworks-express')
  t.equal(resultSubject({ kind: 'comparison', a: 'fast', b: 'frameworks/express' }), 'compare-fast-frameworks-express')
  t.equal(resultSubject({ kind: 'growth', stage: 'slow' }), 'growth-slow')
  t.equal(resultSubject({ kind: 'lab', lab: 'prof' }), 'lab-prof')
})

'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { isResult, listResults, readResult, resultSubject, saveResult } = require('../../scripts/lib/measure/results')
const { ensureWritable } = require('../../scripts/lib/system/files')
const { comparisonOf } = require('../helpers/comparison')

const result = { schema: 2, target: 'slow', startedAt: '2026-01-02T03:04:05.678Z' }

t.test('a result is saved under its time and target, and read back', async (t) => {
  const folder = t.testdir({})
  const file = saveResult(result, folder)
  t.equal(path.basename(file), '2026-01-02T03-04-05-678Z-slow.json')
  t.equal(fs.readFileSync(file, 'utf8'), `${JSON.stringify(result, null, 2)}\n`)
  t.strictSame(readResult(file), result)
  t.strictSame(fs.readdirSync(folder), [path.basename(file)], 'nothing else is left')
})

t.test('results go to results/ under new names, recorded ones to docs/results under the given name', async (t) => {
  const root = t.testdir({})
  const { resultSaver, RECORDED, RESULTS } = t.mockRequire('../../scripts/lib/measure/results', {
    '../../scripts/lib/system/root': { ROOT: root }
  })
  t.strictSame([RESULTS, RECORDED], ['results', 'docs/results'].map((folder) => path.join(root, folder)))
  t.equal(resultSaver()(result, 'a.json'), path.join(RESULTS, '2026-01-02T03-04-05-678Z-slow.json'))
  t.equal(resultSaver(true)(result, 'a.json'), path.join(RECORDED, 'a.json'))
})

t.test('a folder that is missing is made', async (t) => {
  const folder = path.join(t.testdir({}), 'a/b')
  ensureWritable(folder)
  t.strictSame(fs.readdirSync(folder), [])
})

t.test('a file that cannot be written is named, and leaves nothing', async (t) => {
  const folder = t.testdir({ 'result.json': {} }) // a folder stands where the file should go
  const { message, exitCode } = t.throws(() => saveResult(result, folder, 'result.json'))
  t.equal(message.replace(/\(E[A-Z]+\)/, '(a code)'), // each system has its own
    `cannot write to ${folder} (a code): make it writable, or free space, and run again`)
  t.equal(exitCode, 1)
  t.strictSame(fs.readdirSync(folder), ['result.json'])
})

t.test('a file that cannot be read is named, unless there is a fallback', async (t) => {
  const [half, none] = ['half.json', 'none.json'].map((name) => path.join(t.testdirName, name))
  t.testdir({ 'half.json': '{"schema":' })
  const errors = [half, none].map((file) => t.throws(() => readResult(file)))
  t.strictSame(errors.map(({ message }) => message), [
    `no result in ${half}: Unexpected end of JSON input`,
    `no result in ${none}: ENOENT: no such file or directory, open '${none}'`
  ])
  t.strictSame(errors.map(({ exitCode }) => exitCode), [1, 1])
  t.equal(readResult(half, null), null)
})

t.test('two that began in the same millisecond are both kept', async (t) => {
  const folder = t.testdir({})
  const files = [1, 2, 3].map((n) => saveResult({ ...result, n }, folder))
  t.strictSame(files.map((file) => path.basename(file)),
    ['slow.json', 'slow-2.json', 'slow-3.json'].map((name) => `2026-01-02T03-04-05-678Z-${name}`))
  t.strictSame(files.map((file) => readResult(file).n), [1, 2, 3])
  t.equal(fs.readdirSync(folder).length, 3, 'nothing else is left')
})

const header = { schema: 2, startedAt: result.startedAt, environment: { node: 'v20.0.0' } }
const loadResult = {
  ...header, kind: 'load', target: 'slow', load: {}, generator: {}, latency: {}, requests: { total: 5, perSecond: [5] }
}

t.test('a valid result of each kind has all of its parts', async (t) => {
  const valid = [
    loadResult,
    comparisonOf([100], [200]),
    { ...header, kind: 'growth', samples: [], fit: {} },
    { ...header, kind: 'lab', parts: [] },
    { ...header, kind: 'series', targets: [{ runs: [{ requests: { average: 5 } }] }] },
    { ...header, kind: 'live', settings: { targets: ['slow'] }, events: [] },
    { ...header, kind: 'soak' }
  ]
  const needed = ['schema', 'startedAt', 'environment', 'target', 'load', 'generator', 'latency', 'requests', 'runs',
    'samples', 'fit', 'experiments', 'targets']
  for (const value of valid) {
    const { kind } = value
    t.equal(isResult(value), true, kind)
    t.equal(isResult({ ...value, schema: 1 }), false, `${kind} of another version`)
    for (const name of needed.filter((name) => name in value)) {
      t.equal(isResult({ ...value, [name]: undefined }), false, `${kind} without ${name}`)
    }
  }
})

t.test('what is not a result', async (t) => {
  const cases = [
    ['null', null],
    ['a kind that is no name', { ...loadResult, kind: 5 }],
    ['a load without an answer', { ...loadResult, requests: { total: 0, perSecond: [0] } }],
    ['a load without rates', { ...loadResult, requests: { total: 5 } }],
    ['A answered nothing', comparisonOf([0, 0], [100])],
    ['B answered nothing', comparisonOf([100], [0])],
    ['a run without requests', comparisonOf([{}], [100])],
    ['a series of no targets', { ...header, kind: 'series', targets: [] }],
    ['a target without runs', { ...header, kind: 'series', targets: [comparisonOf([1], []).targets[0], {}] }],
    ['a live run of no targets', { ...header, kind: 'live', settings: {}, events: [] }],
    ['a live run without settings', { ...header, kind: 'live', events: [] }],
    ['a live run without events', { ...header, kind: 'live', settings: { targets: ['slow'] } }],
    ['samples that are no list', { ...header, kind: 'growth', samples: {}, fit: {} }]
  ]
  for (const [what, value] of cases) t.equal(isResult(value), false, what)
  t.equal(isResult(comparisonOf([0, 100], [100, 0])), true, 'but one run of several may answer nothing')
})

t.test('results are listed by their start, the others by their names', async (t) => {
  const of = (startedAt, rest) => JSON.stringify({ ...loadResult, startedAt, ...rest })
  const folder = t.testdir({
    'a.json': of('2026-03-03'),
    'b.json': of('2026-02-02', { target: 'fast' }),
    'c.json': of('2026-04-04', { target: 'fast' }),
    'd.json': of('2026-01-01'),
    'e.json': of('2026-03-03'),
    'broken.json': '{"schema":',
    'foreign.json': '{}',
    'other.txt': ''
  })
  const names = (files) => files.map((file) => path.basename(file))
  const { saved, broken } = listResults(folder)
  t.strictSame(names(saved.map(({ file }) => file)), ['d.json', 'b.json', 'a.json', 'e.json', 'c.json'])
  t.strictSame(names(broken), ['broken.json', 'foreign.json'])
  t.strictSame(listResults(path.join(folder, 'none')), { saved: [], broken: [] })
  t.strictSame(names(listResults(folder, /^[ae]/).saved.map(({ file }) => file)), ['a.json', 'e.json'])
})

t.test('the subject of a result', async (t) => {
  t.equal(resultSubject({ kind: 'load', target: 'a/b/c' }), 'a-b-c')
  const series = (...names) => resultSubject({ kind: 'series', targets: names.map((name) => ({ name })) })
  t.equal(series('fast', 'frameworks/express'), 'compare-fast-frameworks-express')
  t.equal(series('slow', 'fast', 'optimized'), 'series')
  t.equal(resultSubject({ kind: 'growth', stage: 'slow' }), 'growth-slow')
  t.equal(resultSubject({ kind: 'lab', lab: 'prof' }), 'lab-prof')
  t.equal(resultSubject({ kind: 'live', settings: { targets: ['slow', 'fast'] } }), 'live-slow-fast')
})

t.test('a result begins with the version of its shape, what was measured, when and where', async (t) => {
  const { resultHeader } = t.mockRequire('../../scripts/lib/measure/result-header', {
    '../../scripts/lib/system/environment': { environment: () => 'this machine' }
  })
  const before = Date.now()
  const { startedAt, ...header } = resultHeader({ kind: 'growth', stage: 'slow' })
  t.strictSame(header, { schema: 2, kind: 'growth', stage: 'slow', environment: 'this machine' })
  t.equal(new Date(startedAt).toISOString(), startedAt)
  t.ok(before <= Date.parse(startedAt) && Date.parse(startedAt) <= Date.now(), startedAt)
})

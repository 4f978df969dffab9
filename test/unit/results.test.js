'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ensureWritable, readResult, saveResult } = require('../../scripts/lib/results/store')

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

t.test('what cannot be written is said, and leaves nothing', async (t) => {
  const folder = t.testdir({ 'result.json': {} }) // a folder stands where the file should go
  t.throws(() => saveResult(result, folder, 'result.json'), { name: 'Error', message: /^cannot write to .* make it writable/ })
  t.strictSame(fs.readdirSync(folder), ['result.json'])
})

t.test('what is no result is said', async (t) => {
  const folder = t.testdir({ 'half.json': '{"schema":' })
  t.throws(() => readResult(path.join(folder, 'half.json')), { message: /^no result in .*half\.json/ })
  t.throws(() => readResult(path.join(folder, 'none.json')), { message: /^no result in .*none\.json/ })
})

t.test('two that began in the same millisecond are both kept', async (t) => {
  const folder = t.testdir({})
  const files = [saveResult({ ...result, n: 1 }, folder), saveResult({ ...result, n: 2 }, folder), saveResult({ ...result, n: 3 }, folder)]
  t.strictSame(files.map((file) => path.basename(file)), ['2026-01-02T03-04-05-678Z-slow.json', '2026-01-02T03-04-05-678Z-slow-2.json', '2026-01-02T03-04-05-678Z-slow-3.json'])
  t.strictSame(files.map((file) => readResult(file).n), [1, 2, 3])
  t.strictSame(fs.readdirSync(folder).length, 3, 'nothing else is left')
})

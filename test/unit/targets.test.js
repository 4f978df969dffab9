'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { codeOf } = require('../../scripts/lib/measure/targets')

t.test('the code of the exercise is told apart by its JavaScript and JSON files', async (t) => {
  const folder = t.testdir({ 'index.js': '1', 'util.js': '2', 'package.json': '{}' })
  const hash = () => codeOf({ name: 'exercise', file: path.join(folder, 'index.js'), warmup: 0 }).code
  const first = hash()
  t.match(first, /^[0-9a-f]{7}$/)
  fs.writeFileSync(path.join(folder, 'notes.md'), 'to do')
  t.equal(hash(), first)
  for (const [name, text] of [['index.js', '3'], ['package.json', '{ }'], ['own.mjs', ''], ['own.cjs', '']]) {
    const before = hash()
    fs.writeFileSync(path.join(folder, name), text)
    t.not(hash(), before, name)
  }
})

t.test('a file that gets another name is another code', async (t) => {
  const folder = t.testdir({ a: { 'index.js': '1', 'a.js': '2' }, b: { 'index.js': '1', 'b.js': '2' } })
  const codeIn = (name) => codeOf({ name: 'exercise', file: path.join(folder, name, 'index.js'), warmup: 0 }).code
  t.not(codeIn('a'), codeIn('b'))
})

t.test('stages have no code: they do not change', async (t) => {
  t.strictSame(codeOf({ name: 'fast', file: '/fast/index.js', warmup: 1 }), {})
})

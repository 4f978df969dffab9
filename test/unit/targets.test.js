'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ROOT } = require('../../scripts/lib/system/root')
const { codeOf, findTarget, labServer, LABS, targetNames } = require('../../scripts/lib/measure/targets')

t.test('the hash of the exercise covers its JavaScript and JSON files', async (t) => {
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

t.test('renaming a file changes the hash', async (t) => {
  const folder = t.testdir({ a: { 'index.js': '1', 'a.js': '2' }, b: { 'index.js': '1', 'b.js': '2' } })
  const codeIn = (name) => codeOf({ name: 'exercise', file: path.join(folder, name, 'index.js'), warmup: 0 }).code
  t.not(codeIn('a'), codeIn('b'))
})

t.test('stages have no hash, because they do not change', async (t) => {
  t.strictSame(codeOf({ name: 'fast', file: '/fast/index.js', warmup: 1 }), {})
})

t.test('slow has no warm-up, because requests make it slower', async (t) => {
  t.strictSame(targetNames, ['slow', 'fast', 'optimized', 'baseline', 'exercise'])
  const stages = ['slow', 'fast', 'optimized'].map((name) => findTarget(name))
  t.strictSame(stages.map(({ name, file, warmup }) => [name, path.relative(ROOT, file), warmup]), [
    ['slow', path.join('slow', 'index.js'), 0],
    ['fast', path.join('fast', 'index.js'), 1],
    ['optimized', path.join('optimized', 'index.js'), 1]
  ])
  t.equal(findTarget('baseline').warmup, 1)
})

t.test('an unknown target is an error that suggests one', async (t) => {
  for (const [name, message] of [
    ['sloww', 'Unknown target "sloww". Did you mean slow?'],
    ['no-lab/server', 'Unknown target "no-lab/server". Choose from slow, fast, optimized, baseline, exercise.'],
    ['prof/none', 'Unknown target "prof/none". Choose from slow, fast, optimized, baseline, exercise.']
  ]) {
    const err = t.throws(() => findTarget(name))
    t.strictSame([err.exitCode, err.message], [2, message])
  }
})

t.test('a server of a lab is warmed up, unless the lab says otherwise', async (t) => {
  const file = path.join(LABS, 'prof', 'servers', 'auth-sync.js')
  t.strictSame(labServer('prof', 'auth-sync'), { name: 'prof/auth-sync', file, warmup: 1 })
  t.strictSame(labServer('prof', 'auth-sync', { warmup: 0 }), { name: 'prof/auth-sync', file, warmup: 0 })
})

t.test('a missing target is an error that names the command to run', async (t) => {
  const existsSync = (file) => !/exercise|node_modules$/.test(file) && fs.existsSync(file)
  const { findTarget } = t.mockRequire('../../scripts/lib/measure/targets', { 'node:fs': { ...fs, existsSync } })
  const exercise = t.throws(() => findTarget('exercise'))
  t.strictSame([exercise.exitCode, exercise.message],
    [1, `there is no ${path.join(ROOT, 'exercise', 'index.js')}: run make exercise first`])
  const lab = t.throws(() => findTarget('prof/auth-sync'))
  t.strictSame([lab.exitCode, lab.message], [1, 'the lab prof is not installed: run make lab-prof first'])
})

'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { codeOf, findTarget, labServer, LABS, targetNames } = require('../../scripts/lib/measure/targets')
const { ROOT } = require('../../scripts/lib/system/root')

/** A folder of somebody else, with a package `web shop` in it. */
const folderOf = (t) => t.testdir({
  'one.js': '',
  'server.mjs': '',
  'web shop': {
    'package.json': '{}',
    'index.js': '',
    'fast.ts': '',
    src: { 'main.ts': '', 'my orders.js': '' }
  }
})

t.test('a name is one of ours, even where a file or a folder has it, too', async (t) => {
  t.strictSame(findTarget('slow'),
    { name: 'slow', file: path.join(ROOT, 'slow/index.js'), path: '/seed/v1', warmup: 0 })
  t.strictSame(findTarget('slow', { path: '/a?b', listen: 81, start: 60, in: '/nowhere' }),
    { name: 'slow', file: path.join(ROOT, 'slow/index.js'), path: '/a?b', warmup: 0, listen: 81, start: 60 })
  t.strictSame(findTarget('slow', { path: undefined }).path, '/seed/v1')
})

t.test('a file runs in the nearest folder with a package.json, or in its own, or in the given one', async (t) => {
  const folder = folderOf(t)
  fs.writeFileSync(path.join(folder, 'package.json'), '{}')
  const shop = path.join(folder, 'web shop')
  const src = path.join(shop, 'src')
  const cases = [
    [[path.join(shop, 'index.js')], { name: 'web-shop', file: path.join(shop, 'index.js'), cwd: shop }],
    [[path.join(src, 'main.ts')], { name: 'web-shop', file: path.join(src, 'main.ts'), cwd: shop }],
    [[path.join(src, 'my orders.js')], { name: 'my-orders', file: path.join(src, 'my orders.js'), cwd: shop }],
    [['main.ts', { in: src }], { name: 'web-shop', file: path.join(src, 'main.ts'), cwd: src }],
    [[path.relative('', path.join(folder, 'one.js'))], { name: 'one', file: path.join(folder, 'one.js'), cwd: folder }],
    [[path.join(shop, 'fast.ts')], { name: 'own-fast', file: path.join(shop, 'fast.ts'), cwd: shop }]
  ]
  for (const [args, target] of cases) t.strictSame(findTarget(...args), { ...target, warmup: 1 }, args[0])
})

t.test('a command runs in the given folder, and has its name', async (t) => {
  const shop = path.join(folderOf(t), 'web shop')
  t.strictSame(findTarget('npm start', { in: shop, path: '/products' }),
    { name: 'web-shop', file: '', command: 'npm start', cwd: shop, warmup: 1, path: '/products' })
  t.equal(findTarget('npm start').cwd, process.cwd())
})

t.test('what is neither is an error that says what to do', async (t) => {
  const folder = folderOf(t)
  const advice = 'Or give a file or a command: APP=../shop/server.js'
  const cases = [
    [['fats'], `Unknown target "fats". Did you mean fast? ${advice}`, 2],
    [['no-lab/server'], `there is no file ${path.resolve('no-lab/server')}`, 1],
    [['zzzzzz'], `Unknown target "zzzzzz". Choose from slow, fast, optimized, baseline, exercise. ${advice}`, 2],
    [['two.js', { in: folder }], `there is no file ${path.join(folder, 'two.js')}`, 1],
    [['web shop', { in: path.join(folder, 'none') }],
      `there is no folder ${path.join(folder, 'none')}: choose another with IN=`, 1],
    [[folder], `there is no file ${folder}`, 1]
  ]
  for (const [args, message, exitCode] of cases) {
    const err = t.throws(() => findTarget(...args))
    t.strictSame([err.message, err.exitCode], [message, exitCode])
  }
})

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

t.test('a server of a lab is warmed up, unless the lab says otherwise', async (t) => {
  const file = path.join(LABS, 'prof', 'servers', 'auth-sync.js')
  const target = { name: 'prof/auth-sync', file, path: '/auth?username=ada&password=lovelace' }
  t.strictSame(labServer('prof', 'auth-sync'), { ...target, warmup: 1 })
  t.strictSame(labServer('prof', 'auth-sync', { warmup: 0 }), { ...target, warmup: 0 })
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

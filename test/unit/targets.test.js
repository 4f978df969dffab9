'use strict'

const path = require('node:path')
const t = require('tap')
const { findTarget, labServer, LABS, targetNames } =
  require('../../scripts/lib/server/targets')
const { ROOT } = require('../helpers/project')

const SLOW = {
  name: 'slow',
  file: path.join(ROOT, 'slow/index.js'),
  path: '/seed/v1',
  warmup: 0,
  hidesListeners: true
}

t.test('a name is one of ours; slow has no warm-up, because requests make it slower', async (t) => {
  t.strictSame(targetNames, ['slow', 'fast', 'optimized', 'baseline', 'exercise'])
  t.strictSame(findTarget('slow', { path: undefined }), SLOW)
  t.strictSame(findTarget('slow', { listen: 81, start: 60, in: '/nowhere' }),
    { ...SLOW, listen: 81, start: 60 })
  for (const name of ['fast', 'optimized', 'baseline']) t.equal(findTarget(name).warmup, 1, name)
})

t.test('a file runs in the folder of its package, its own, or the given one', async (t) => {
  const folder = t.testdir({
    'package.json': '{}',
    'one.js': '',
    'web shop': {
      'package.json': '{}',
      'index.js': '',
      'fast.ts': '',
      src: { 'main.ts': '', 'my orders.js': '' }
    }
  })
  const shop = path.join(folder, 'web shop')
  const src = path.join(shop, 'src')
  const cases = [
    [path.join(shop, 'index.js'), 'web-shop', shop],
    [path.join(src, 'main.ts'), 'web-shop', shop],
    [path.join(src, 'my orders.js'), 'my-orders', shop],
    [path.join(folder, 'one.js'), 'one', folder],
    [path.join(shop, 'fast.ts'), 'own-fast', shop]
  ]
  for (const [file, name, cwd] of cases) {
    t.strictSame(findTarget(path.relative('', file)), { warmup: 1, cwd, name, file })
  }
  const target = { warmup: 1, cwd: src, name: 'web-shop', file: path.join(src, 'main.ts') }
  t.strictSame(findTarget('main.ts', { in: src }), target)
  t.strictSame(findTarget('node --require "./a b.js" -C dev main.ts --port 0', { in: src }),
    { ...target, flags: ['--require', './a b.js', '-C', 'dev'], args: ['--port', '0'] },
    'node with a file is that file')
})

t.test('a command runs in the given folder, and has its name', async (t) => {
  const files = { 'a.js': '', node_modules: { '@a': { vite: { 'bin.js': '' } } } }
  const shop = path.join(t.testdir({ 'web shop': files }), 'web shop')
  const quoted = 'node a.js --title="my shop"'
  for (const command of ['npm start', 'node a.js | cat', 'node --eval 1', 'node $FILE a', quoted]) {
    t.strictSame(findTarget(command, { in: shop }),
      { warmup: 1, cwd: shop, name: 'web-shop', command })
  }
  t.equal(findTarget('npm start').cwd, process.cwd())
  t.equal(findTarget('node node_modules/@a/vite/bin.js dev', { in: shop }).name, 'vite')
})

t.test('what is neither is an error that says what to do', async (t) => {
  const folder = t.testdir({ 'README.md': '' })
  const file = path.join(folder, 'README.md')
  t.equal(t.throws(() => findTarget('npm start', { in: file })).message,
    `there is no folder ${file}: choose another with IN=`)
  const none = path.join(folder, 'none')
  const advice = 'Or give a file or a command: APP=../shop/server.js'
  const names = 'slow, fast, optimized, baseline, exercise'
  const cases = [
    [['zzzzzz'], `Unknown target "zzzzzz". Choose from ${names}. ${advice}`, 2],
    [['4242'], 'Unknown target "4242". make diagnose PID=4242 watches a process', 2],
    [['no-lab/server'], `there is no file ${path.resolve('no-lab/server')}`, 1],
    [['two.js', { in: folder }], `there is no file ${path.join(folder, 'two.js')}`, 1],
    [['web shop', { in: none }], `there is no folder ${none}: choose another with IN=`, 1],
    [[folder], `there is no file ${folder}`, 1]
  ]
  for (const [args, message, exitCode] of cases) {
    const err = t.throws(() => findTarget(...args))
    t.strictSame([err.message, err.exitCode], [message, exitCode])
  }
})

t.test('a server of a lab is warmed up, unless the lab says otherwise', async (t) => {
  const file = path.join(LABS, 'prof', 'servers', 'auth-sync.js')
  const target = { name: 'prof/auth-sync', file, path: '/auth?username=ada&password=lovelace' }
  t.strictSame(labServer('prof', 'auth-sync'), { ...target, warmup: 1 })
  t.strictSame(labServer('prof', 'auth-sync', { warmup: 0 }), { ...target, warmup: 0 })
  const paths = ['express', 'routes-express'].map((name) => labServer('frameworks', name).path)
  t.strictSame(paths, ['/seed/v1', '/json'])
})

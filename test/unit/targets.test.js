'use strict'

// What the words and flags of a command make the target.

const path = require('node:path')
const t = require('tap')
const { targetFromFlags, targetsFromFlags } = require('../../scripts/lib/server/target-flags')
const { labServer } = require('../../scripts/lib/server/targets')
const { matchExpected } = require('../helpers/expected')
const { ROOT } = require('../helpers/project')

const targetOf = (text, values = {}) => targetsFromFlags([text], values)[0]
const requestOf = (values) => targetOf('slow', values).request

/** What is said of it, with the exit code. */
function refusal (t, run) {
  const { message, exitCode } = t.throws(run)
  return [message, exitCode]
}

t.test('the targets are those named and the reader\'s own, else the default ones', async (t) => {
  const names = (...args) => targetsFromFlags(...args).map(({ name }) => name)
  const own = { app: 'shop.js', in: t.testdir({ 'shop.js': '' }) }
  t.strictSame(names([], {}, ['slow', 'baseline']), ['slow', 'baseline'])
  t.strictSame(names([], own, ['slow']), ['shop'])
  t.strictSame(names(['slow'], own), ['slow', 'shop'])
  t.equal(targetFromFlags(undefined, own).name, 'shop')
  t.strictSame(targetOf('slow', { listen: 81, start: 60 }), {
    name: 'slow',
    file: path.join(ROOT, 'slow/index.js'),
    path: '/seed/v1',
    warmup: 0, // requests make it slower
    listen: 81,
    startLimit: 60
  })
  const ofLab = labServer('frameworks', 'routes-express')
  t.strictSame([ofLab.path, ofLab.warmup], ['/json', 1], 'a path of its own')
  t.strictSame(refusal(t, () => targetFromFlags('slow', own)), ['Name one target: slow or APP=', 2])
  t.strictSame(refusal(t, () => targetsFromFlags([], {})),
    ['No target given. Name a stage, or use APP=../shop/server.js', 2])
})

t.test('a file runs in the folder of its package, its own, or the given one', async (t) => {
  const folder = t.testdir({
    'package.json': '{}',
    'one.js': '',
    'web shop': { 'package.json': '{}', 'fast.ts': '', src: { 'main.ts': '' } }
  })
  const shop = path.join(folder, 'web shop')
  const src = path.join(shop, 'src')
  const main = { warmup: 1, cwd: shop, name: 'web-shop', file: path.join(src, 'main.ts') }
  t.strictSame(targetOf(path.relative('', main.file)), main)
  t.strictSame(targetOf(path.join(folder, 'one.js')).cwd, folder)
  t.strictSame(targetOf(path.join(shop, 'fast.ts')).name, 'own-fast')
  t.strictSame(targetOf('main.ts', { in: src }), { ...main, cwd: src })
})

t.test('a command runs in the given folder, and has its name', async (t) => {
  const shop = path.join(t.testdir({ 'web shop': { 'a.js': '' } }), 'web shop')
  const command = 'npm start'
  t.strictSame(targetOf(command, { in: shop }),
    { warmup: 1, cwd: shop, name: 'web-shop', command })
})

t.test('the request is the default one, but for what is given', async (t) => {
  const file = path.join(t.testdir({ 'order.json': '{"id": "ä"}\n' }), 'order.json')
  t.equal(requestOf({}), undefined)
  t.strictSame(requestOf({ urlpath: '/x?y', method: 'post', body: '{"a": "ä"}' }),
    { path: '/x?y', method: 'POST', body: '{"a": "ä"}' })
  t.strictSame(requestOf({ body: `@${path.relative('', file)}` }),
    { bodyFile: file, body: Buffer.from('{"id": "ä"}\n') }, 'as bytes')
  for (const [header, headers] of [
    ['\n  A : b:c d \r\n\nX-Empty:\n', { A: 'b:c d', 'X-Empty': '' }],
    ['A: b\nCookie: c=1', { A: 'b', Cookie: 'c=1' }]
  ]) t.strictSame(requestOf({ header }), { headers })
})

t.test('what is no target, or no request, is an error that says what to do', async (t) => {
  const folder = t.testdir({ 'README.md': '' })
  const refusals = [
    ['npm start', { in: path.join(folder, 'README.md') }],
    ['two.js', { in: folder }],
    ['zzzzzz'],
    ['slow', { urlpath: 'x' }],
    ['slow', { header: 'Accept' }],
    ['slow', { header: 'a b: c' }],
    ['slow', { method: 'psot' }],
    ['slow', { method: 'head' }],
    ['slow', { body: `@${folder}/none` }]
  ].map(([name, values]) => refusal(t, () => targetOf(name, values)).join('\nexit code '))
  matchExpected(t, 'no-target', refusals.join('\n').replaceAll(folder, '/home/me') + '\n')
})

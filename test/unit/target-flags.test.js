'use strict'

const path = require('node:path')
const t = require('tap')
const { readCommandLine } = require('../../scripts/lib/base/settings')
const { requestFlags, requestFromFlags, targetFlags, targetsFromFlags } =
  require('../../scripts/lib/measure/target-flags')

const flags = { ...targetFlags, ...requestFlags }
const read = (...args) => readCommandLine({ name: 'bench', summary: '', flags }, args, {}).values
const names = (targets) => targets.map(({ name }) => name)
const refused = (t, run) => {
  const { message, exitCode } = t.throws(run)
  return [message, exitCode]
}

t.test('make and the environment set a target and a request by variables of their own', async (t) => {
  const variables = { APP: 'a b', IN: '..', URLPATH: '/x', LISTEN: '81', START: '60', METHOD: 'put', BODY: 'c' }
  const given = { ...variables, HEADER: 'd: e' }
  const MAKE_SETTINGS = Object.keys(given).join(' ')
  const readWith = (env) => readCommandLine({ name: 'bench', summary: '', flags }, [], env).values
  t.strictSame(readWith({ ...given, MAKE_SETTINGS }),
    { app: 'a b', in: '..', path: '/x', listen: 81, start: 60, method: 'put', body: 'c', header: 'd: e' })
  t.strictSame(readWith(given), read(), 'other programs use such names, too: only make sets them')
})

t.test('the targets are those named and the reader\'s own, else the default ones', async (t) => {
  const folder = t.testdir({ 'shop.js': '', 'cart.js': '' })
  const own = ['--app', 'shop.js', '--in', folder]
  t.strictSame(names(targetsFromFlags(['slow'], read())), ['slow'])
  t.strictSame(names(targetsFromFlags([], read(), ['slow', 'fast'])), ['slow', 'fast'])
  t.strictSame(names(targetsFromFlags([], read(...own), ['slow'])), ['shop'])
  t.strictSame(names(targetsFromFlags(['slow'], read(...own))), ['slow', 'shop'])
  const others = ['--path', '/x?y', '--listen', '81', '--start', '9']
  const [target] = targetsFromFlags(['cart.js'], read('--in', folder, ...others))
  t.strictSame(target, {
    name: 'cart',
    file: path.join(folder, 'cart.js'),
    cwd: folder,
    warmup: 1,
    request: { path: '/x?y' },
    listen: 81,
    start: 9
  })
  t.strictSame(targetsFromFlags(['slow'], read('--method', 'put', '--body', 'x'))[0].request,
    { method: 'PUT', body: 'x' })
  t.equal(targetsFromFlags(['slow'], read())[0].start, 10)
  t.strictSame(refused(t, () => targetsFromFlags([], read())),
    ['No target given. Name a stage, or use APP=../shop/server.js', 2])
  t.strictSame(refused(t, () => targetsFromFlags(['slow'], read('--path', 'x'))),
    ['URLPATH must begin with a slash, not "x"', 2])
  t.strictSame(refused(t, () => targetsFromFlags(['slow'], read('--path', '/\\x'))),
    ['URLPATH must not have a backslash: write %5C in "/\\x"', 2])
})

t.test('the request is the default one unless it is given', async (t) => {
  t.strictSame(requestFromFlags(read()), {})
  const body = '{"a": "ä"}'
  t.strictSame(requestFromFlags(read('--method', 'post', '--body', body)), { method: 'POST', body })
})

t.test('headers are lines', async (t) => {
  const headersOf = (text) => requestFromFlags(read(`--header=${text}`)).headers
  t.strictSame(headersOf('Accept: text/html'), { Accept: 'text/html' })
  t.strictSame(headersOf('\n  A : b:c d \r\n\nX-Empty:\n'), { A: 'b:c d', 'X-Empty': '' })
  for (const line of ['Accept', ': a', 'a b: c']) {
    t.strictSame(refused(t, () => headersOf(line)), [`HEADER must be "name: value", not "${line}"`, 2])
  }
})

t.test('a body is a text or a file', async (t) => {
  const folder = t.testdir({ 'order.json': '{"id": "ä"}\n' })
  const file = path.join(folder, 'order.json')
  t.strictSame(requestFromFlags(read('--body', `@${file}`)), { body: '{"id": "ä"}\n' })
  t.strictSame(requestFromFlags(read('--body', `@${path.relative('', file)}`)), { body: '{"id": "ä"}\n' })
  t.strictSame(refused(t, () => requestFromFlags(read('--body', `@${file}x`))),
    [`BODY=@${file}x cannot be read: ENOENT`, 1])
  t.strictSame(refused(t, () => requestFromFlags(read('--body', `@${folder}`))),
    [`BODY=@${folder} cannot be read: EISDIR`, 1])
})

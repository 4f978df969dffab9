'use strict'

const path = require('node:path')
const t = require('tap')
const { readCommandLine } = require('../../scripts/lib/cli/flags')
const { targetFlags, targetFromFlags, targetsFromFlags } =
  require('../../scripts/lib/server/target-flags')

const COMMAND = { name: 'bench', summary: '', flags: targetFlags }
const read = (...args) => readCommandLine(COMMAND, args).values
const requestOf = (...args) => targetsFromFlags(['slow'], read(...args))[0].request
const names = (targets) => targets.map(({ name }) => name)

t.test('the targets are those named and the reader\'s own, else the default ones', async (t) => {
  const folder = t.testdir({ 'shop.js': '', 'cart.js': '' })
  const app = read('--app', 'shop.js', '--in', folder)
  t.strictSame(names(targetsFromFlags(['slow'], read())), ['slow'])
  t.strictSame(names(targetsFromFlags([], read(), ['slow', 'fast'])), ['slow', 'fast'])
  t.strictSame(names(targetsFromFlags([], app, ['slow'])), ['shop'])
  t.strictSame(names(targetsFromFlags(['slow'], app)), ['slow', 'shop'])
  const settings = read('--in', folder, '--urlpath', '/x?y', '--listen', '81', '--start', '9')
  const file = path.join(folder, 'cart.js')
  t.strictSame(targetsFromFlags(['cart.js'], settings)[0],
    { warmup: 1, cwd: folder, request: { path: '/x?y' }, listen: 81, start: 9, name: 'cart', file })
  t.equal(targetsFromFlags(['slow'], read())[0].start, 10)
})

t.test('what cannot be a target or a request is refused', async (t) => {
  const none = path.join(t.testdir({}), 'none')
  const loadable = 'cannot be loaded: use GET, POST, PUT, PATCH or DELETE'
  const cases = [
    [['--urlpath', 'x'], 'URLPATH=x must begin with a slash'],
    [['--urlpath', '/\\x'], 'URLPATH=/\\x must not have a backslash: write %5C'],
    [['--header', 'Accept'], 'HEADER=Accept must be "name: value"'],
    [['--header', ': a'], 'HEADER=: a must be "name: value"'],
    [['--header', 'a b: c'], 'HEADER=a b: c must be "name: value"'],
    [['--method', 'psot'], `METHOD=PSOT ${loadable}`],
    [['--method', 'head'], `METHOD=HEAD ${loadable}`],
    [['--body', `@${none}`], `BODY=@${none} cannot be read: ENOENT`, 1],
    [['--body', `@${__dirname}`], `BODY=@${__dirname} cannot be read: EISDIR`, 1]
  ]
  for (const [args, expected, code = 2] of cases) {
    const { message, exitCode } = t.throws(() => requestOf(...args))
    t.strictSame([message, exitCode], [expected, code])
  }
  const { message, exitCode } = t.throws(() => targetsFromFlags([], read()))
  t.strictSame([message, exitCode],
    ['No target given. Name a stage, or use APP=../shop/server.js', 2])
})

t.test('a command for one target refuses another', async (t) => {
  const app = read('--app', __filename)
  t.equal(targetFromFlags(undefined, app).file, __filename)
  t.equal(targetFromFlags(undefined, read(), ['fast']).name, 'fast')
  const { message, exitCode } = t.throws(() => targetFromFlags('slow', app))
  t.strictSame([message, exitCode], ['Name one target: slow or APP=', 2])
})

t.test('the request is the default one unless it is given', async (t) => {
  t.equal(requestOf(), undefined)
  t.strictSame(requestOf('--method', 'post', '--body', '{"a": "ä"}'),
    { method: 'POST', body: '{"a": "ä"}' })
})

t.test('headers are lines', async (t) => {
  const headersOf = (text) => requestOf(`--header=${text}`).headers
  t.strictSame(headersOf('\n  A : b:c d \r\n\nX-Empty:\n'), { A: 'b:c d', 'X-Empty': '' })
  t.strictSame(headersOf('A: b\nCookie: c=1\nA: d\nCookie: e=2'), { A: 'b, d', Cookie: 'c=1; e=2' })
})

t.test('a body is a text or a file', async (t) => {
  const folder = t.testdir({ 'order.json': '{"id": "ä"}\n' })
  const file = path.join(folder, 'order.json')
  t.strictSame(requestOf('--body', `@${path.relative('', file)}`),
    { bodyFile: file, body: Buffer.from('{"id": "ä"}\n') }, 'as bytes')
})

'use strict'

// Which functions are hot, and whose they are.

const path = require('node:path')
const t = require('tap')
const { frameOwner, isInTimer } = require('../frames/frames')
const { hottestPlace } = require('../frames/place')

const frame = (name, file = `/app/${name}.js`) => ({ name, file, line: 1 })
const a = frame('a')
const b = frame('b')
const c = frame('c')
const d = frame('d')

t.test('the hottest function of your code has what packages do for it', async (t) => {
  const inPackage = frame('p', '/app/node_modules/pkg/x.js')
  const native = frame('n', '')
  const placeOf = (...stacks) => hottestPlace(stacks.map((stack) => ({ stack, weight: 1 })))
  t.strictSame(hottestPlace([
    { stack: [a, inPackage, native], weight: 4 },
    { stack: [a, native], weight: 1 },
    { stack: [inPackage, a], weight: 2 },
    { stack: [a, b], weight: 6 },
    { stack: [inPackage], weight: 7 }
  ]), {
    function: 'a',
    file: a.file,
    line: 1,
    functionLine: 1,
    share: 0.35,
    callee: { name: 'pkg', share: 0.2 }
  })
  const core = ['readFileSync', 'openSync'].map((name) => frame(name, 'node:fs'))
  t.strictSame(placeOf([a, ...core, native]).callee, { name: 'readFileSync of node:fs', share: 1 })
  t.equal(placeOf([inPackage]).file, inPackage.file, 'nothing of your own is hot')
  t.equal(placeOf([native]), undefined)
})

t.test('a job is the hottest function of timers, but not what awaits one', async (t) => {
  const timer = frame('listOnTimeout', 'node:internal/timers')
  const awaiting = frame('runNextTicks', 'node:internal/process/task_queues')
  const samples = [
    { stack: [a], weight: 3 },
    { stack: [timer, b], weight: 2 },
    { stack: [timer, c], weight: 1 },
    { stack: [timer, awaiting, d], weight: 4 }
  ]
  const place = hottestPlace(samples, new Map(), isInTimer)
  t.strictSame([place.function, place.share], ['b', 0.2], 'of all CPU time')
  t.equal(hottestPlace(samples.slice(0, 1), new Map(), isInTimer), undefined)
})

t.test('the hottest line of a function, or where it calls what takes the most', async (t) => {
  const source = '1\n2\nfunction f () {\n  4\n  spawn(5)\n}\n'
  const file = path.join(t.testdir({ 'x.js': source }), 'x.js')
  const f = { name: 'f', file, line: 3 }
  const spawn = frame('spawn', 'node:child_process')
  const lines = new Map([[f, new Map([[3, 1], [4, 7], [5, 2]])]])
  const lineOf = (self, called) => {
    const samples = [{ stack: [f], weight: self }, { stack: [f, spawn], weight: called }]
    return hottestPlace(samples, lines).line
  }
  t.equal(lineOf(4, 6), 4)
  t.equal(lineOf(2, 8), 5)
  t.equal(hottestPlace([{ stack: [a, spawn], weight: 1 }]).line, 1, 'there is no source')
})

t.test('a function without a name is called by what it is for', async (t) => {
  const nameless = frame('(anonymous)')
  const http = [frame('parserOnIncoming', 'node:_http_server'), frame('emit', 'node:events')]
  const role = (...callers) => hottestPlace([{ stack: [...callers, nameless], weight: 1 }]).function
  t.equal(role(...http), 'request handler')
  t.equal(role(...http, frame('next', '/app/node_modules/express/router.js')),
    'function called by express')
  t.equal(role(frame('emit', 'node:events')), 'event listener')
  t.equal(role(frame('listOnTimeout', 'node:internal/timers')), 'callback of a timer')
  t.equal(role(frame('runMicrotasks', '')), 'async function')
  t.equal(role(frame('processTicksAndRejections', 'node:internal/process/task_queues')),
    'async function')
  t.equal(role(a), 'function called by a')
  t.equal(role(frame('afterOpen', 'node:fs')), 'callback of afterOpen')
})

t.test('or by the line where it begins', async (t) => {
  const lines = [
    "app.get('/users/:id', async (req) => find(req))",
    'server.on("request", (req, res) => {',
    'setInterval(() => sweep(), 1000)',
    'const names = list.map((item) => item.name)',
    `app.get('/packed',()=>1)${' '.repeat(200)}`
  ]
  const file = path.join(t.testdir({ 'server.js': lines.join('\n') }), 'server.js')
  const roles = lines.map((_, i) => {
    const nameless = { ...frame('(anonymous)', file), line: i + 1 }
    return hottestPlace([{ stack: [a, nameless], weight: 1 }]).function
  })
  t.strictSame(roles, [
    'handler of GET /users/:id',
    'listener of "request"',
    'callback of setInterval',
    'function called by a',
    'function called by a'
  ])
})

t.test('a frame is owned by your code, a dependency, Node.js or V8', async (t) => {
  const owners = {
    '/p/slow/util.js': 'your code',
    '/p/node_modules/restify/lib/server.js': 'restify',
    '/p/node_modules/@a/b/node_modules/@cc/dd/x.js': '@cc/dd',
    'C:\\p\\node_modules\\@cc\\dd\\x.js': '@cc/dd',
    'node:events': 'Node.js core',
    '': 'V8/native',
    'evalmachine.<anonymous>': 'V8/native'
  }
  for (const [file, owner] of Object.entries(owners)) t.equal(frameOwner({ file }), owner, file)
})

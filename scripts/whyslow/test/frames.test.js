'use strict'

// Which functions are hot, and whose they are.

const path = require('node:path')
const t = require('tap')
const { hottestPlace } = require('../frames/place')
const { heapSamples, judge } = require('../internals')
const { profileOf, watchedEvidence } = require('./made-up')

const BUSY = watchedEvidence({ rate: 100, each: { cpuTime: 990, loop: { active: 990, idle: 0 } } })
const frame = (name, file = `/app/${name}.js`) => ({ name, file, line: 1 })
const a = frame('a')
const b = frame('b')

/** The place that is named for a server that computes, by samples of its CPU. */
function placeOf (...samples) {
  return judge({ ...BUSY, profiles: { cpu: profileOf(samples) } }).first.place
}

t.test('the hottest function of your code has what packages do for it', async (t) => {
  const inPackage = frame('p', '/app/node_modules/pkg/node_modules/@a/b/x.js')
  const native = frame('n', '')
  t.strictSame(placeOf(
    { stack: [a, b], weight: 6 },
    { stack: [a, native, inPackage, native], weight: 4 },
    { stack: [a, native], weight: 1 },
    { stack: [inPackage, a], weight: 2 },
    { stack: [inPackage], weight: 7 }
  ), {
    function: 'a',
    file: a.file,
    line: 1,
    functionLine: 1,
    share: 0.35,
    callee: { name: '@a/b', share: 0.2 }
  })
  const core = ['readFileSync', 'openSync'].map((name) => frame(name, 'node:fs'))
  const { callee } = placeOf({ stack: [a, ...core, native], weight: 1 })
  t.strictSame(callee, { name: 'readFileSync of node:fs', share: 1 })
  t.equal(placeOf({ stack: [inPackage], weight: 1 }).file, inPackage.file, 'none of your own')
  const beside = (weight) => placeOf({ stack: [a], weight }, { stack: [inPackage], weight: 100 })
  t.strictSame([beside(1).file, beside(2).file], [inPackage.file, a.file], 'from 1 % on')
  const own = [{ stack: [a], weight: 2 }, { stack: [a, inPackage], weight: 1 }]
  t.equal(placeOf(...own).callee, undefined, 'most of it is its own time')
  t.equal(placeOf({ stack: [frame('emit', 'node:events'), native], weight: 1 }), undefined)
})

t.test('memory that V8 allocates is of its caller, and has the name of its function', async (t) => {
  const nodeOf = ({ name, file }, selfSize, ...children) => {
    const callFrame = { functionName: name, url: file, lineNumber: 0, columnNumber: 0 }
    return { callFrame, selfSize, children }
  }
  const head = nodeOf(a, 1, nodeOf(frame('race', ''), 9), nodeOf(frame('(V8 API)', ''), 5))
  const place = hottestPlace(heapSamples(head))
  t.strictSame([place.function, place.share, place.callee], ['a', 1, { name: 'race', share: 0.6 }])
})

t.test('the hottest line of a function, or where it calls what takes the most', async (t) => {
  const source = '1\n2\nfunction f () {\n  4\n  spawn(5)\n  end(6)\n  end(7)\n}\n'
  const file = path.join(t.testdir({ 'x.js': source }), 'x.js')
  const f = { name: 'f', file, line: 3 }
  const ticksOf = (self) => [{ line: 3, ticks: 1 }, { line: 4, ticks: self - 1 }]
  const spawn = frame('spawn', 'node:child_process')
  const end = frame('end', 'node:_http_outgoing')
  const lineOf = (self, called, callee = spawn) => placeOf(
    { stack: [{ ...f, ticks: ticksOf(self) }], weight: self },
    ...Array(called).fill({ stack: [f, callee], weight: 1 })
  ).line
  t.equal(lineOf(4, 6), 4)
  t.equal(lineOf(2, 8), 5)
  t.equal(lineOf(2, 8, end), 3, 'two lines call it')
})

t.test('a function without a name is called by its first line, or by who calls it', async (t) => {
  const emit = frame('emit', 'node:events')
  const http = [frame('parserOnIncoming', 'node:_http_server'), emit]
  const cases = [
    ['handler of GET /users/:id', "app.get('/users/:id', async (req) => find(req))", a],
    ['listener of "request"', 'server.on("request", (req, res) => {', a],
    ['function called by a', `app.get('/packed',()=>1)${' '.repeat(200)}`, a],
    ['request handler', '', ...http],
    ['function called by express', '', ...http, frame('next', '/node_modules/express/router.js')],
    ['event listener', '', emit],
    ['request handler', '', http[0]],
    ['callback of setInterval', 'setInterval(() => {', a],
    ['function called by a', '', a, frame('n', '')],
    ['async function', ''],
    ['async function', '', frame('processTicksAndRejections', 'node:internal/process/task_queues')],
    ['callback', '', frame('(anonymous)', '/app/a.js')],
    ['callback of oncomplete', '', frame('oncomplete', 'node:fs')],
    ['callback of a timer', '', frame('listOnTimeout', 'node:internal/timers')]
  ]
  const text = cases.map(([, line]) => line).join('\n')
  const file = path.join(t.testdir({ 'server.js': text }), 'server.js')
  for (const [i, [role, , ...callers]] of cases.entries()) {
    const nameless = { ...frame('', file), line: i + 1 }
    const rare = { stack: [frame('rare'), nameless], weight: 1 }
    t.equal(placeOf(rare, { stack: [...callers, nameless], weight: 2 }).function, role)
  }
})

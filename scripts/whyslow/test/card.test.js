'use strict'

// What a diagnosis looks like in a terminal.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { format } = require('..')

const expected = (name) => fs.readFileSync(path.join(__dirname, `expected/${name}.txt`), 'utf8')
const LEAK = 'memory leak'
const ROOT = path.resolve('/home/me')

/** A test in a terminal of so many columns, or in one that does not know them. */
function test (name, run, columns = 0) {
  t.test(name, async (t) => {
    t.intercept(process.stdout, 'columns', { value: columns })
    run(t)
  })
}

const findingOf = (verdict, more = {}) => ({ verdict, figure: 'much', next: 'find it', ...more })
const fileOf = (name) => path.join(ROOT, 'shop', name)
const placeOf = (name, line, more) =>
  ({ function: name, file: fileOf('list.js'), line, share: 0.59, ...more })
const listenersOf = (event, location) => ({ emitter: 'Server', event, listeners: 1234, location })
const judgedBy = [
  { fact: 'gcShare', value: 0.17, from: 0.25 },
  { fact: 'elu', value: 0.7, below: 0.9 }
]
const callee = { name: 'zod', share: 0.5 }
const COST = findingOf('cost grows', {
  shows: 'cpu',
  place: placeOf('find', 37, { functionLine: 29, callee })
})

const STATE = { elu: 0.5, longestPauseMs: 48.123, earlyBytes: 31e6, lateBytes: 33e6 }
const LOADED = {
  facts: { ...STATE, answered: 100, backgroundCores: 0.21 },
  outcome: 'fault',
  first: COST,
  others: [findingOf('slow', { shows: 'cpu', place: placeOf('of a further fault', 5) })],
  close: [findingOf('garbage', { judgedBy })],
  ruledOut: [findingOf('requests fail'), findingOf('leak')],
  notTested: [],
  warnings: ['1 % of the answers were errors'],
  excessListeners: [listenersOf('after', `${fileOf('list.js')}:3`)]
}
const OPTIONS = {
  title: 'shop',
  load: [['load', 'GET /   12 req/s']],
  command: 'make flame-shop',
  root: ROOT
}
const cardOf = (changes, options) =>
  format({ ...LOADED, ...changes }, { ...OPTIONS, ...options })

test('a card: verdict, proof, place, what to do, doubts, what is close, the load', (t) => {
  t.equal(cardOf(), expected('loaded'))
  t.match(cardOf({}, { all: true }), /^ {2}ruled out requests fail, leak$/m)
  t.match(cardOf({ outcome: 'healthy' }), /^✓ /)
  const first = findingOf('CPU-bound', { shows: 'cpu', place: placeOf('f', 14) })
  t.match(cardOf({ first }), /^. shop: CPU-bound, 59 % of it in shop\/list.js:14\n/)
})

test('a leak has its largest holder, however little that keeps, and what allocates it', (t) => {
  const store = {
    name: 'store.sessions of MemoryStore',
    share: 0.2,
    path: 'session → store → sessions',
    place: { name: 'session', file: fileOf('server.js'), line: 12 },
    kinds: [{ kind: 'string', count: 16_765, bytes: 16_765 * 620 }]
  }
  const holders = { holders: [store, { name: 'a smaller one', share: 0.2, kinds: [] }] }
  const first = findingOf(LEAK, { shows: 'memory', place: placeOf('add', 9) })
  t.equal(cardOf({ holders, first, others: [] }), expected('leak'))
})

test('a running process has its routes with the most time, and two events', (t) => {
  const route = (name, requests, time) => ({ name, requests, time })
  const from = [{ function: 'g', file: fileOf('a.js'), line: 3 }]
  const diagnosis = {
    running: { script: fileOf('server.js'), node: 'v26.10.0' },
    took: 12.5,
    paused: 12, // ms
    facts: {
      ...STATE,
      answered: 20_000,
      latencyMs: 5.123,
      latencyP99Ms: 12.34,
      threadCores: 0.95,
      inProgress: 1
    },
    workerThreads: [
      { script: fileOf('resize.js'), cores: 0.9 },
      { script: '/idle.js', cores: 0.05 }
    ],
    routes: [route('GET /a', 2000, 8000), route('GET /b', 10, 25), route('GET /c', 1, 9), {}],
    excessListeners: [listenersOf('a', '/a.js:3'), listenersOf('b', ''), listenersOf('c', '')],
    untested: [{ option: 'callers', value: true, text: 'shows who asks' }],
    outcome: 'unknown',
    first: findingOf('no fault found', {
      options: [{ option: 'collect', value: true }, { option: 'seconds', value: 60 }]
    }),
    others: [findingOf('slow', { shows: 'calls', place: placeOf('f', 7, { share: 0, from }) })],
    close: [],
    ruledOut: [],
    notTested: [LEAK, 'concurrency without a limit']
  }
  const options = { title: 'pid-7', root: ROOT }
  t.equal(format(diagnosis, options), expected('watched'))
  t.notMatch(format({ ...diagnosis, paused: 9 }, options), /paused/, 'it was not felt')
})

test('the bar of a request names its largest part, however much room it takes', (t) => {
  const time = { calls: [], isLeast: true, isServer: true, requestMs: 1234 }
  for (const part of ['loop', 'files', 'lookups', 'children', 'inside']) {
    const parts = [{ part, share: 0.9 }, { part: 'computing', share: 0.1 }]
    const card = cardOf({ facts: { ...STATE, time: { ...time, parts } } })
    t.match(card, /^ {2}time {6}more than 1,200 ms a request {2}█{9}░ {2}90 % \w+/m, part)
  }
})

test('a card fits the terminal, but for a command; it has no control characters', (t) => {
  const name = '\x1b[2J\x07\b\r\x7f\x9b31m\u202eevent'
  const command = `make flame APP=${'shop/'.repeat(20)}`
  const card = cardOf({ first: { ...COST, verdict: name, figure: name } }, { command })
  const lines = card.split('\n')
  t.strictSame(lines.filter((line) => line.length > 60), [`            ${command}`])
  t.equal(card.match(/\ufffd\[2J\ufffd{4}\ufffd31m\ufffdevent/g).length, 2)
  t.notMatch(card, /(?!\n)\p{Cc}|\u202e/u)
}, 60)

'use strict'

// What a diagnosis looks like in a terminal.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { format } = require('..')
const { formatList, printNotice } = require('../card/lines')

const expected = (name) => fs.readFileSync(path.join(__dirname, `expected/${name}.txt`), 'utf8')
const LEAK = 'memory leak'
const ROOT = path.resolve('/home/me')

/** A test without a terminal, or with one of so many columns. */
function test (name, run, columns) {
  t.test(name, async (t) => {
    t.intercept(process.stdout, 'columns', { value: columns })
    run(t)
  })
}

const findingOf = (verdict, strength = 0, more = {}) =>
  ({ verdict, strength, figure: 'much', next: 'find it', ...more })
const placeOf = (name, line, more) =>
  ({ function: name, file: path.join(ROOT, 'shop/list.js'), line, share: 0.59, ...more })
const listenersOf = (event, location) => ({ emitter: 'Server', event, listeners: 1234, location })
const judgedBy = { fact: 'gcShare', value: 0.17, limit: 0.25 }
const COST = findingOf('cost grows', 3, { shows: 'cpu', place: placeOf('find', 7) })

const STATE = { elu: 0.5, longestPauseMs: 48.123, earlyBytes: 31e6, lateBytes: 33e6 }
const LOADED = {
  facts: { ...STATE, answered: 100, backgroundCores: 0.21 },
  outcome: 'fault',
  first: COST,
  others: [],
  close: [findingOf('garbage', 0.7, { judgedBy })],
  ruledOut: [findingOf('requests fail', 0.5), findingOf('leak', 0.1)],
  notTested: [],
  warnings: ['1 % of the answers were errors'],
  excessListeners: [listenersOf('after', path.join(ROOT, 'shop/list.js:3'))]
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
  t.match(cardOf({}, { all: true }), /^ {2}clear {5}requests fail, leak$/m)
  const options = [{ option: 'collect', value: true }, { option: 'seconds', value: 60 }]
  const longer = cardOf({ first: findingOf('?', 0, { options }) }, { command: undefined })
  t.match(longer, /^ {2}do {8}find it: --collect or --seconds 60$/m)
})

test('an outcome has a sign, and of a cost that is explained its place', (t) => {
  t.match(cardOf({ outcome: 'healthy' }), /^✓ /)
  t.match(cardOf({ outcome: 'unknown' }), /^\? /)
  const first = findingOf('CPU-bound', 0, { shows: 'cpu', place: placeOf('f', 14) })
  t.match(cardOf({ first }), /^. shop: CPU-bound, 59 % of it in shop\/list.js:14\n/)
})

test('a leak has what holds the memory, and what allocates it', (t) => {
  const holders = {
    holders: [{
      name: 'store.sessions of MemoryStore',
      share: 0.91,
      path: 'session → store → sessions',
      place: { name: 'session', file: path.join(ROOT, 'shop/server.js'), line: 12 },
      kinds: [{ kind: 'string', count: 16_765, bytes: 16_765 * 620 }]
    }]
  }
  const place = placeOf('add', 9)
  const card = cardOf({ holders, first: findingOf(LEAK, 2, { shows: 'memory', place }) })
  t.equal(card, expected('leak'))
})

test('the largest holder is shown, however little it keeps; another one is not', (t) => {
  const holders = ['cache', 'list'].map((name) => ({ name, share: 0.2, kinds: [] }))
  const card = cardOf({ holders: { holders }, first: findingOf(LEAK, 2) })
  t.match(card, / held by {3}cache {30}██░+ {2}20 % of what is kept\n {2}listeners/)
})

test('a place may be a long function, and call what takes the most, or have callers', (t) => {
  const where = (more, shows = 'cpu') => {
    const card = cardOf({ first: { ...COST, shows, place: placeOf('f', 37, more) } })
    return card.match(/ {2}where[^]*?(?=\n {2}\w)/)[0].replaceAll(/ {2,}/g, ' ')
  }
  t.match(where({ functionLine: 29, callee: { name: 'zod', share: 0.5 } }),
    /\n the function begins at line 29; 50 % in zod, which it calls$/)
  const from = [{ function: 'g', file: path.join(ROOT, 'a.js'), line: 3 }]
  t.equal(where({ share: undefined, from }, 'calls'),
    ' where shop/list.js:37 f\n called by a.js:3 g')
})

test('a further fault has its figure, and its place where the verdict has none', (t) => {
  const others = [findingOf('slow', 2, { shows: 'cpu', place: placeOf('g', 5) })]
  t.match(cardOf({ others }), /\n {2}also {6}slow: much\n {2}doubt/)
  t.match(cardOf({ others, first: findingOf('cost grows', 3) }),
    /\n {2}also {6}slow: much\n {2}where {5}shop\/list.js:5 g/)
})

test('a running process has its routes with the most time, and two events', (t) => {
  const route = (name, requests, time) => ({ name, requests, time })
  const facts = {
    ...STATE,
    answered: 20_000,
    latencyMs: 5.123,
    latencyP99Ms: 12.34,
    threadCores: 0.95,
    inProgress: 1
  }
  const diagnosis = {
    running: { script: path.join(ROOT, 'shop/server.js'), node: 'v26.10.0' },
    took: 12.5,
    facts,
    workerThreads: [
      { script: path.join(ROOT, 'shop/resize.js'), cores: 0.9 },
      { script: '/idle.js', cores: 0.05 }
    ],
    routes: [route('GET /a', 2000, 8000), route('GET /b', 10, 25), route('GET /c', 1, 9), {}],
    excessListeners: [listenersOf('a', '/a.js:3'), listenersOf('b', ''), listenersOf('c', '')],
    untested: [{ option: 'callers', value: true, text: 'shows who asks' }],
    outcome: 'fault',
    first: findingOf('leak'),
    others: [],
    close: [],
    ruledOut: [],
    notTested: [LEAK, 'concurrency without a limit']
  }
  t.equal(format(diagnosis, { title: 'pid-7', root: ROOT }), expected('watched'))
  const folder = fs.realpathSync(t.testdir({ 'package.json': '{}', lib: { 'server.js': '' } }))
  const script = path.join(folder, 'lib/server.js')
  const running = { ...diagnosis.running, script, folder: '/' }
  const elsewhere = format({ ...diagnosis, running }, { title: 'pid-7' })
  t.match(elsewhere, /^ {2}watched {3}lib\/server\.js /m, 'relative to its package')
})

test('a card fits the terminal, is coloured, and has no control characters in it', (t) => {
  const { layOut } = t.mockRequire('../card/lines', {
    'node:util': { styleText: (style, text) => `<${style}>${text}</>` }
  })
  const lines = [['x', 'a\nb cdefghijk'], ['', ''], ['doubt', 'c d e f']]
  t.equal(layOut('a$&b', 'fault', 'c onetwothreefourfive', 'much', lines), [
    '<red><bold>✗ a$&b: c</></>', '<red><bold>  onetwothreefourfiv</></>', '<red><bold>  e</></>',
    '  much', '',
    '  <bold>x         </>a', '  <bold>          </>b', '  <bold>          </>cdefgh',
    '  <bold>          </>ijk', '  <bold>          </>',
    '  <bold>doubt     </><yellow>c d e</>', '  <bold>          </><yellow>f</>'
  ].join('\n'))
  const name = '\x1b[2J\x07\b\r\x7f\x9b31m\u202eevent'
  const text = cardOf({ first: findingOf(name, 1, { figure: name }) })
  t.equal(text.replaceAll(/\s+/g, '').match(/\ufffd\[2J\ufffd{4}\ufffd31m\ufffdevent/g).length, 2)
  t.notMatch(text, /(?!\n)\p{Cc}|\u202e/u)
}, 18)

test('a command is never broken, and a bar without room has a line of its own', (t) => {
  const command = `make flame APP=${'shop/'.repeat(20)}`
  const place = placeOf('a'.repeat(30), 7, { share: 1 })
  const card = cardOf({ first: { ...COST, place } }, { command })
  t.ok(card.includes(`\n            ${command}\n`))
  t.match(card, /\n {2}where {5}shop\/list\.js:7 a+\n {12}█{10} {2}100 % of CPU time\n/)
})

test('a notice wraps between words in a terminal, but for an indented line', (t) => {
  const printed = t.capture(console, 'error')
  const terminal = { isTTY: { value: true }, columns: { value: 12 } }
  for (const [name, value] of Object.entries(terminal)) t.intercept(process.stderr, name, value)
  printNotice('a port that is LISTENING:\n  kill -USR1 4242')
  t.strictSame(printed()[0].args, ['a port that\nis\nLISTENING:\n  kill -USR1 4242'])
})

test('the list leaves out npm and whyslow, and ends with the next command', (t) => {
  const processOf = (pid, script) =>
    ({ pid, script, cores: 0.5, bytes: 31e6, ports: [3000], user: 'me' })
  const scripts = ['npm exec whyslow', '/bin/whyslow', 'dist/whyslow.js', 'shop.js', 'b.js']
  const processes = scripts.map((script, i) => processOf(i, script))
  const list = formatList(processes, (pid) => `node - ${pid} < whyslow.js`)
  t.equal(list.replaceAll(/ +/g, ' '), `\
pid CPU memory port user script
 3 50 % 31 MB 3000 me shop.js
 4 50 % 31 MB 3000 me b.js

To watch the first of them:

 node - 3 < whyslow.js`)
  t.equal(formatList([], String), 'no process of Node.js that you may see')
})

'use strict'

// What a diagnosis looks like in a terminal.

const path = require('node:path')
const t = require('tap')
const { format } = require('..')

const LEAK = 'memory leak'
const STALLED = 'event loop stalled by a job beside the requests'
const ROOT = path.resolve('/home/me')

/** A test without a terminal, or with one of so many columns. */
function test (name, run, columns) {
  t.test(name, async (t) => {
    t.intercept(process.stdout, 'columns', { value: columns })
    run(t)
  })
}

const findingOf = (verdict, strength = 0, figure = 'much') =>
  ({ verdict, strength, figure, next: 'find it' })
const frameOf = (name, line) =>
  ({ frame: { name, file: path.join(ROOT, 'shop/list.js'), line }, share: 0.9, self: 0.81 })

const LOADED = {
  facts: { answered: 100, inProgress: 50, backgroundCpu: 0.21 },
  first: findingOf('cost grows', 3, '6 × the CPU time'),
  others: [],
  ruledOut: [findingOf('requests fail', 0.5), findingOf('garbage', 0.51, '15 % of the time')],
  notTested: [],
  hottestFrame: { ...frameOf('find', 7), self: 0.2, callee: { name: 'zod', share: 0.7 } },
  keptFrame: frameOf('(anonymous)', 9),
  jobFrame: frameOf('rebuild', 5)
}
const listenersOf = (event, location) => ({ emitter: 'Server', event, listeners: 1234, location })
const OPTIONS = {
  title: 'shop',
  lines: [['loaded', 'GET /']],
  warnings: ['1 % of the answers were errors'],
  excessListeners: [listenersOf('after', path.join(ROOT, 'shop/list.js:3'))],
  command: 'make flame-shop',
  root: ROOT
}
const cardOf = (changes, options) => format({ ...LOADED, ...changes }, { ...OPTIONS, ...options })

test('a card has verdict, load, evidence, your code, what was ruled out, next', (t) => {
  t.equal(cardOf(), `shop: cost grows

loaded      GET /
evidence    6 × the CPU time
listeners   1,234 of "after" on Server, added at shop/list.js:3
in progress 50 requests
your code   20 % of the CPU time is in find, shop/list.js:7, and 70 % in zod,
            which it calls
ruled out   requests fail, garbage (15 % of the time)
warning     1 % of the answers were errors
warning     other programs used 21 % of a core. Close them and diagnose again
next        make flame-shop: find it`)
  const quiet = { facts: { inProgress: 1, backgroundCpu: 0.2 }, ruledOut: [] }
  t.notMatch(cardOf({ ...quiet, hottestFrame: undefined }, { command: undefined }),
    /in progress|your code|ruled out|programs|make/)
  t.match(cardOf({ notTested: ['thread pool'] }), /^not tested {2}thread pool\nwarn/m)
  const bare = format(LOADED, { title: 'shop' })
  t.match(bare, /^evidence +6 ×[^]*your code +20 % of the CPU time is in find, \/home\/me\/shop/m)
})

test('a leak has the function that allocates, wherever the leak stands', (t) => {
  const leak = findingOf(LEAK, 2)
  for (const changes of [{ first: leak }, { others: [leak] }]) {
    t.match(cardOf(changes),
      /^kept +90 % of it is allocated in an anonymous function, shop\/list.js:9, or\n +in what/m)
  }
  t.match(cardOf({ others: [leak] }), /^evidence .*\nalso +memory leak: much\n/m)
  t.notMatch(cardOf({ first: leak, keptFrame: undefined }), /^kept/m)
})

test('a stall has its job', (t) => {
  const stalled = { first: findingOf(STALLED, 2) }
  const job = 'job +81 % of the CPU time is in rebuild, shop/list.js:5'
  t.match(cardOf(stalled), new RegExp(`\n${job}\nyour code +20 % .* is in find, `))
  const { jobFrame } = LOADED
  t.match(cardOf({ ...stalled, hottestFrame: jobFrame }), new RegExp(`\n${job}\nruled out`))
  t.notMatch(cardOf(), /rebuild/, 'it stalls nothing')
})

test('your code has a callee only if that takes more', (t) => {
  const shown = (changes) => {
    const hottestFrame = { ...LOADED.hottestFrame, ...changes }
    return cardOf({ hottestFrame }).match(/^your code.*/m)?.[0]
  }
  const alone = 'your code   20 % of the CPU time is in find, shop/list.js:7'
  t.equal(shown({ callee: { name: 'zod', share: 0.1 } }), alone)
  t.equal(shown({ callee: undefined }), alone)
  t.equal(shown({ share: 0.009 }), undefined)
})

test('a running server has its routes with the most time, and two events', (t) => {
  const route = (name, requests, time) => ({ name, requests, time })
  const facts = {
    isWatched: true,
    answered: 20_000,
    latency: 5.123,
    elu: 0.5,
    threadCpu: 0.95,
    inProgress: 1,
    collections: 4
  }
  const diagnosis = {
    running: { script: path.join(ROOT, 'shop/server.js'), node: 'v26.10.0' },
    took: 12.5,
    facts,
    routes: [route('GET /a', 2000, 8000), route('GET /b', 10, 25), route('GET /c', 1, 9), {}],
    excessListeners: [listenersOf('a', '/a.js:3'), listenersOf('b', ''), listenersOf('c', '')],
    untested: ['LISTENERS=1 looks for listeners'],
    first: findingOf('healthy'),
    others: [],
    ruledOut: [],
    notTested: [LEAK, 'concurrency without a limit']
  }
  const watched = (changes) =>
    format({ ...diagnosis, ...changes }, { title: 'pid-7', root: ROOT })
  t.equal(watched(), `pid-7: healthy

watched     shop/server.js (Node.js v26.10.0) for 13 s: 1,600 req/s, half of
            them within 5.1 ms of being read; event loop busy for 50 % of the
            time
routes      GET /a 2,000 × 4 ms, GET /b 10 × 2.5 ms, GET /c 1 × 9 ms
threads     other threads of the process use 0.95 cores: worker threads, the
            thread pool or garbage collection; what they do is not watched
evidence    much
listeners   1,234 of "a" on Server, added at /a.js:3
listeners   1,234 of "b" on Server
not tested  memory leak, concurrency without a limit: make diagnose APP=… tests
            them
            a memory leak is judged by five garbage collections: COLLECT=1
            forces them
            LISTENERS=1 looks for listeners
next        find it`)
  const idle = { facts: { ...facts, answered: 0, threadCpu: 0.39 }, routes: [] }
  const without = watched({ ...idle, running: { script: 'server.js', node: 'v26.10.0' } })
  t.match(without,
    /^watched +server.js \(Node\S+ v26\S+ for 13 s: 0 req\/s; event [^]*\nroutes +none\nevi/m)
  t.match(without, /^not tested {2}memory leak, concurrency without a limit\n {12}LISTENERS/m)
  const collected = { facts: { ...facts, collections: 5 } }
  for (const changes of [collected, { notTested: ['the others'] }]) {
    t.match(watched(changes), /tests\s+them\n {12}LISTENERS/)
  }
})

test('a card fits the terminal, with names in bold and warnings in yellow', (t) => {
  const { layOut } = t.mockRequire('../card/lines', {
    'node:util': { styleText: (style, text) => `<${style}>${text}</>` }
  })
  const facts = [['x', 'a\nb cdefghijk'], ['', ''], ['warning', 'c d e f']]
  t.equal(layOut('a$&b', '$& c onetwothreefourfive', facts), [
    '<bold>a$&b</>: $& c', 'onetwothreefourfiv', 'e', '',
    '<bold>x           </>a', '<bold>            </>b', '<bold>            </>cdefgh',
    '<bold>            </>ijk', '<bold>            </>',
    '<bold>warning     </><yellow>c d e</>', '<bold>            </><yellow>f</>'
  ].join('\n'))
}, 18)

test('control characters in names do not reach the terminal', (t) => {
  const name = '\x1b[2J\x07\b\r\x7f\x9b31m\u202eevent'
  const text = cardOf({ first: findingOf(name, 1, name) })
  t.equal(text.match(/\ufffd\[2J\ufffd{4} *\ufffd31m\ufffdevent/g).length, 2)
  t.notMatch(text, /(?!\n)\p{Cc}|\u202e/u)
})

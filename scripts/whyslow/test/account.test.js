'use strict'

// Where the time of a request goes, by looks that are made up.

const t = require('tap')
const { readAccount } = require('../judge/account')

const PEER = 'db:1'
const LOOK = {
  time: 2000,
  late: 0,
  oldest: 1900,
  requests: 10,
  before: 0,
  clients: 0,
  open: {},
  connecting: {},
  others: {}
}

/** An interval of 10 s in which 100 requests came, and so many looks that are the same. */
function accountOf (look, { count = 40, peer, ...interval } = {}) {
  const calls = { trips: 100, others: 0, connects: 0, failures: {}, ...peer }
  const looks = Array(count).fill({ ...LOOK, ...look })
  return readAccount([{
    isServer: true,
    looks,
    time: 10_000,
    cpuTime: 100,
    gcTime: 0,
    loop: { active: 0, idle: 10_000 },
    served: 100,
    answered: 100,
    ended: 0,
    serviceTime: 0,
    peers: { [PEER]: calls },
    ...interval
  }])
}

/** The parts as text, such as `calls 300`. */
const partsOf = ({ parts }) =>
  parts.filter(({ ms }) => ms > 0).map(({ part, ms }) => `${part} ${Math.round(ms)}`)

t.test('the means divide the time of a request: ten at 10 req/s take a second', async (t) => {
  for (const [look, expected] of [
    [{}, ['inside 1000']],
    [{ open: { [PEER]: 3 } }, ['inside 700', 'calls 300']],
    [{ connecting: { [PEER]: 3 } }, ['inside 700', 'calls 300']],
    [{ open: { [PEER]: 30 } }, ['calls 1000']], // three at once for each request
    [{ open: { [PEER]: 10 }, others: { child: 10 } }, ['calls 500', 'children 500']],
    [{ clients: 4, others: { file: 1, lookup: 2 } },
      ['clients 400', 'inside 300', 'lookups 200', 'files 100']],
    [{ others: { 'thread pool': 4 } }, ['inside 600', 'files 400']],
    [{ shared: PEER }, ['calls 1000']]
  ]) t.strictSame(partsOf(accountOf(look)), expected, JSON.stringify(look))
})

t.test('a request computes, waits for the event loop, or for another thread', async (t) => {
  const loop = { active: 5_000, idle: 5_000 }
  t.strictSame(partsOf(accountOf({}, { loop, cpuTime: 5_000 })), ['inside 1000', 'computing 50'])
  // As it arrives, and when the answer of its call has come.
  t.strictSame(partsOf(accountOf({ late: 101, open: { [PEER]: 5 } })),
    ['inside 500', 'calls 400', 'loop 200'])
  t.strictSame(partsOf(accountOf({}, { cpuTime: 9_000 })), ['inside 910', 'threads 90'])
})

t.test('a peer that is used up to a limit, unless its connection is shared', async (t) => {
  const few = { open: { [PEER]: 2 } }
  t.equal(accountOf(few).pool, PEER)
  t.equal(accountOf({ open: { [PEER]: 6 } }).pool, undefined, 'most requests are in a call')
  t.equal(accountOf(few, { peer: { trips: 40 } }).pool, undefined, 'few requests call it')
  t.equal(accountOf({ ...few, shared: PEER }).pool, undefined)
  const { calls: [call] } = accountOf(few)
  t.strictSame([call.perRequest, call.perSecond, call.lastMost], [1, 10, 2])
  t.equal(Math.round(call.eachMs), 200)
})

t.test('the requests that have ended tell their time, unless others take longer', async (t) => {
  const ended = { ended: 100, serviceTime: 120_000 }
  t.equal(accountOf({}, ended).requestMs, 1200)
  t.equal(accountOf({ oldest: -1000 }, ended).requestMs, 1000, 'one waits for 3 s')
})

t.test('requests from before, few looks, no answer', async (t) => {
  t.equal(accountOf({}, { count: 19 }), undefined)
  t.equal(accountOf({ requests: 0 }), undefined)
  const { isLeast, requestMs } = accountOf({}, { served: 0, answered: 0 })
  t.strictSame([isLeast, requestMs], [true, 100], 'the oldest is there for 100 ms')
})

t.test('a process without HTTP computes, asks others, or is idle', async (t) => {
  const job = { isServer: false, loop: { active: 2_000, idle: 8_000 } }
  const { parts } = accountOf({ requests: 1, oldest: 0, open: {} }, job)
  t.strictSame(parts.slice(0, 2).map(({ part, share }) => `${part} ${share.toFixed(2)}`),
    ['inside 0.80', 'computing 0.20'])
  const asking = accountOf({ requests: 1, oldest: 0, open: { [PEER]: 1 } }, job)
  t.equal(asking.parts[0].part, 'calls')
})

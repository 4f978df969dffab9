'use strict'

// Where the time of a request goes, by looks that are made up.

const t = require('tap')
const { readAccount } = require('../judge/account')
const { readTime } = require('../judge/time')

const PEER = 'db:1'
const LOOK = {
  time: 2000,
  late: 0,
  oldest: 1900,
  connections: 20,
  requests: 10,
  before: 0,
  clients: 0,
  open: {},
  connecting: {},
  others: {}
}

/** Intervals of 10 s in which 100 requests came, with so many looks that are the same. */
function intervalsOf (look, { count = 40, intervals = 1, peer, ...interval } = {}) {
  const calls = { trips: 100, others: 0, connects: 0, failures: {}, ...peer }
  const looks = Array(count).fill({ ...LOOK, ...look })
  return Array(intervals).fill({
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
    unseen: [],
    ...interval
  })
}

const accountOf = (look, options) => readAccount(intervalsOf(look, options))

/** So many looks of each kind, one kind after the other. */
function looksOf (...kinds) {
  return kinds.flatMap(([count, look]) => Array(count).fill({ ...LOOK, ...look }))
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
  t.equal(accountOf({ late: 101 }).requestMs, 1100)
  const many = { served: 10_000, answered: 10_000 } // 100 while the event loop is late
  t.strictSame(partsOf(accountOf({ late: 101 }, many)), ['loop 20', 'inside 10'], 'on 20 sockets')
  t.strictSame(partsOf(accountOf({}, { cpuTime: 9_000 })), ['inside 910', 'threads 90'])
  t.strictSame(partsOf(accountOf({}, { cpuTime: 4_000 })), ['inside 960', 'threads 40'])
  const collecting = { cpuTime: 9_000, gcTime: 8_000 }
  t.strictSame(partsOf(accountOf({}, collecting)), ['inside 1000'], 'these threads collect garbage')
})

t.test('how long each call takes, how many there are, and how many fail', async (t) => {
  const peer = { others: 50, failures: { ECONNRESET: 2 } }
  const look = { open: { [PEER]: 3, 'b:1': 5 }, connecting: { [PEER]: 1 } }
  const { calls: [other, call] } = accountOf(look, { peer, intervals: 2 })
  t.equal(other.peer, 'b:1', 'the one that takes the most of a request')
  const { eachMs, perRequest, perSecond, open, failed, failures, isConnecting, ms } = call
  const figures = [eachMs, perRequest, perSecond, open, failed, ms].map((value) => value.toFixed(1))
  t.strictSame(figures, ['300.0', '1.0', '10.0', '4.0', '4.0', '400.0'])
  t.strictSame([failures, isConnecting], [{ ECONNRESET: 4 }, false])
  const isOpening = (open, connecting) =>
    accountOf({ open: { [PEER]: open }, connecting: { [PEER]: connecting } }).calls[0].isConnecting
  t.strictSame([isOpening(1, 1), isOpening(1, 2)], [false, true])
  const shared = accountOf({ open: { [PEER]: 3 }, shared: PEER }, { peer: { others: 100 } })
  const [{ eachMs: each, perRequest: two, ms: all }] = shared.calls
  t.strictSame([each, two, all].map(Math.round), [500, 2, 1000], 'it waits for both of them')
})

t.test('a peer that is used up to a limit, unless its connection is shared', async (t) => {
  const few = { open: { [PEER]: 2 } }
  t.equal(accountOf(few).pool, PEER)
  t.equal(accountOf({ open: { [PEER]: 5 } }).pool, undefined, 'half of the requests are in a call')
  t.equal(accountOf(few, { peer: { trips: 50 } }).pool, PEER)
  t.equal(accountOf(few, { peer: { trips: 40 } }).pool, undefined, 'few requests call it')
  const often = looksOf([10, few], [10, {}], [10, few], [10, {}])
  t.equal(accountOf({}, { looks: often }).pool, PEER, 'none of them is open in between')
  const alternating = Array(20).fill(looksOf([1, few], [1, {}])).flat()
  t.equal(accountOf({}, { looks: alternating }).pool, undefined, 'there is room half of the time')
  const falling = looksOf([10, { open: { [PEER]: 3 } }], [10, { open: { [PEER]: 1 } }], [20, few])
  const [{ mostOpen, lastMost }] = accountOf({}, { looks: falling }).calls
  t.strictSame([mostOpen, lastMost], [3, 2])
  t.equal(accountOf({ ...few, shared: PEER }).pool, undefined)
  const { calls: [call] } = accountOf(few)
  t.strictSame([call.perRequest, call.perSecond, call.lastMost], [1, 10, 2])
  t.equal(Math.round(call.eachMs), 200)
})

t.test('the requests that have ended tell their time, unless others take longer', async (t) => {
  const ended = { ended: 100, serviceTime: 120_000 }
  t.equal(accountOf({}, ended).requestMs, 1200)
  t.equal(accountOf({ oldest: -1000 }, ended).requestMs, 1000, 'all wait for 3 s')
  const oneWaits = looksOf([39, {}], [1, { oldest: -1000 }])
  t.equal(accountOf({}, { ...ended, looks: oneWaits }).requestMs.toFixed(1), '1000.0')
  const noneWaits = looksOf([40, {}], [1, { requests: 0, oldest: 0, time: 9000 }])
  t.equal(accountOf({}, { ...ended, looks: noneWaits }).requestMs, 1200)
  const requestMs = (count, more) =>
    accountOf({}, { ended: count, serviceTime: count * 1200, ...more }).requestMs
  t.strictSame([requestMs(9), requestMs(10)], [1000, 1200], 'too few')
  const loop = { active: 5_000, idle: 5_000 }
  t.equal(requestMs(100, { loop, cpuTime: 5_000 }), 1200, 'computing is part of it')
})

t.test('requests from before, few looks, no answer', async (t) => {
  t.equal(accountOf({}, { count: 19 }), undefined)
  t.equal(accountOf({ requests: 0 }), undefined)
  const { isLeast, inProgress, requestMs } = accountOf({}, { count: 20 })
  t.strictSame([isLeast, inProgress, requestMs], [false, 10, 1000])
  const unanswered = accountOf({}, { served: 0, answered: 0 })
  t.strictSame([unanswered.isLeast, unanswered.requestMs], [true, 100], 'the oldest is 100 ms old')
  // What those from before wait for is not known.
  const before = { requests: 4, before: 6, open: { [PEER]: 4 } }
  const known = accountOf({}, { looks: looksOf([20, {}], [20, before]) })
  t.strictSame(partsOf(known), ['inside 1000'])
  const few = accountOf({}, { looks: looksOf([19, {}], [20, before]) })
  t.ok(few.parts.find(({ part }) => part === 'calls').ms > 100)
})

t.test('a process without HTTP computes, asks others, or is idle', async (t) => {
  const job = { isServer: false, loop: { active: 2_000, idle: 8_000 } }
  const { parts } = accountOf({ requests: 1, oldest: 0, open: {} }, job)
  t.strictSame(parts.slice(0, 2).map(({ part, share }) => `${part} ${share.toFixed(2)}`),
    ['inside 0.80', 'computing 0.20'])
  const asking = accountOf({ requests: 1, oldest: 0, open: { [PEER]: 1 } }, job)
  t.strictSame([asking.parts[0].part, asking.requestMs], ['calls', 0])
})

t.test('the shares of the time of a request', async (t) => {
  const few = { open: { [PEER]: 2 } }
  const sharesOf = (facts) => {
    const { insideShare, outsideShare, queuedShare, requestMs, requestAloneMs } = facts
    const shares = [insideShare, outsideShare, queuedShare].map((share) => share.toFixed(2))
    return [...shares, Math.round(requestMs), Math.round(requestAloneMs)].join(' ')
  }
  const watched = (look, options) => sharesOf(readTime(intervalsOf(look, options), {}))
  t.equal(watched({}), '1.00 0.00 0.00 1000 1000', 'nothing is known that limits it')
  t.equal(watched(few), '0.80 0.20 0.80 1000 1000', 'a full pool')
  t.equal(watched({}, { cpuTime: 9_000 }), '1.00 0.00 1.00 1000 1000', 'threads')
  t.equal(watched({}, { unseen: ['UDP'] }), '0.00 1.00 0.00 1000 1000')
  t.equal(watched(few, { unseen: ['UDP'] }), '0.80 0.20 0.80 1000 1000')
  const started = (look) => {
    const alone = intervalsOf({ requests: 1, ...look })
    return sharesOf(readTime(intervalsOf({}), { alone }))
  }
  t.equal(started({}), '1.00 0.00 0.90 1000 100', 'it waits inside for a tenth of it alone')
  t.equal(started({ open: { [PEER]: 1 } }), '1.00 1.00 1.00 1000 100', 'alone, it waits outside')
  const busy = readTime(intervalsOf({ late: 101 }, { loop: { active: 5_000, idle: 5_000 } }), {})
  t.strictSame([busy.loopShare.toFixed(3), busy.loopQueueShare.toFixed(3)], ['0.130', '0.087'])
  t.strictSame([busy.inProgress, busy.timeAlone], [10, undefined])
  t.equal(readTime(intervalsOf({}, { isServer: false }), {}).requestMs, undefined)
})

t.test('without an account, the time of quick requests is known', async (t) => {
  const intervals = intervalsOf({ before: 3 }, { count: 9 })
  intervals[0].looks[0] = { ...LOOK, before: 5 }
  const timeOf = (answered, serviceTimeMs) =>
    readTime(intervals, { requests: { answered, serviceTimeMs } })
  const { requestMs, requestAloneMs, loopShare, unanswered } = timeOf(50, 9.9)
  t.strictSame([requestMs, requestAloneMs, loopShare, unanswered], [9.9, 9.9, 1, 3])
  t.strictSame(timeOf(49, 9.9), { unanswered: 3 })
  t.strictSame(timeOf(50, 10), { unanswered: 3 })
  t.strictSame(readTime(intervalsOf({}, { count: 0 }), {}), { unanswered: 0 })
  const alone = intervalsOf({}, { count: 1 })
  t.strictSame(readTime(intervalsOf({}), { alone }), { unanswered: 0 })
})

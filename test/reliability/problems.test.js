'use strict'

// What the checks make of findings that are made up.

const path = require('node:path')
const t = require('tap')
const { listResults } = require('../../scripts/lib/load/saved-results')
const { ROOT } = require('../helpers/project')
const cache = require('./checks/cache')
const compareAccuracy = require('./checks/compare-accuracy')
const conditional = require('./checks/conditional')
const accuracy = require('./checks/diagnose-accuracy')
const servers = require('./checks/diagnose-servers')
const faults = require('./checks/faults')
const { isMalformed } = require('./checks/fuzz')
const probeCost = require('./checks/probe-cost')
const soak = require('./checks/soak')
const watchCost = require('./checks/watch-cost')
const { createResponseChecker } = require('./response-checker')

const RECORDED = path.join(ROOT, 'docs/results')

const clients = { MISS: 1, HIT: 7, REVALIDATED: 2, EXPIRED: 1 }
const copies = { keeps: 'so', clients, server: { 200: 2, 304: 2 }, bodies: 2, oldest: 9, limit: 10 }
const cached = (fault) => ({ caches: [{ ...copies, wrong: 0, ...fault }] })

const contrast = (p) => ({ p, interval: [0.9, 1 / 0.9], deviation: 0.05 })
const contrasts = (wrong) =>
  ({ runs: 4, contrasts: Array.from({ length: 24 }, (_, i) => contrast(i < wrong ? 0.01 : 0.5)) })

const figures = [100, 101, 102, 100, 101, 102]
const costs = (factor) => ({ without: figures, with: figures.map((cost) => cost * factor) })
const rates = (factor) => figures.map((rate) => ({ rate: rate * factor, cost: 1 }))
const watched = (factor) => ({ without: rates(1), plain: rates(1), profiled: rates(factor) })

const growing = (...bInterval) => ({ b: 7, bInterval })
const none = { first: null, last: null }
const growth = { heap: growing(-6, 7), rss: growing(-6, 7) }
const soaked = (fault) => ({ answers: {}, wrong: {}, lost: 0, listeners: none, growth, ...fault })

const BLOCKED = 'event loop blocked by computation'
const LEAK = 'memory leak'
const right = { subject: 'shop', kind: 'compute', strength: 10, node: '26', busy: false }
Object.assign(right, { expected: [BLOCKED], tool: 'diagnose', verdict: BLOCKED })
const healthy = { subject: 'fixed', kind: 'a small answer', strength: undefined }
Object.assign(healthy, { expected: ['healthy'], verdict: 'healthy' })
const busy = { ...right, busy: true }

/** So many right verdicts, and others. */
function trials (count, ...others) {
  const changed = others.map((trial) => ({ ...right, ...trial }))
  return { trials: [...Array(count).fill(right), ...changed] }
}

for (const [name, check, findings, ...problems] of [
  ['counts that add up', cache, cached()],
  ['a copy that was stale', cache, cached({ clients: { ...clients, STALE: 1 } }),
    'a copy is kept so: answers: 12, 1 MISS, 7 HIT, 2 REVALIDATED, 1 EXPIRED, 1 STALE'],
  ['counts that do not add up', cache, cached({ server: { 200: 3, 304: 2 } }),
    '… of these from the server: 3 with 200, 2 with 304, 2 bodies'],
  ['a revalidation that never arrived', cache, cached({ server: { 200: 2, 304: 1 } }),
    '… of these from the server: 2 with 200, 1 with 304, 2 bodies'],
  ['an old copy', cache, cached({ oldest: 12 }),
    '… the oldest copy, since the cache asked: 12 s; it may be 10 s'],

  ['4 differences in 24', compareAccuracy, contrasts(4)],
  ['5 differences in 24', compareAccuracy, contrasts(5), '… that show a difference: 5'],

  ['a known fault that is not found', conditional,
    { settings: { histories: 9 }, servers: [{ server: 'fast', broken: {} }] },
    'fast: 9 histories: nothing is broken; not found: equal tags, other bytes'],

  ['an expectation that fails', faults,
    { faults: [{ fault: 'a flood', expectations: { 'it floats': false, 'it steers': true } }] },
    'a flood: 1 of 2 expectations hold; not: it floats'],

  ['a probe that costs 2 %', probeCost, costs(1.02)],
  ['a probe that costs 5 %', probeCost, costs(1.05),
    'the probe costs: 5 % (95 %: 5 % to 5 %)'],
  ['a watch that costs 4 %', watchCost, watched(0.96)],
  ['a watch that costs 10 %', watchCost, watched(0.9),
    'its profiled part: throughput: -10 % (95 %: -10 % to -10 %)'],

  ['right answers', soak, soaked()],
  ['lost answers', soak, soaked({ lost: 2 }), 'without an answer: 2'],
  ['wrong answers', soak, soaked({ wrong: { 'status 500': 3 } }),
    'wrong answers: 3 times status 500'],
  ['listeners', soak, soaked({ listeners: { first: null, last: 12 } }),
    'most listeners of one event, first and last: at most ten, 12'],
  ['a heap that may grow', soak, soaked({ growth: { ...growth, heap: growing(-6, 8) } }),
    'the heap grows by: 7 bytes a request (95 %: -6 to 8)'],

  ['95 % right verdicts', accuracy, trials(19, { verdict: 'not enough evidence: none' })],
  ['less', accuracy, trials(9, { verdict: LEAK }),
    'started and loaded: 9 of 10 right, 1 × memory leak'],
  ['an accused server', accuracy, trials(19, { ...healthy, verdict: LEAK }),
    'healthy servers accused: 1 of 1'],
  ['Doctor is right more often', accuracy,
    trials(19, { subject: 'inn', verdict: LEAK },
      { subject: 'inn', tool: 'doctor', verdict: 'event-loop' }),
    'inn: started: 0 of 1 right, 1 × memory leak; Doctor: 1 of 1 right'],

  ['95 % right verdicts on servers', servers, trials(19, { verdict: LEAK }, healthy, busy)],
  ['less on servers', servers, trials(9, { verdict: LEAK }),
    'healthy servers, and faults of 10 and 30 times: 9 of 10 right, 1 × memory leak'],
  ['weak faults do not count', servers, trials(9, { strength: 3, verdict: LEAK })],
  ['a wrong verdict on a busy machine', servers, trials(1, busy, { ...busy, verdict: LEAK }),
    'beside a process that uses a core: 1 of 2 right, 1 × memory leak'],
  ['a close figure there', servers,
    trials(1, { ...busy, verdict: `no fault found; close to ${BLOCKED}` })],
  ['another accused server', servers, trials(19, { ...healthy, verdict: LEAK }),
    'healthy servers accused: 1 of 1']
]) {
  t.test(name, async (t) => t.strictSame(check.problems(findings), problems))
}

t.test('the recorded findings have the rows and problems that the docs quote', async (t) => {
  for (const { file, result } of listResults(RECORDED, /^reliability-/)) {
    const check = require(`./checks/${result.kind}`)
    t.strictSame(check.rows(result), result.rows, file)
    t.strictSame(check.problems(result), result.problems, file)
  }
})

t.test('an answer begins with a status line and fields', async (t) => {
  const ok = 'HTTP/1.1 200 OK\r\n'
  for (const answer of ['', `${ok}\r\n`, `${ok}Content-Length: 2\r\nETag: "a"\r\n\r\nhi`]) {
    t.notOk(isMalformed(answer), answer)
  }
  for (const answer of [
    'hello', 'HTTP/1.1 2 OK\r\n\r\n', ok, `${ok}Content-Le`, `${ok}no colon\r\n\r\n`,
    `${ok}X: a\u0001b\r\n\r\n`
  ]) t.ok(isMalformed(answer), answer)
})

const body = (ts, changed) =>
  JSON.stringify({ data: 'ab'.repeat(5000), url: '/seed/v1', ts, ...changed })

for (const [wrong, status, what, tag, context] of [
  ['a tag with other bytes', 200, body(Date.now() - 1), '"a"'],
  ['a body of other content', 200, body(Date.now(), { data: '' }), '"c"'],
  ['a body that is no JSON', 200, '{', '"c"'],
  ['a body that is out of date', 200, body(Date.now() - 7e4), '"c"'],
  ['a 304 that nobody asked for', 304, ''],
  ['a 304 for a stale copy', 304, '', '"a"', { tag: '"a"', isOutdated: true }],
  ['a 304 with a body', 304, 'x', '"b"', { tag: '"b"' }],
  ['status 500', 500, '']
]) {
  t.test(wrong, async (t) => {
    const { checkResponse, findings } = createResponseChecker()
    checkResponse(200, body(Date.now()), {}, { ETag: '"a"' })
    checkResponse(status, what, context ?? {}, { ETag: tag })
    t.strictSame(findings().wrong, { [wrong]: 1 })
  })
}

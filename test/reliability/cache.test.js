'use strict'

const t = require('tap')
const { findNginx } = require('../../docs/labs/overload/nginx')
const { problems, run } = require('./checks/cache')

const skip = !findNginx() && 'nginx is not installed'

t.test('the counts of nginx add up, and nothing is stale', { skip }, async (t) => {
  const findings = await run({ minute: 3 })
  t.strictSame(problems(findings), [])
  const [asSaid, third] = findings.caches.map(({ clients }) => clients)
  for (const clients of [asSaid, third]) t.equal(clients.MISS, 1)
  t.ok(asSaid.EXPIRED >= 2 && !asSaid.REVALIDATED, 'max-age is two minutes, a body lasts one')
  t.ok(third.REVALIDATED > 2 && third.EXPIRED > 2, JSON.stringify(third))
})

t.test('counts that do not add up, and stale copies, are problems', async (t) => {
  const clients = { MISS: 1, HIT: 7, REVALIDATED: 2, EXPIRED: 1 }
  const server = { 200: 2, 304: 2 }
  const good = { keeps: 'so', clients, server, bodies: 2, oldest: 9, limit: 10, wrong: 0 }
  t.strictSame(problems({ caches: [good] }), [])
  for (const [fault, problem] of [
    [{ clients: { ...clients, STALE: 1 } },
      'a copy is kept so: answers: 12, 1 MISS, 7 HIT, 2 REVALIDATED, 1 EXPIRED, 1 STALE'],
    [{ server: { 200: 3, 304: 2 } },
      '… of these from the server: 3 with 200, 2 with 304, 2 bodies'],
    [{ server: { 200: 2, 304: 1 } },
      '… of these from the server: 2 with 200, 1 with 304, 2 bodies'],
    [{ oldest: 12 }, '… the oldest copy, since the cache asked: 12 s; it may be 10 s'],
    [{ wrong: 1 }, '… wrong answers: 1']
  ]) t.strictSame(problems({ caches: [{ ...good, ...fault }] }), [problem])
})

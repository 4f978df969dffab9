'use strict'

const t = require('tap')
const { hasNginx } = require('../../scripts/lib/system/nginx')
const { cache, problems } = require('./cache')
require('../helpers/without-tap-loader')

t.test('nginx before optimized: all adds up, and nothing is stale', { skip: !hasNginx() && 'there is no nginx', timeout: 120_000 }, async (t) => {
  const found = await cache({ minute: 6 })
  t.strictSame(problems(found), [])
  const [told, third] = found.caches.map(({ clients }) => clients)
  for (const clients of [told, third]) t.equal(clients.MISS, 1)
  t.ok(told.EXPIRED >= 2 && !told.REVALIDATED, 'max-age is two minutes, a body lasts one: whatever expires is outdated')
  t.ok(third.REVALIDATED > 2 && third.EXPIRED > 2, JSON.stringify(third))
})

t.test('what does not add up, and what is stale, is said', async (t) => {
  const good = { keeps: 'so', clients: { MISS: 1, HIT: 7, REVALIDATED: 2, EXPIRED: 1 }, server: { 200: 2, 304: 2 }, oldest: 9, limit: 10, wrong: 0 }
  t.strictSame(problems({ caches: [good] }), [])
  t.match(problems({ caches: [{ ...good, clients: { ...good.clients, STALE: 1 }, server: { 200: 3, 304: 1 }, oldest: 12, wrong: 1 }] }), [
    /^kept so: nginx says more than .*STALE/, '1 misses and 1 expired copies are not 3 answers with 200', '2 revalidations are not 1 answers with 304', /12 s after/, '1 wrong'
  ])
})

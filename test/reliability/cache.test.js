'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { hasNginx } = require('../../docs/labs/overload/nginx')
const { run, problems } = require('./checks/cache')
require('../helpers/without-tap-loader')

const skip = !hasNginx() && 'nginx is not installed'

t.test('nginx before optimized: its counts add up, and nothing is stale', { skip, timeout: 120_000 }, async (t) => {
  process.env.TMPDIR = fs.mkdtempSync(path.join(os.tmpdir(), 'with spaces ')) // nginx has its files there
  t.teardown(() => fs.rmSync(process.env.TMPDIR, { recursive: true }))
  const found = await run({ minute: 4 })
  t.strictSame(problems(found), [])
  const [asSaid, third] = found.caches.map(({ clients }) => clients)
  for (const clients of [asSaid, third]) t.equal(clients.MISS, 1)
  t.ok(asSaid.EXPIRED >= 2 && !asSaid.REVALIDATED, 'max-age is two minutes, a body lasts one')
  t.ok(third.REVALIDATED > 2 && third.EXPIRED > 2, JSON.stringify(third))
})

t.test('counts that do not add up, and stale copies, are problems', async (t) => {
  const clients = { MISS: 1, HIT: 7, REVALIDATED: 2, EXPIRED: 1 }
  const good = { keeps: 'so', clients, server: { 200: 2, 304: 2 }, oldest: 9, limit: 10, wrong: 0 }
  t.strictSame(problems({ caches: [good] }), [])
  const bad = { ...good, clients: { ...clients, STALE: 1 }, server: { 200: 3, 304: 1 }, oldest: 12, wrong: 1 }
  t.strictSame(problems({ caches: [bad] }), [
    'kept so: nginx says more than MISS, HIT, REVALIDATED, EXPIRED: STALE',
    'kept so: 1 misses and 1 expired copies are not 3 answers with 200',
    'kept so: 2 revalidations are not 1 answers with 304',
    'kept so: a copy was answered with 12 s after the cache last asked',
    'kept so: 1 wrong answers'
  ])
})

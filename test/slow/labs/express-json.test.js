'use strict'

const t = require('tap')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { request } = require('../../../scripts/lib/system/http-client')
const { fetchNode } = require('../../../scripts/lib/system/node-versions')
const { startServer } = require('../../../scripts/lib/measure/server')
const { small, large } = require('../../../docs/labs/express-json/objects')
const { testLab } = require('../../helpers/lab')

t.before(() => fetchNode('20')) // else the lab would say on stderr that it does

testLab('express-json', {
  tables: ['The object {a: 1}', 'The object {a: 1}, on Node.js 20', 'An object of 550 KB', 'The two steps alone'],
  experiments: ['small', 'small20', 'large', 'steps']
})

for (const name of ['json', 'json-no-etag', 'string']) {
  t.test(`${name} answers with the two objects`, async (t) => {
    const server = await startServer(labServer('express-json', name))
    t.teardown(() => server.stop())
    for (const [path, object] of [['/small', small], ['/large', large]]) {
      const { status, headers, body } = await request(server.url, { path })
      t.equal(status, 200)
      t.equal(headers['content-type'], 'application/json; charset=utf-8')
      t.equal(Number(headers['content-length']), body.length)
      t.strictSame(JSON.parse(body), object)
      t.equal(Boolean(headers.etag), name === 'json', 'an ETag where Express makes one')
    }
    t.equal((await request(server.url, { path: '/none' })).status, 404)
  })
}

t.test('the large object has 550 KB', async (t) => {
  t.equal(Math.round(JSON.stringify(large).length / 1000), 550)
})

'use strict'

// The live page's server in this process: what each answer carries, and what a stream leaves behind.

const { once } = require('node:events')
const http = require('node:http')
const pino = require('pino')
const t = require('tap')
const { SECURITY_HEADERS } = require('../../scripts/lib/live/access')
const { EventLog } = require('../../scripts/lib/live/event-log')
const { serveLivePage } = require('../../scripts/lib/live/live-server')
const { request } = require('../../scripts/lib/system/http-client')
const { waitUntil } = require('../helpers/wait')

t.test('a HEAD request to the stream leaves nothing behind, and neither does a page that is closed', async (t) => {
  let eventLog
  const { stream } = EventLog.prototype
  t.teardown(() => { EventLog.prototype.stream = stream })
  EventLog.prototype.stream = function (...args) {
    eventLog = this
    return stream.apply(this, args)
  }
  const log = pino({ level: 'silent' })
  const live = await serveLivePage({ port: 0, log })
  t.teardown(live.close)
  const [page] = await once(http.get(new URL('events', live.url)), 'response')
  t.equal(eventLog.readers, 1, 'the page itself')
  for (let i = 0; i < 50; i++) await request(live.url, { method: 'HEAD', path: '/events' })
  t.equal(eventLog.readers, 1)
  page.destroy()
  t.ok(await waitUntil(() => eventLog.readers === 0, 5000))
})

t.test('every answer carries the security headers, if it is a refusal, too', async (t) => {
  const live = await serveLivePage({ port: 0, log: pino({ level: 'silent' }) })
  t.teardown(live.close)
  for (const [path, headers, expected] of [['/', {}, 200], ['/none', {}, 404], ['/', { Host: 'evil.example' }, 403]]) {
    const { status, headers: sent } = await request(live.url, { path, headers })
    t.equal(status, expected)
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) t.equal(sent[name.toLowerCase()], value, name)
  }
})

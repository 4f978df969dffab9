'use strict'

// The live page's server in this process: who is refused, what a HEAD request leaves, and how failures are counted.

const http = require('node:http')
const pino = require('pino')
const t = require('tap')
const { refusalReason } = require('../../scripts/lib/live/access')
const { EventLog } = require('../../scripts/lib/live/event-log')
const { serveLivePage } = require('../../scripts/lib/live/server')
const { request } = require('../../scripts/lib/system/http-client')

t.test('the page is admitted by its names, with the port as browsers send it', async (t) => {
  const refused = (port, host, origin) =>
    refusalReason({ method: 'GET', headers: { host, ...(origin && { origin }) } }, port)
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    t.equal(refused(4000, `${name}:4000`, `http://${name}:4000`), null)
    t.equal(refused(80, name, `http://${name}`), null, 'browsers leave out port 80')
    t.equal(refused(80, `${name}:80`, `http://${name}`), null)
    t.match(refused(4000, name), 'has the names')
    t.match(refused(4000, `${name}:80`), 'has the names')
    t.match(refused(80, `${name}:4000`), 'has the names')
    t.match(refused(80, name, `http://${name}:4000`), 'other origins')
    t.match(refused(4000, `${name}:4000`, `http://${name}`), 'other origins')
  }
  t.match(refused(80, 'localhost', 'https://localhost'), 'other origins')
  t.match(refused(80, undefined), 'has the names')
  t.match(refused(80, 'evil.example', 'http://evil.example'), 'has the names')
})

t.test('HEAD requests to the stream leave nothing behind', async (t) => {
  let eventLog
  const { on } = EventLog.prototype
  t.teardown(() => { delete EventLog.prototype.on })
  EventLog.prototype.on = function (...args) {
    eventLog = this
    return on.apply(this, args)
  }
  const log = pino({ level: 'silent' })
  const live = await serveLivePage({ port: 0, log })
  t.teardown(live.close)
  const page = await new Promise((resolve) => http.get(new URL('events', live.url), resolve))
  t.equal(eventLog.listenerCount('entry'), 1, 'the page itself')
  for (let i = 0; i < 50; i++) await request(live.url, { method: 'HEAD', path: '/events' })
  t.equal(eventLog.listenerCount('entry'), 1)
  page.destroy()
})

t.test('a timeout is counted once: as a timeout, not among the other errors', async (t) => {
  const { failures } = await import('../../scripts/lib/live/page/state.js')
  const { finalStatus } = await import('../../scripts/lib/live/page/status.js')
  const counts = { timeouts: 38, errors: 40 }
  t.strictSame(failures([{ result: null, samples: [{ ...counts, unavailable: 3 }] }]),
    { timeouts: 38, unavailable: 3, errors: 2 })
  const result = {
    ...counts,
    statuses: { 503: 4 },
    requests: { average: 5 },
    latency: { p99: 6 },
    server: { listeners: 7, delayP99: 8, heap: 9, cpu: 1 }
  }
  const run = { target: 'slow', result, samples: [], file: 'a file' }
  t.strictSame(failures([run, run]), { timeouts: 76, unavailable: 8, errors: 4 })
  const { detail } = finalStatus({ settings: { targets: ['slow'] }, runs: [run], phase: 'done' })
  t.match(detail, '38 timeouts, 2 other errors, 4 answers 503')
})

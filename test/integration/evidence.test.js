'use strict'

// Each signal of the evidence, on a server that shows it and on one that does not.

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { startServer } = require('../../scripts/lib/measure/server')
const { request } = require('../../scripts/lib/system/http-client')
require('../helpers/without-tap-loader')

let servers = 0

/** Starts a server of this code, collects while `use(server)` sends requests, and gives both. */
async function collect (t, handler, use, before = '') {
  const folder = fs.existsSync(t.testdirName) ? t.testdirName : t.testdir({})
  const file = path.join(folder, `server-${++servers}.js`)
  fs.writeFileSync(file, `const http = require('node:http')\n${before}
    http.createServer(${handler}).listen(process.env.PORT, process.env.HOST)`)
  const server = await startServer({ name: 'it', file, warmup: 0 }, { stopLimit: 100 })
  try {
    const rest = [await server.ask('atRest')]
    await server.ask('startEvidence')
    await use(server)
    rest.push(await server.ask('atRest'))
    return { rest, evidence: await server.ask('stopEvidence') }
  } finally {
    await server.stop()
  }
}

const send = (count) => async ({ url }) => {
  for (let i = 0; i < count; i++) await request(url)
}
const wait = (ms) => () => sleep(ms)

/** A backend, and a handler that asks it as `code` says. */
async function backend (t) {
  const server = http.createServer((req, res) => setTimeout(() => res.end('ok'), 20))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${server.address().port}`
}

t.test('requests, and the connections that they come on', async (t) => {
  const { evidence } = await collect(t, "(req, res) => res.end('ok')", send(3))
  t.strictSame([evidence.served, evidence.sockets], [3, 3], 'without keep-alive')
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const kept = await collect(t, "(req, res) => res.end('ok')", async ({ url }) => {
    for (let i = 0; i < 3; i++) await request(url, { agent })
  })
  t.strictSame([kept.evidence.served, kept.evidence.sockets], [3, 1])
})

t.test('a request that is aborted is no longer in progress', async (t) => {
  const { evidence, rest } = await collect(t, '() => {}', async ({ url }) => {
    const sent = http.get(url, { agent: false })
    sent.on('error', () => {})
    await sleep(250)
    sent.destroy()
    await sleep(250)
  })
  t.equal(Math.max(...evidence.inProgress), 1)
  t.equal(evidence.inProgress.at(-1), 0)
  t.equal(rest[1].inProgress, 0)
})

t.test('requests to other servers, by http and by fetch', async (t) => {
  const host = await backend(t)
  const one = `(req, res) => http.get('http://${host}', (r) =>
    r.resume().on('end', () => res.end()))`
  const byHttp = await collect(t, one, send(3))
  t.strictSame([byHttp.evidence.outgoing, byHttp.evidence.outgoingAtOnce], [{ [host]: 3 }, 1])
  const all = `(req, res) => Promise.all(Array.from({ length: 9 }, () =>
    fetch('http://${host}').then((r) => r.text())))
    .then(() => fetch('http://${host}')).then((r) => r.text()).then(() => res.end())`
  const byFetch = await collect(t, all, send(2))
  t.strictSame([byFetch.evidence.outgoing, byFetch.evidence.outgoingAtOnce], [{ [host]: 20 }, 9])
  const failing = "(req, res) => fetch('http://127.0.0.1:65535').catch(() => res.end())"
  const failed = await collect(t, failing, send(3))
  t.strictSame(failed.evidence.outgoingAtOnce, 1, 'a request that fails is over')
  const none = await collect(t, "(req, res) => res.end('ok')", send(1))
  t.strictSame([none.evidence.outgoing, none.evidence.outgoingAtOnce], [{}, 0])
})

t.test('a job that blocks the event loop delays a timer', async (t) => {
  const block = 'for (const end = performance.now() + 250; performance.now() < end;);'
  const job = `setInterval(() => { ${block} }, 500)`
  const { evidence } = await collect(t, "(req, res) => res.end('ok')", wait(1200), job)
  t.ok(Math.max(...evidence.loopDelays) > 100, `${evidence.loopDelays}`)
  const { evidence: quiet } = await collect(t, "(req, res) => res.end('ok')", wait(600))
  t.ok(Math.min(...quiet.loopDelays) < 50, `${quiet.loopDelays}`)
})

t.test('what a collection at rest delays does not count', async (t) => {
  const { evidence } = await collect(t, '() => {}', async (server) => {
    for (let i = 0; i < 5; i++) await server.ask('atRest')
  })
  t.ok(evidence.loopDelays.length < 3, `${evidence.loopDelays.length} readings in 500 ms`)
})

t.test('a full thread pool delays a file call, and not a timer', async (t) => {
  const hash = `const { pbkdf2 } = require('node:crypto')
    const next = () => pbkdf2('a', 'b', 40_000, 64, 'sha512', next)
    for (let i = 0; i < 16; i++) next()`
  const { evidence } = await collect(t, "(req, res) => res.end('ok')", wait(1500), hash)
  t.ok(Math.max(...evidence.poolDelays) > 50, `${evidence.poolDelays}`)
})

t.test('garbage collections under load count, and those at rest do not', async (t) => {
  const litter = `(req, res) => {
    let list
    for (let i = 0; i < 1e6; i++) list = { list: i % 1000 ? list : null }
    res.end()
  }`
  const { evidence } = await collect(t, litter, send(5))
  t.ok(evidence.gcTime > 1, `${evidence.gcTime} ms`)
  const { evidence: quiet } = await collect(t, "(req, res) => res.end('ok')", wait(100))
  t.equal(quiet.gcTime, 0)
})

t.test('what is kept shows at rest: on the heap, outside of it, and by a timer', async (t) => {
  const grown = ({ rest: [before, after] }) => after.bytes - before.bytes
  const keep = (code) => `(req, res) => { ${code}; res.end() }`
  const kept = 'const kept = []'
  const onHeap = await collect(
    t,
    keep('kept.push(Array(1e5).fill(req.url + kept.length))'),
    send(5),
    kept
  )
  t.ok(grown(onHeap) > 3e6, `${grown(onHeap)} bytes`)
  const outside = await collect(t, keep('kept.push(Buffer.alloc(1e6))'), send(5), kept)
  t.ok(grown(outside) > 4.9e6, `${grown(outside)} bytes`)
  const weak = await collect(
    t,
    keep('kept.set(req, Buffer.alloc(1e6))'),
    send(5),
    'const kept = new WeakMap()'
  )
  t.ok(grown(weak) < 1e6, `${grown(weak)} bytes`)
  const timers = await collect(t, keep('setInterval(() => {}, 1e6)'), send(5))
  t.equal(timers.rest[1].resources.Timeout - (timers.rest[0].resources.Timeout ?? 0), 5)
})

t.test('a profile has the source maps of scripts that a loader transpiled in memory', async (t) => {
  const map = 'data:application/json;base64,e30='
  const script = '/shop/server.ts'
  const loader = `const Module = require('node:module')
    globalThis.kept = new Module('${script}')
    globalThis.kept._compile('exports.serve = () => {}\\n//# sourceMappingURL=${map}', '${script}')`
  await collect(t, '() => {}', async (server) => {
    await server.ask('startProfile')
    const { nodes, sourceMaps } = await server.ask('stopProfile')
    t.ok(nodes.length > 0)
    t.strictSame(sourceMaps, { [`file://${script}`]: map })
  }, loader)
})

t.test('before the collection and after it, nothing is counted', async (t) => {
  const { evidence } = await collect(t, "(req, res) => res.end('ok')", async (server) => {
    await request(server.url)
    await server.ask('startEvidence') // begins anew
  })
  t.equal(evidence.served, 0)
  const again = await collect(t, "(req, res) => res.end('ok')", async (server) => {
    await server.ask('stopEvidence')
    await request(server.url)
    await server.ask('startEvidence')
    await request(server.url)
  })
  t.equal(again.evidence.served, 1)
  const err = await t.rejects(collect(t, '() => {}', (server) => server.ask('stopEvidence')))
  t.equal(err.message, 'no evidence is collected')
})

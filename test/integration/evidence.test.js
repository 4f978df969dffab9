'use strict'

// Each signal of the evidence, on a server that shows it and on one that does not.

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const perfHooks = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { startServer } = require('../../scripts/lib/measure/server')
const { request } = require('../../scripts/lib/system/http-client')
const { listen } = require('../helpers/http-server')
require('../helpers/without-tap-loader')

const EVIDENCE = require.resolve('../../scripts/lib/preload/evidence')
const OK = "(req, res) => res.end('ok')"

/** Starts a server of this code, collects while `use(server)` sends requests, and gives both. */
async function collect (t, handler, use, before = '') {
  const code = `const http = require('node:http')\n${before}
    http.createServer(${handler}).listen(process.env.PORT, process.env.HOST)`
  const file = path.join(t.testdir({ 'server.js': code }), 'server.js')
  const server = await startServer({ name: 'it', file, warmup: 0 }, { stopLimit: 100 })
  try {
    const first = await server.ask('atRest')
    await server.ask('startEvidence')
    await use(server)
    const last = await server.ask('atRest')
    return { first, last, ...await server.ask('stopEvidence') }
  } finally {
    await server.stop()
  }
}

const send = (count, options) => async ({ url }) => {
  for (let i = 0; i < count; i++) await request(url, options)
}
const wait = (ms) => () => sleep(ms)

t.test('requests, and the connections that they come on', async (t) => {
  const closing = await collect(t, OK, send(3))
  t.strictSame([closing.served, closing.sockets], [3, 3])
  const kept = await collect(t, OK, send(3, { keepAlive: true }))
  t.strictSame([kept.served, kept.sockets], [3, 1])
})

t.test('a request that is aborted is no longer in progress', async (t) => {
  const { inProgress, last } = await collect(t, '() => {}', async ({ url }) => {
    const sent = http.get(url, { agent: false })
    sent.on('error', () => {})
    await sleep(250)
    sent.destroy()
    await sleep(250)
  })
  t.equal(Math.max(...inProgress), 1)
  t.strictSame([inProgress.at(-1), last.inProgress], [0, 0])
})

t.test('requests to other servers, by http and by fetch', async (t) => {
  const { host } = await listen(t, (req, res) => setTimeout(() => res.end('ok'), 20))
  const { port } = new URL(`http://${host}`)
  const callsOf = async (handler, count) => {
    const { outgoing, outgoingAtOnce } = await collect(t, handler, send(count))
    return [outgoing, outgoingAtOnce]
  }
  const byHttp = `(req, res) => http.get('http://${host}', (r) =>
    r.resume().on('end', () => res.end()))`
  t.strictSame(await callsOf(byHttp, 3), [{ [host]: 3 }, 1])
  const byFetch = `async (req, res) => {
    const call = async () => (await fetch('http://${host}')).text()
    await Promise.all(Array.from({ length: 9 }, call))
    await call()
    res.end()
  }`
  t.strictSame(await callsOf(byFetch, 2), [{ [host]: 20 }, 9])
  const named = `(req, res) => http.get({
    port: ${port}, headers: { host: 'ann:secret@${host}' }
  }, (r) => r.resume().on('end', () => res.end()))`
  t.strictSame(await callsOf(named, 1), [{ [host]: 1 }, 1], 'without credentials')
  for (const failing of [
    "(req, res) => fetch('http://127.0.0.1:65535').catch(() => res.end())",
    "(req, res) => http.get('http://127.0.0.1:65535').on('error', () => res.end())"
  ]) t.strictSame(await callsOf(failing, 3), [{ '127.0.0.1:65535': 3 }, 1], 'a failed one is over')
  t.strictSame(await callsOf(OK, 1), [{}, 0])
})

t.test('whether the event loop is idle while requests are in progress', async (t) => {
  const share = async (handler) => {
    const { serving: { active, idle } } = await collect(t, handler, async (server) => {
      await sleep(300)
      await Promise.all(Array.from({ length: 10 }, () => send(1)(server)))
    })
    return active / (active + idle)
  }
  const spin = 'for (const end = Date.now() + 20; Date.now() < end;);'
  const computing = await share(`(req, res) => setImmediate(() => { ${spin} res.end() })`)
  const late = "(req, res) => setTimeout(() => res.end('ok'), 300)"
  const waiting = await share(late)
  t.ok(computing > 0.8, `${computing}`)
  t.ok(waiting < 0.5, `${waiting}`)
  await collect(t, late, async (server) => {
    const sent = send(1)(server)
    await sleep(250)
    const { serving: { idle } } = await server.ask('stopEvidence')
    t.ok(idle > 100, `${idle} ms, though the request has not ended`)
    await server.ask('startEvidence')
    await sent
  })
})

t.test('the time that requests take, and that of it without a core', async (t) => {
  const late = "(req, res) => setTimeout(() => res.end('ok'), 50)"
  const { serviceTime } = await collect(t, late, send(3))
  t.ok(serviceTime >= 148, `${serviceTime} ms`) // a timer may be early by a part of one
  if (!fs.existsSync('/proc/self/schedstat')) return
  const allowed = fs.readFileSync('/proc/self/status', 'utf8')
  const [, core] = allowed.match(/^Cpus_allowed_list:\s*(\d+)/m)
  const spin = 'const end = Date.now() + 400; while (Date.now() < end);'
  const { coreWait } = await collect(t, `(req, res) => { ${spin} res.end() }`, async (server) => {
    await send(1)(server)
    await sleep(200)
  }, `const { execFileSync, spawn } = require('node:child_process')
    execFileSync('taskset', ['-cp', '${core}', String(process.pid)])
    spawn('taskset', ['-c', '${core}', process.execPath, '-e', '${spin.replace('400', '2000')}'])`)
  t.ok(coreWait > 50, `${coreWait} ms`)
})

t.test('a job that blocks the event loop delays a timer', async (t) => {
  const job = 'setInterval(() => { for (let i = 0; i < 1e9; i++); }, 800)'
  const blocked = await collect(t, OK, wait(2000), job)
  t.ok(Math.max(...blocked.loopDelays) > 100, `${blocked.loopDelays}`)
})

t.test('what a collection at rest delays does not count', async (t) => {
  const { loopDelays } = await collect(t, OK, async (server) => {
    for (let i = 0; i < 5; i++) await server.ask('atRest')
  })
  t.ok(loopDelays.length < 3, `${loopDelays.length} readings in 500 ms`)
})

t.test('a full thread pool delays a file call', async (t) => {
  const hash = `(req, res) => {
    for (let i = 0; i < 64; i++) pbkdf2('a', 'b', 40_000, 64, 'sha512', () => {})
    res.end()
  }`
  const full = await collect(t, hash, async (server) => {
    await send(1)(server)
    await sleep(500)
  }, "const { pbkdf2 } = require('node:crypto')")
  t.ok(Math.max(...full.poolDelays) > 50, `${full.poolDelays}`)
})

t.test('the time of garbage collections counts, and what the major ones leave', async (t) => {
  const litter = `(req, res) => {
    let list
    for (let i = 0; i < 1e6; i++) list = { list: i % 1000 ? list : null }
    res.end()
  }`
  const { collected, gcTime } = await collect(t, litter, send(5))
  t.ok(gcTime > 1, `${gcTime} ms`)
  t.ok(collected.length < 10, `${collected.length}, of many small ones`)
  const byInspector = `(req, res) => {
    const session = new (require('node:inspector').Session)()
    session.connect()
    session.post('HeapProfiler.collectGarbage', () => res.end())
  }`
  const { majorGcTime } = await collect(t, byInspector, send(1))
  t.ok(majorGcTime > 0, `${majorGcTime} ms`)
})

t.test('a server at rest delays nothing, and collections at rest do not count', async (t) => {
  const { loopDelays, poolDelays, gcTime, majorGcTime } = await collect(t, OK, wait(600))
  t.ok(Math.min(...loopDelays) < 50, `${loopDelays}`)
  t.ok(Math.min(...poolDelays) < 20, `${poolDelays}`)
  t.strictSame([gcTime, majorGcTime], [0, 0])
})

t.test('at rest, the requests in progress have been answered', async (t) => {
  const slow = "(req, res) => setTimeout(() => res.end('ok'), 400)"
  const { inProgress, last } = await collect(t, slow, async ({ url }) => {
    request(url)
    await sleep(150)
  })
  t.equal(Math.max(...inProgress), 1)
  t.equal(last.inProgress, 0)
})

t.test('a request that is never answered is waited for until a limit', async (t) => {
  let now = 0
  const pause = () => new Promise((resolve) => setImmediate(resolve))
  const { atRest, startEvidence, stopEvidence } = t.mockRequire(EVIDENCE, {
    'node:perf_hooks': {
      ...perfHooks,
      performance: { now: () => now, eventLoopUtilization: () => ({}) }
    },
    'node:timers/promises': { setTimeout: async (ms) => pause(now += ms) }
  })
  const { server, url } = await listen(t, () => {})
  startEvidence()
  http.get(url).on('error', () => {})
  await once(server, 'request')
  const { inProgress } = await atRest()
  t.equal(inProgress, 1)
  t.ok(now >= 3000 && now < 4000, `after ${now} ms`)
  stopEvidence()
})

t.test('at rest, the thread pool has done its work', async (t) => {
  const hash = `(req, res) => {
    if (req.url === '/done') return res.end(String(done))
    for (let i = 0; i < 16; i++) pbkdf2('a', 'b', 60_000, 64, 'sha512', () => done++)
    res.end()
  }`
  await collect(t, hash, async (server) => {
    await request(server.url)
    await server.ask('atRest')
    const { body } = await request(new URL('/done', server.url).href)
    t.ok(Number(body) > 12, `${body} of 16`) // four threads may be at the last ones
  }, "const { pbkdf2 } = require('node:crypto')\nlet done = 0")
})

t.test('what is kept shows at rest: on the heap, outside of it, and by a timer', async (t) => {
  const keep = (code, kept = '[]') =>
    collect(t, `(req, res) => { ${code}; res.end() }`, send(5), `const kept = ${kept}`)
  const grown = ({ first, last }) => last.bytes - first.bytes
  const onHeap = grown(await keep('kept.push(Array(1e5).fill(req.url + kept.length))'))
  t.ok(onHeap > 3e6, `${onHeap} bytes`)
  const outside = grown(await keep('kept.push(Buffer.alloc(1e6))'))
  t.ok(outside > 4.9e6, `${outside} bytes`)
  const weak = grown(await keep('kept.set(req, Buffer.alloc(1e6))', 'new WeakMap()'))
  t.ok(weak < 1e6, `${weak} bytes`)
  const { first, last } = await keep('setInterval(() => {}, 1e6)')
  t.equal(last.resources.Timeout - (first.resources.Timeout ?? 0), 5)
})

t.test('a profile has the source maps of scripts that a loader transpiled in memory', async (t) => {
  const map = 'data:application/json;base64,e30='
  const script = '/shop/server.ts'
  const loader = `const Module = require('node:module')
    globalThis.kept = new Module('${script}')
    globalThis.kept._compile('exports.serve = () => {}\\n//# sourceMappingURL=${map}', '${script}')`
  await collect(t, OK, async (server) => {
    await server.ask('startProfile')
    const { nodes, sourceMaps } = await server.ask('stopProfile')
    t.ok(nodes.length > 0)
    t.strictSame(sourceMaps, { [`file://${script}`]: map })
  }, loader)
})

t.test('a request that outlasts the collection keeps no listener of it', async (t) => {
  const handler = `(req, res) => {
    if (req.url === '/backend') return
    const call = http.get({ port: req.socket.localPort, path: '/backend' }).on('error', () => {})
    setTimeout(() => {
      res.end(String([res, call].map((emitter) => emitter.listenerCount('close'))))
      call.destroy()
    }, 300)
  }`
  const { last } = await collect(t, handler, async (server) => {
    const during = request(server.url)
    await sleep(100)
    await server.ask('stopEvidence')
    const after = request(server.url)
    t.equal(String((await during).body), String((await after).body))
    await server.ask('startEvidence')
  })
  t.equal(last.inProgress, 0)
})

t.test('before the collection and after it, nothing is counted', async (t) => {
  let collected // ms
  const begun = await collect(t, OK, async (server) => {
    await request(server.url)
    const begin = performance.now()
    await server.ask('startEvidence') // begins anew
    await request(server.url)
    await sleep(600)
    collected = performance.now() - begin
  })
  t.equal(begun.served, 1)
  t.ok(begun.loopDelays.length < collected / 100 + 2, `${begun.loopDelays.length} readings`)
  const again = await collect(t, OK, async (server) => {
    await server.ask('stopEvidence')
    await request(server.url)
    await server.ask('startEvidence')
    await request(server.url)
  })
  t.equal(again.served, 1)
  const err = await t.rejects(collect(t, OK, (server) => server.ask('stopEvidence')))
  t.match(err.message, /"stopEvidence" \(no evidence is collected\)\. /)
})

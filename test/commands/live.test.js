'use strict'

// The live page's server: its stream, what it refuses, and how it ends.

const fs = require('node:fs')
const net = require('node:net')
const { once } = require('node:events')
const path = require('node:path')
const t = require('tap')
const { request } = require('../../scripts/lib/system/http-client')
const { startLive } = require('../helpers/live')
const { isRunning, observedStage, patientServer, pidOf, untilRequested, BLOCK } = require('../helpers/observed-stage')
const { copyProject } = require('../helpers/project')
const { waitUntil } = require('../helpers/wait')

const noSignals = process.platform === 'win32' && 'Windows has no signals to send'
const SETTINGS = { targets: ['slow'], connections: 10, duration: 1 }

const SECURITY = {
  'access-control-allow-origin': undefined,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

const types = (events) => events.map(({ type }) => type)
const firstOfEach = (events) => [...new Set(types(events))]
const read = (project, name) => JSON.parse(fs.readFileSync(path.join(project.folder, 'results', name)))
/** Names of files: of the results of loads, and of what the page can play again. */
const loads = (project) => project.results().filter((name) => !name.includes('-live-'))
const played = (project) => project.results().filter((name) => name.includes('-live-'))
const saved = (project) => loads(project).map((name) => read(project, name))

let idle // no test starts a run here
t.before(async () => { idle = await startLive(t, copyProject(t)) })

t.test('a run is sent while it happens, and saved like any other', async (t) => {
  const project = copyProject(t)
  const live = await startLive(t, project)
  const { events, headers, until } = await live.follow()
  t.equal(headers['content-type'], 'text/event-stream')
  t.strictSame((await until('hello')).data.targets, ['slow', 'fast', 'optimized'], 'no exercise where there is none')

  t.equal((await live.post('/start', { ...SETTINGS, duration: 2 })).status, 202)
  t.strictSame((await until('end')).data, { outcome: 'done' })
  t.strictSame(firstOfEach(events), ['hello', 'start', 'target', 'sample', 'result', 'end'])
  t.strictSame(events[1].data, { targets: ['slow'], connections: 10, duration: 2 })

  const samples = events.filter(({ type }) => type === 'sample').map(({ data }) => data)
  t.ok(samples.every(({ time }, i) => i === 0 || time > samples[i - 1].time))
  const listeners = samples.filter(({ probe }) => probe).map(({ probe }) => probe.listeners)
  t.ok(listeners.at(-1) > listeners[0], `listeners rise: ${listeners}`)
  t.ok(samples.at(-1).answered > 0 && samples.at(-1).latencyP99 > 0)

  const { result, file } = (await until('result')).data
  t.strictSame(saved(project), [result], 'what is sent is what is saved')
  t.equal(file, path.join('results', loads(project)[0]))
  const { requests, server } = result
  const { target, load: { url, ...load }, statuses } = result
  t.strictSame({ target, load, statuses },
    { target: 'slow', load: { connections: 10, duration: 2, warmup: 0 }, statuses: { 200: requests.total } })
  t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/seed\/v1$/)
  t.ok(server.listeners >= requests.total, 'over the whole load')
})

t.test('what the page showed of a run is saved with its samples, and can be read again', async (t) => {
  const project = copyProject(t)
  fs.rmSync(path.join(project.folder, 'docs/results/live-race.json'), { force: true })
  const live = await startLive(t, project)
  const get = async (path) => {
    const { status, body } = await request(live.url, { path })
    return { status, body: JSON.parse(body) }
  }
  t.strictSame((await get('/earlier.json')).body, [])
  const { events, until } = await live.follow()
  await live.post('/start', { ...SETTINGS, targets: ['fast', 'optimized'] })
  await until('end')
  const [id, ...more] = played(project)
  t.strictSame(more, [])
  t.match(id, /^[\dTZ-]+-live-fast-optimized\.json$/)

  const { kind, startedAt, settings, events: kept } = read(project, id)
  t.strictSame({ kind, settings }, { kind: 'live', settings: { ...SETTINGS, targets: ['fast', 'optimized'] } })
  t.strictSame(kept, events.slice(1, -1).map(({ type, data }) => ({ type, data })), 'all between hello and the end')
  t.strictSame(kept.filter(({ type }) => type === 'result').map(({ data }) => data.result), saved(project),
    'the results to the digit')

  const own = { id, startedAt, targets: ['fast', 'optimized'], recorded: false }
  t.strictSame((await get('/earlier.json')).body, [own])
  t.strictSame((await get(`/earlier/${id}`)).body.events, kept)
  for (const unknown of ['none.json', loads(project)[0], '..%2f..%2fpackage.json']) {
    t.equal((await get(`/earlier/${unknown}`)).status, 404, unknown)
  }

  const recorded = read(project, id)
  fs.writeFileSync(path.join(project.folder, 'docs/results/live-race.json'), JSON.stringify(recorded))
  const next = await startLive(t, project)
  const { body } = await request(next.url, { path: '/earlier.json' })
  t.strictSame(JSON.parse(body), [own, { ...own, id: 'live-race.json', recorded: true }], 'the next page lists both')
})

t.test('a second start is refused with a message; stop ends the first, unsaved', async (t) => {
  const project = copyProject(t)
  const live = await startLive(t, project)
  const { until } = await live.follow()
  await live.post('/start', { ...SETTINGS, duration: 60 })
  t.strictSame(await live.post('/start', SETTINGS),
    { status: 409, message: 'a run is in progress already: stop it first, or wait for its end' })
  await until('sample')
  t.equal((await live.post('/stop', {})).status, 200)
  t.strictSame((await until('end')).data, { outcome: 'stopped' })
  t.strictSame(project.results(), [])
  t.equal((await live.post('/stop', {})).status, 200, 'nothing to stop is no mistake')
  t.equal((await live.post('/start', SETTINGS)).status, 202, 'and another can start')
})

t.test('what is out of bounds is refused', async (t) => {
  const wrong = [
    ...[0, 1001, '10', 1.5].map((connections) => ({ ...SETTINGS, connections })),
    ...[0, 121].map((duration) => ({ ...SETTINGS, duration })),
    ...[[], 'slow', ['slow', 'slow'], ['../slow'], ['constructor'], ['slow; true']]
      .map((targets) => ({ ...SETTINGS, targets })),
    ...[{ ...SETTINGS, url: 'http://example.com' }, {}, [], null, '{']
  ]
  for (const body of wrong) t.equal((await idle.post('/start', body)).status, 400, JSON.stringify(body))
  const { status: refused, message } = await idle.post('/start', { ...SETTINGS, targets: ['exercise'] })
  t.equal(refused, 400)
  t.match(message, /^there is no .*exercise.index\.js: run make exercise first$/)
  t.equal((await idle.post('/start', { ...SETTINGS, pad: 'x'.repeat(20_000) })).status, 413)
  const paths = { '/../server.js': 403, '/..%2fserver.js': 404, '/uplot/../../package.json': 403, '/nothing': 404 }
  for (const [path, status] of Object.entries(paths)) {
    t.equal((await request(idle.url, { path })).status, status, path)
  }
})

t.test('only the page itself may ask', async (t) => {
  const live = await startLive(t, copyProject(t))
  const { port, host } = new URL(live.url)
  const get = async (path, headers) => (await request(live.url, { path, headers: { Host: host, ...headers } })).status

  await t.test('by its own names', async (t) => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      t.equal(await get('/', { Host: `${name}:${port}` }), 200, name)
    }
    const foreign = [`evil.example:${port}`, 'localhost', `localhost:${port}.evil.example`, `localhost.:${port}`]
    for (const Host of [...foreign, `127.0.0.1:${Number(port) + 1}`]) {
      for (const path of ['/', '/events', '/live.js', '/nothing']) {
        t.equal(await get(path, { Host }), 403, `${Host} ${path}`)
      }
      t.equal((await live.post('/start', SETTINGS, { Host })).status, 403)
    }
  })

  await t.test('from its own origin', async (t) => {
    const foreign = ['http://evil.example', 'null', `https://${host}`, `http://localhost:${port}`]
    for (const Origin of [...foreign, `http://${host}.evil.example`]) {
      t.equal((await live.post('/start', SETTINGS, { Host: host, Origin })).status, 403, Origin)
      t.equal(await get('/events', { Origin }), 403)
    }
    for (const site of ['cross-site', 'same-site']) {
      t.equal((await live.post('/start', SETTINGS, { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'no-cors' })).status,
        403, site)
      t.equal((await live.post('/start', SETTINGS, { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' })).status,
        403, site)
      t.equal(await get('/events', { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'cors' }), 403)
      t.equal(await get('/', { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' }), 200, 'a link may be followed')
    }
  })

  await t.test('in JSON', async (t) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      t.equal((await live.post('/start', SETTINGS, { 'Content-Type': type })).status, 415, type)
    }
    t.equal((await request(live.url, { method: 'OPTIONS', path: '/start', headers: { Host: host } })).status, 404,
      'no preflight passes')
  })

  const reader = await live.follow()
  const started = await live.post('/start', SETTINGS, { Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' })
  t.equal(started.status, 202, 'the page may')
  await reader.until('end')
  t.equal(types(reader.events).filter((type) => type === 'start').length, 1, 'none of the others started anything')
})

t.test('what is sent has the security headers', async (t) => {
  for (const path of ['/', '/idle.js', '/uplot/uPlot.esm.js', '/nothing', '/events']) {
    const { headers } = path === '/events' ? await idle.follow() : await request(idle.url, { path })
    t.strictSame(Object.fromEntries(Object.keys(SECURITY).map((name) => [name, headers[name]])), SECURITY, path)
  }
  const page = String((await request(idle.url)).body)
  t.notMatch(page, /<script>|<style|style=| on\w+=|https?:\/\//, 'nothing inline, nothing from elsewhere')
})

t.test('it listens on loopback alone', async (t) => {
  t.equal(new URL(idle.url).hostname, '127.0.0.1')
  const addresses = Object.values(require('node:os').networkInterfaces()).flat()
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  for (const { address } of addresses) {
    const { code } = await t.rejects(request(idle.url.replace('127.0.0.1', address)))
    t.equal(code, 'ECONNREFUSED', address)
  }
})

t.test('the port is taken', async (t) => {
  const holder = net.createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.teardown(() => holder.close())
  const LIVE_PORT = String(holder.address().port)
  const { code, stdout, stderr } = await copyProject(t).run(['live.js'], { LIVE_PORT, OPEN: '0' })
  t.equal(code, 1)
  t.equal(stdout, '')
  t.equal(stderr, `live: port ${LIVE_PORT} is taken: stop what listens there, or choose another with LIVE_PORT=\n`)
  t.strictSame(await copyProject(t).run(['live.js'], { LIVE_PORT: 'x' }),
    { code: 2, signal: null, stdout: '', stderr: 'live: LIVE_PORT must be a whole number from 0 to 65535, not "x"\n' })
})

t.test('Ctrl-C ends all, and does not wait for a blocked server', { skip: noSignals }, async (t) => {
  for (const [what, onRequest] of [['a server at work', ''], ['a blocked server', BLOCK]]) {
    const project = copyProject(t, { ...observedStage('slow', { onRequest }), ...patientServer() })
    const live = await startLive(t, project)
    t.teardown(() => live.child.kill('SIGKILL')) // where this test is red
    const [page, other] = [await live.follow(), await live.follow()]
    await live.post('/start', { ...SETTINGS, duration: 60 })
    await untilRequested(project)
    live.child.kill('SIGINT')
    t.ok(await waitUntil(() => live.child.exitCode !== null), what)
    t.equal(live.child.exitCode, 0, 'Ctrl-C is the way out')
    await Promise.all([page.closed, other.closed])
    t.notOk(isRunning(pidOf(project)), 'the server has ended')
    t.strictSame(project.results(), [])
  }
})

'use strict'

// The servers of the labs, and each lab with its smallest load.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const loggers = require('../../docs/labs/loggers/lab')
const { small, large } = require('../../docs/labs/express-json/objects')
const { fetchNode, NODES } = require('../../docs/labs/node-versions/fetch-node')
const { last, operations } = require('../../docs/labs/node-versions/operations')
const { findNginx, startNginx } = require('../../docs/labs/overload/nginx')
const { balancer } = require('../../docs/labs/overload/runs')
const { findLab, installLab, labNames, runLab } = require('../../scripts/lib/compare/labs')
const { findTarget, labServer, LABS } = require('../../scripts/lib/server/targets')
const { preload, startServer } = require('../../scripts/lib/server/server')
const { request } = require('../../scripts/lib/server/http-client')
const { listen } = require('../helpers/http-server')
require('../helpers/without-tap-loader')

t.jobs = 2 // most of the time, a load runs for as long as it has to

t.before(async () => {
  for (const version of ['20', '22']) await fetchNode(version) // else a lab would say that it does
  for (const name of labNames()) await installLab(findLab(name))
})

/** Starts a server for the time of a test, with code that runs before its own. */
async function start (t, target, code = '') {
  const before = path.join(t.testdir({ 'before.js': code }), 'before.js')
  const execArgv = [...preload('excess-listeners'), '--require', before]
  const server = await startServer(target, { execArgv })
  t.teardown(() => server.stop())
  return server
}

/** What a client receives, without the date and without the server name that restify sends. */
async function receive ({ url }, options) {
  const { status, headers: { date, server, ...headers }, body } = await request(url, options)
  return { status, headers, body: String(body) }
}

t.test('the frameworks answer with the same bytes, headers and tag as optimized', async (t) => {
  const fixed = `
    const crypto = require('node:crypto')
    crypto.randomBytes = (size) => Buffer.alloc(size, 7)
    crypto.randomUUID = () => '00000000-0000-4000-8000-000000000000'
    Date.now = () => 1_500_000_000_000`
  const optimized = await start(t, findTarget('optimized'), fixed)
  const { status, headers: { etag, ...headers } } = await receive(optimized)
  t.strictSame([status, headers['content-type']], [200, 'application/json'])
  for (const name of ['http', 'express', 'fastify']) {
    const server = await start(t, labServer('frameworks', name), fixed)
    for (const method of ['GET', 'HEAD']) {
      for (const tag of [undefined, etag, `W/${etag}`, `"x", ${etag}`, '*', '"x"', '']) {
        const options = { method, headers: tag === undefined ? {} : { 'If-None-Match': tag } }
        const answer = await receive(server, options)
        t.strictSame(answer, await receive(optimized, options), `${name} ${method} ${tag}`)
      }
    }
    const { status, headers } = await receive(server, { path: '/seed/v1?x=1' })
    t.strictSame([status, headers['cache-control']], [404, undefined])
  }
})

// What each server answers, by path; with its status, and whether it has an ETag.
const routes = {
  '/json': [{ hello: 'world' }, 200, false],
  '/error': [{ error: 'on purpose' }, 500, false]
}
const objects = (etag) => ({ '/small': [small, 200, etag], '/large': [large, 200, etag] })
const primes = {
  '/cheap': [{ cheap: true }, 200, false],
  '/heavy': [{ primes: 78_498 }, 200, false]
}
const ANSWERS = {
  'frameworks/routes-express': routes,
  'frameworks/routes-fastify': routes,
  'express-json/json': objects(true),
  'express-json/json-no-etag': objects(false),
  'express-json/string': objects(false),
  'event-loop/inline': primes,
  'event-loop/partitioned': primes,
  'event-loop/pool': primes
}

for (const [name, paths] of Object.entries(ANSWERS)) {
  t.test(`${name} answers with what its page says`, async (t) => {
    const server = await start(t, labServer(...name.split('/')))
    for (const [path, [content, status, etag]] of Object.entries(paths)) {
      const answer = await receive(server, { path })
      t.strictSame([answer.status, JSON.parse(answer.body)], [status, content], path)
      t.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
      t.equal('etag' in answer.headers, etag)
    }
    t.equal(server.stderr(), '', 'nothing is logged')
  })
}

for (const name of ['partitioned', 'pool']) {
  t.test(`event-loop/${name} answers /cheap while it counts`, async (t) => {
    const server = await start(t, labServer('event-loop', name))
    const counted = new AbortController()
    const counting = receive(server, { path: '/heavy' }).then(() => counted.abort())
    let answered = 0
    for (; !counted.signal.aborted; answered++) await receive(server, { path: '/cheap' })
    await counting
    t.ok(answered > 1, `${answered} cheap answers`)
  })
}

t.test('lines that are lost are counted', async (t) => {
  const code = `
    const lines = []
    const log = (line) => line.id % 10 && lines.push(JSON.stringify(line))
    const flush = () => {
      require('node:fs').writeFileSync(process.env.LOG_FILE, lines.join('\\n'))
    }
    require(${JSON.stringify(path.join(LABS, 'loggers/log-server.js'))})(log, flush)`
  const file = path.join(t.testdir({ 'index.js': code }), 'index.js')
  const target = { name: 'loggers/forgetful', file, warmup: 0 }
  const load = { connections: 10, duration: 1 }
  const { lost, rate } = await loggers.parts[0].measure(target, load, {})
  t.ok(lost > 0.05 * rate && lost < 0.2 * rate, `${lost} of about ${rate}`)
})

for (const name of ['auth-sync', 'auth-async']) {
  t.test(`prof/${name} checks passwords`, async (t) => {
    const server = await start(t, labServer('prof', name))
    const cases = [
      [undefined, 200], // the path of the lab, with the right password
      ['/auth?username=ada&password=other', 401],
      ['/auth?username=__proto__&password=x', 401],
      ['/auth?username[a]=b&password=x', 400],
      ['/', 200]
    ]
    for (const [path, status] of cases) {
      t.equal((await receive(server, path && { path })).status, status, path)
    }
  })
}

for (const name of ['protected', 'under-pressure']) {
  t.test(`overload/${name} has slow's fault, sheds when it is late, and recovers`, async (t) => {
    const calm = path.join(t.testdir(), 'calm')
    const server = await start(t, labServer('overload', name), `
      const until = (time) => { while (Date.now() < time); }
      const timer = setInterval(() => {
        if (require('node:fs').existsSync(${JSON.stringify(calm)})) clearInterval(timer)
        else until(Date.now() + 200)
      }, 210)`)
    let answer
    do answer = await request(server.url); while (answer.status === 200)
    t.equal(answer.status, 503)
    t.match(answer.headers['retry-after'], /^\d+$/, 'in seconds: RFC 9110, 10.2.3')
    fs.writeFileSync(calm, '')
    let accepted = 0
    while (accepted < 12) accepted += Number((await request(server.url)).status === 200)
    const [{ listeners }] = await server.ask('excessListeners')
    t.ok(listeners > 10)
  })
}

for (const [next, failed] of [['off', 10], ['error timeout http_503', 0]]) {
  const skip = !findNginx() && 'there is no nginx'
  t.test(`nginx and an instance that sheds, proxy_next_upstream ${next}`, { skip }, async (t) => {
    const urls = []
    for (const status of [503, 200]) {
      urls.push((await listen(t, (req, res) => res.writeHead(status).end())).url)
    }
    const nginx = await startNginx(balancer(urls, next))
    t.teardown(() => nginx.stop())
    let shed = 0
    for (let i = 0; i < 20; i++) shed += Number((await request(nginx.url)).status === 503)
    t.equal(shed, failed)
    const { message } = await t.rejects(startNginx(balancer(urls, 'nonsense')))
    t.match(message, /^nginx does not start: .*\[emerg\] .*"nonsense"/s)
  })
}

t.test('each operation computes something, which changes from call to call', async (t) => {
  process.env.BIG = path.join(t.testdir({ big: 'sixteen letters\n' }), 'big')
  t.teardown(() => delete process.env.BIG)
  const same = /includes|RegExp|dispatchEvent|SHA-512|readFile/
  for (const [name, operation] of Object.entries(operations)) {
    const values = new Set()
    for (let i = 0; i < 3; i++) {
      await operation()
      values.add(JSON.stringify(last()))
    }
    t.ok(same.test(name) || values.size > 1, `${name}: ${Array.from(values).join(' ')}`)
  }
})

// On a busy machine, threads that hash and slices of a heavy route answer nothing in a second.
const DURATIONS = { prof: 3, 'event-loop': 3 }

for (const name of labNames()) {
  if (name === 'overload') continue // chapter 9 runs it by its command
  const options = { timeout: 240_000, buffered: true }
  t.test(`the lab ${name}, with its smallest load`, options, async (t) => {
    const lab = findLab(name)
    const settings = { runs: 1, duration: DURATIONS[name] ?? 1, nodes: '20 22' }
    const { parts } = await runLab(lab, settings)
    t.strictSame(parts.map(({ title }) => title), lab.parts.map(({ title }) => title))
    for (const { title, skipped, figures, targets } of parts) {
      for (const { name, runs } of targets) {
        t.equal(runs.length, 1, name)
        t.ok(runs.every(({ lost }) => !lost), 'no logger loses a line')
      }
      const measured = ({ name }) => targets.some(({ runs }) => name in runs[0])
      t.ok(skipped || figures.every(measured), `${title}: all figures were measured`)
    }
  })
}

t.test('versions that leave nothing to compare', async (t) => {
  const { parts: [{ prepare }] } = findLab('node-versions')
  const { message, exitCode } = await t.rejects(prepare({ nodes: '20' }))
  t.equal(message, 'NODES="20" leaves nothing to compare: name two versions, as NODES="20 24"')
  t.equal(exitCode, 2)
})

t.test('a version that does not exist', async (t) => {
  const { message } = await t.rejects(fetchNode('20.999.0'))
  const { platform, arch } = process
  t.ok(message.startsWith(`cannot fetch Node.js 20.999.0 for ${platform} ${arch}: npm install `))
  t.notOk(fs.readdirSync(NODES).some((name) => name.startsWith('20.999.0')), 'nothing is left')
})

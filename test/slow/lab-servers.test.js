'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const loggers = require('../../docs/labs/loggers/lab')
const { small, large } = require('../../docs/labs/express-json/objects')
const { last, operations } = require('../../docs/labs/node-versions/operations')
const { findNginx, startNginx } = require('../../docs/labs/overload/nginx')
const { balancer } = require('../../docs/labs/overload/runs')
const { findTarget, labServer, LABS } = require('../../scripts/lib/server/targets')
const { startServer } = require('../../scripts/lib/server/server')
const { request } = require('../../scripts/lib/server/http-client')
const { listen } = require('../helpers/http-server')
const { installLabs } = require('../helpers/labs')

t.before(installLabs)

/** Starts a server for the time of a test, with code that runs before its own. */
async function start (t, target, code = '') {
  const before = path.join(t.testdir({ 'before.js': code }), 'before.js')
  const server = await startServer(target, { execArgv: ['--require', before] })
  t.teardown(() => server.stop())
  return server
}

/** What a client receives, without the date and without the server name that restify sends. */
async function receive ({ url }, options) {
  const { status, headers: { date, server, ...headers }, body } = await request(url, options)
  return { status, headers, body: String(body) }
}

t.test('the frameworks answer with the same bytes, headers and tag', async (t) => {
  const fixed = `
    const crypto = require('node:crypto')
    crypto.randomBytes = (size) => Buffer.alloc(size, 7)
    crypto.randomUUID = () => '00000000-0000-4000-8000-000000000000'
    Date.now = () => 1_500_000_000_000`
  const names = ['http', 'express', 'fastify']
  const targets = [findTarget('optimized'), ...names.map((name) => labServer('frameworks', name))]
  const servers = []
  for (const target of targets) servers.push(await start(t, target, fixed))

  const ETag = '"00000000-0000-4000-8000-000000000000-1500000000000"'
  const cases = [
    ['GET', {}, 200],
    ['HEAD', {}, 200],
    ['HEAD', { 'If-None-Match': ETag }, 304],
    ['GET', { 'If-None-Match': ETag }, 304],
    ['GET', { 'If-None-Match': `W/${ETag}` }, 304],
    ['GET', { 'If-None-Match': `"x", ${ETag}` }, 304],
    ['GET', { 'If-None-Match': '*' }, 304],
    ['GET', { 'If-None-Match': '"x"' }, 200],
    ['GET', { 'If-None-Match': ETag.replaceAll('"', '') }, 200],
    ['GET', { 'If-None-Match': '' }, 200]
  ]
  for (const [method, headers, status] of cases) {
    const wanted = await receive(servers[0], { method, headers })
    t.equal(wanted.status, status)
    for (const [i, server] of servers.entries()) {
      const answer = await receive(server, { method, headers })
      t.strictSame(answer, wanted, `${targets[i].name} ${method} ${headers['If-None-Match']}`)
    }
  }
  const { headers, body } = await receive(servers[0])
  t.strictSame(headers, {
    etag: ETag,
    'cache-control': 'public, max-age=120',
    'content-type': 'application/json',
    'content-length': '10047',
    connection: 'close'
  })
  const data = '07'.repeat(5000)
  t.strictSame(JSON.parse(body), { data, url: '/seed/v1', ts: 1_500_000_000_000 })
  for (const server of servers) {
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
    t.equal((await receive(server, { path: '/none' })).status, 404)
    t.equal(server.stderr(), '', 'nothing is logged')
  })
}

for (const name of ['partitioned', 'pool']) {
  t.test(`event-loop/${name} answers /cheap while it counts`, async (t) => {
    const server = await start(t, labServer('event-loop', name))
    const counting = new Set(Array.from({ length: 4 }, () => receive(server, { path: '/heavy' })))
    for (const answer of counting) answer.then(() => counting.delete(answer))
    let answered = 0
    for (; counting.size === 4; answered++) await receive(server, { path: '/cheap' })
    await Promise.all(counting)
    t.ok(answered > 1, `${answered} cheap answers`)
  })
}

t.test('lines that are lost are counted', async (t) => {
  const code = `
    const lines = []
    const log = (line) => line.id % 10 && lines.push(JSON.stringify(line))
    const flush = async () => {
      require('node:fs').writeFileSync(process.env.LOG_FILE, lines.join('\\n'))
    }
    const file = ${JSON.stringify(path.join(LABS, 'loggers/log-server.js'))}
    require(file)('forgetful', log, flush)`
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
      ['/', 200],
      ['/auth?username=ada&password=other', 401],
      ['/auth?username=__proto__&password=x', 401],
      ['/auth?username=ada&username=bob&password=x', 400],
      ['/auth?username[a]=b&password=x', 400],
      ['/auth', 400],
      ['/none', 404],
      [undefined, 200] // the URL that it announces
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
    t.ok((await server.sample()).listeners > 10)
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

t.test('each operation computes what its name says', async (t) => {
  process.env.BIG = path.join(t.testdir({ big: 'sixteen letters\n' }), 'big')
  t.teardown(() => delete process.env.BIG)
  const digits = /^\d+$/
  const text = /^"sixteen letters\\n"$/
  const expected = {
    'parseInt(text, 10)': /^100\d$/,
    '+text': /^100\d$/,
    'super.method()': digits,
    'this.method()': digits,
    'object.key': /^\d$/,
    'object[key]': /^(0|"\/")$/,
    'array.at(-1)': /^\d$/,
    'array[array.length - 1]': /^\d$/,
    'text.includes()': /^true$/,
    '/RegExp/.test(text)': /^true$/,
    'Buffer.concat()': /^\{"type":"Buffer","data":\[(\d,?){512}\]\}$/,
    'buffer.toJSON()': /^\{"type":"Buffer","data":\[(\d,?){256}\]\}$/,
    'JSON.stringify() of 10 KB': /^"\{\\"data\\":\\"(\d)\1{9999}\\"/,
    'new URL()': /^"https:\/\/example\.com:8080\/seed\/v\d\?a=1&b=2#c"$/,
    'TextDecoder.decode()': /^"(\\u000\d|\\[bt]){256}"$/,
    'emit(), 1 listener': digits,
    'emit(), 10 listeners': digits,
    'emit(), 1,000 listeners': digits,
    'EventTarget.dispatchEvent()': /^\{("isTrusted":false)?\}$/,
    'SHA-512 of 10 KB': /^"[0-9a-f]{128}"$/,
    'fs.readFile(), 16 MB, ascii': text,
    'fs.readFile(), 16 MB, utf-8': text
  }
  t.strictSame(Object.keys(operations), Object.keys(expected))
  for (const [name, operation] of Object.entries(operations)) {
    await operation()
    t.ok(expected[name].test(JSON.stringify(last())), name)
  }
})

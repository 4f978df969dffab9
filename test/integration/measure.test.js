'use strict'

const http = require('node:http')
const { once } = require('node:events')
const path = require('node:path')
const t = require('tap')
const { number } = require('../../scripts/lib/base/format')
const { measure, measureUrl } = require('../../scripts/lib/measure/measure')
const servers = require('../../scripts/lib/measure/server')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { sendRaw } = require('../helpers/raw-http')
require('../helpers/without-tap-loader')

const { startServer } = servers

const LOAD = { connections: 2, duration: 1 }
const ADVICE = 'send it one request with curl; if that is answered, raise DURATION'

async function listen (t, handler) {
  const server = http.createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  return `http://127.0.0.1:${server.address().port}/`
}

/** `measure` with stand-ins for the server, the load and other programs, and the steps that it takes. */
function standIn (t, { samples, backgroundCpu = () => 0, totals = {} }) {
  const steps = []
  const step = (name, result) => async () => { steps.push(name); return result }
  const answers = { errors: 0, timeouts: 0, non2xx: 0, statuses: { 200: 1 }, generator: {} }
  const { measure } = t.mockRequire('../../scripts/lib/measure/measure', {
    '../../scripts/lib/measure/bottleneck': { bottleneck: () => 'neither' },
    '../../scripts/lib/measure/load': {
      runLoad: ({ url, duration }) => step(`${duration} s of ${url}`,
        { ...answers, took: duration, requests: { total: totals[new URL(url).pathname] ?? 1 } })()
    },
    '../../scripts/lib/measure/server': {
      ...servers,
      async startServer ({ request }) {
        const sample = async () => { steps.push('sample'); return samples.shift() }
        const url = `http://127.0.0.1:1${request?.path ?? '/seed/v1'}`
        return { url, sample, stop: step('stop') }
      }
    },
    '../../scripts/lib/system/environment': {
      environment: () => ({ loadAverage: 0, cpu: { count: 1 } }),
      watchBackgroundCpu: () => { steps.push('watch'); return backgroundCpu }
    }
  })
  return { measure, steps }
}

t.test('only the load after the warm-up is measured, sampled and watched', async (t) => {
  const { measure, steps } = standIn(t, { samples: ['with the warm-up', 'of the load'] })
  const atEnd = async (url) => { steps.push(`at the end of ${url}`) }
  const target = { name: 'it', warmup: 1, request: { path: '/x?y' } }
  const result = await measure(target, { ...LOAD, duration: 2 }, { atEnd })
  const url = 'http://127.0.0.1:1/x?y'
  t.strictSame(steps, [
    `1 s of ${url}`, 'sample', 'watch', `2 s of ${url}`, 'sample', `at the end of ${url}`, 'stop'
  ])
  const { took, server, load } = result
  t.strictSame({ took, server, load },
    { took: 2, server: 'of the load', load: { url, path: '/x?y', connections: 2, duration: 2, warmup: 1 } })
})

t.test('CPU time is per answered request, those of other loads included', async (t) => {
  const totals = { '/seed/v1': 400, '/heavy': 100 }
  const samples = () => [{ cpuTime: 9e9 }, { cpuTime: 1e6 }]
  const target = { name: 'it', warmup: 0 }
  const alone = await standIn(t, { samples: samples(), totals }).measure(target, LOAD)
  t.equal(alone.cpuPerRequest, 2500)
  const others = { heavy: { path: '/heavy', connections: 1 } }
  t.equal((await standIn(t, { samples: samples(), totals }).measure(target, { ...LOAD, others })).cpuPerRequest, 2000)
})

t.test('a result says what other programs used, and warns above a fifth of a core', async (t) => {
  const known = []
  const { measure } = standIn(t, {
    samples: [{ cpuTime: 1 }, { cpuTime: 7000 }],
    backgroundCpu: (cpuTime) => { known.push(cpuTime); return 0.25 }
  })
  const { backgroundCpu, warnings } = await measure({ name: 'it', warmup: 0 }, LOAD)
  t.strictSame(known, [7000], 'the CPU time of the server is not theirs')
  t.equal(backgroundCpu, 0.25)
  t.strictSame(warnings, ['other programs used 25 % of a core during the load. Close them and measure again'])
})

t.test('the baseline sends the same bytes as optimized', async (t) => {
  /** The answer without what differs by name, time or chance; of random digits, the number is left. */
  async function answerOf (name) {
    const server = await startServer(findTarget(name))
    const answer = await sendRaw(server.url, 'GET /seed/v1 HTTP/1.1\r\nHost: x\r\n\r\n')
    await server.stop()
    return answer.replace(/^Date: .*$/m, 'Date: now')
      .replace(/[0-9a-f]{8,}|(?<=-)[0-9a-f]{4}(?=-)/g, ({ length }) => `${length} digits`)
  }
  t.equal(await answerOf('baseline'), await answerOf('optimized'))
})

t.test('a target that answers nothing is an error, not a result', async (t) => {
  const { measure } = t.mockRequire('../../scripts/lib/measure/measure', {
    '../../scripts/lib/measure/server': {
      ...servers,
      startServer: (target) => startServer(target, { stopLimit: 100 })
    }
  })
  for (const [what, handler] of [['a silent server', '() => {}'], ['a blocked server', '() => { for (;;); }']]) {
    const code = `require('node:http').createServer(${handler})
      .listen(0, '127.0.0.1')`
    const file = path.join(t.testdir({ 'index.js': code }), 'index.js')
    const failure = await t.rejects(measure({ name: 'it', file, warmup: 0 }, LOAD, { onSample () {} }))
    t.equal(failure.constructor.name, 'UserError', what)
    t.equal(failure.message, `it answered none of 2 requests in 1 s (0 timeouts, 0 other errors): ${ADVICE}`)
  }
})

t.test('a path that looks like a host reaches the started server as it is', async (t) => {
  let stolen = 0
  const { host } = new URL(await listen(t, (req, res) => res.end(String(++stolen))))
  const code = `require('node:http').createServer((req, res) => {
    res.writeHead(req.url === '//${host}/x' ? 200 : 404).end()
  }).listen(0, '127.0.0.1')`
  const file = path.join(t.testdir({ 'index.js': code }), 'index.js')
  const target = { name: 'it', file, warmup: 0, request: { path: `//${host}/x` } }
  const others = { more: { path: `//${host}/x`, connections: 1 } }
  const { statuses } = await measure(target, { ...LOAD, others })
  t.strictSame(Object.keys(statuses), ['200'])
  t.equal(stolen, 0)
})

t.test('an event loop that never comes back is an error, with what was measured until then', async (t) => {
  const code = `let requests = 0
    require('node:http').createServer((req, res) => { if (++requests === 50) for (;;); res.end() })
      .listen(0, '127.0.0.1')`
  const file = path.join(t.testdir({ 'index.js': code }), 'index.js')
  const failure = await t.rejects(measure({ name: 'it', file, warmup: 0 }, LOAD, { answerLimit: 300 }))
  t.equal(failure.constructor.name, 'UserError')
  t.match(failure.message, new RegExp('^it: the event loop has been blocked for 0.3 s: no answer. ' +
    'Until then: 49 answers in 1(.[0-9]+)? s, half of them within [0-9.]+ ms$'))
})

t.test('a URL that answers nothing is an error, too', async (t) => {
  const url = await listen(t, () => {})
  const { message } = await t.rejects(measureUrl({ url, ...LOAD }))
  t.equal(message, `${url} answered none of 2 requests in 1 s (0 timeouts, 0 other errors): ${ADVICE}`)
})

t.test('a server that resets every connection has answered nothing', async (t) => {
  const url = await listen(t, (req) => req.socket.resetAndDestroy())
  await t.rejects(measureUrl({ url, ...LOAD }),
    /^http:\S+ answered none of \d+ requests in 1 s \(0 timeouts, [1-9]\d* other errors\): /)
})

/** What the error says of a server that answers with these statuses and bodies in turns. */
async function refusal (t, load, ...answers) {
  let answered = 0
  const url = await listen(t, (req, res) => {
    const [status, body] = answers[answered++ % answers.length]
    res.writeHead(status).end(body)
  })
  const { message, exitCode } = await t.rejects(measureUrl({ url, ...LOAD, ...load }))
  t.equal(exitCode, 1)
  const [, requests, text] = message.match(/^http:\S+ answered all of ([\d,]+) requests with an error\. (.*)$/)
  t.equal(requests, number(answered - 1), 'one more asks for the text')
  return text.replace(url, 'It')
}

t.test('a load that gets nothing but errors is no result: the status and the body are shown', async (t) => {
  const advice = 'Choose another request with URLPATH, METHOD, BODY or HEADER'
  const load = { amount: 10, connections: 1 }
  t.equal(await refusal(t, load, [404, '{\n  "error": "no such seed"\n}']),
    `It gives 404: { "error": "no such seed" }. ${advice}`)
  t.equal(await refusal(t, load, [404, 'none'], [500, 'é'.repeat(201)]), `It gives 404: none. ${advice}`)
  t.equal(await refusal(t, { ...load, amount: 11 }, [404, 'none'], [500, 'é'.repeat(201)]),
    `It gives 500: ${'é'.repeat(200)}. ${advice}`)
  t.equal(await refusal(t, load, [401, '']), `It gives 401: no body. ${advice}`)
})

t.test('redirects and some answers among errors are a result, with a warning', async (t) => {
  const url = await listen(t, (req, res) => { res.writeHead(302).end() })
  const { requests, non2xx, statuses, warnings, cpuPerRequest, backgroundCpu } = await measureUrl({ url, ...LOAD })
  const { total, sent } = requests
  t.ok(total > 0 && sent >= total)
  t.strictSame({ non2xx, statuses }, { non2xx: total, statuses: { 302: total } })
  t.equal(warnings.at(-1), `all ${number(total)} answers had status 302: check what the server reports`)
  t.strictSame([cpuPerRequest, backgroundCpu], [null, null], 'nobody knows the CPU time of a server elsewhere')
})

t.test('the request is sent as it is given, at every load; the values of its headers are not saved', async (t) => {
  const seen = new Set()
  const url = await listen(t, (req, res) => {
    let body = ''
    req.on('data', (chunk) => { body += chunk }).on('end', () => {
      seen.add(`${req.method} ${req.headers['x-key']} ${body}`)
      res.end()
    })
  })
  const sent = { method: 'PUT', headers: { 'X-Key': 'secret' }, body: '{"a":1}' }
  const { load } = await measureUrl({ url, ...LOAD, warmup: 1, ...sent })
  t.strictSame([...seen], ['PUT secret {"a":1}'])
  t.strictSame(load, { url, ...LOAD, warmup: 1, ...sent, headers: { 'X-Key': '…' } })
})

t.test('samples carry the counts of the load and what the probe measured', async (t) => {
  const samples = []
  await measure(findTarget('baseline'), { ...LOAD, warmup: 0 }, { onSample: (sample) => samples.push(sample) })
  t.ok(samples.length > 1)
  t.strictSame(Object.keys(samples[0]).sort(),
    ['answered', 'errors', 'latencyP99', 'non2xx', 'probe', 'rate', 'time', 'timeouts', 'unavailable'])
  t.ok(samples.some(({ probe }) => probe?.heap > 0))
})

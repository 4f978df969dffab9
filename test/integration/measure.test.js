'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { measureGrowth } = require('../../scripts/lib/compare/growth')
const { measure } = require('../../scripts/lib/load/measure')
const { sampler } = require('../../scripts/lib/load/sampling')
const servers = require('../../scripts/lib/server/server')
const { findTarget } = require('../../scripts/lib/server/targets')
const { listen } = require('../helpers/http-server')
const { sendRaw } = require('../helpers/raw-http')
require('../helpers/without-tap-loader')

const LOAD = { connections: 2, duration: 1 }
const NONE = 'it answered none of 2 requests in 1 s (0 timeouts, 0 other errors): ' +
  'send it one request with curl; if that is answered, raise DURATION'

/** A target whose server runs this handler. */
function targetOf (t, handler, name = 'index.js') {
  const folder = fs.existsSync(t.testdirName) ? t.testdirName : t.testdir({})
  const file = path.join(folder, name)
  fs.writeFileSync(file, `require('node:http').createServer(${handler}).listen(0, '127.0.0.1')`)
  return { name: 'it', file, warmup: 0 }
}

/** `measure` with stand-ins for server, load and other programs, and the steps that it takes. */
function standIn (t, { samples, backgroundCpu = () => 0, totals = {}, status = 200, latency }) {
  const steps = []
  const limits = []
  const generator = { cpu: 0.9, elu: 0.9 }
  const statuses = { [status]: 1 }
  const measured = { errors: 0, timeouts: 0, non2xx: 0, statuses, generator }
  const totalOf = (url) => ({ total: totals[new URL(url).pathname] ?? 1 })
  const { measure, startRun } = t.mockRequire('../../scripts/lib/load/measure', {
    '../../scripts/lib/load/load': {
      async runLoad ({ url, duration, amount = `${duration} s` }) {
        steps.push(`${amount} of ${url}`)
        return { ...measured, latency: { average: latency }, requests: totalOf(url) }
      },
      createLoad: ({ url }, { onProgress }) => ({
        async send (duration) {
          steps.push(`${duration} s of ${url}`)
          onProgress?.(1)
        },
        measured: () => ({ ...measured, took: 2, requests: totalOf(url) })
      })
    },
    '../../scripts/lib/server/server': {
      ...servers,
      async startServer ({ request }, { answerLimit }) {
        limits.push(answerLimit)
        return {
          url: `http://127.0.0.1:1${request?.path ?? '/seed/v1'}`,
          async sample () {
            steps.push('sample')
            return { excessListeners: [], ...samples.shift() }
          },
          async stop () { steps.push('stop') }
        }
      }
    },
    '../../scripts/lib/server/environment': {
      environment: () => ({ cpu: { count: 1 } }),
      watchBackgroundCpu () {
        steps.push('watch')
        return backgroundCpu
      }
    }
  })
  return { measure, startRun, steps, limits }
}

t.test('only the load after the warm-up is measured, sampled and watched', async (t) => {
  const samples = [{ rss: 1 }, { rss: 2 }]
  const { measure, steps } = standIn(t, { samples, backgroundCpu: () => null })
  const target = { name: 'it', warmup: 1, request: { path: '/x?y' } }
  const settings = { ...LOAD, duration: 2, amount: 9 }
  const { took, server, load, backgroundCpu } = await measure(target, settings, {
    onProgress: (share) => steps.push(share)
  })
  const url = 'http://127.0.0.1:1/x?y'
  t.strictSame(steps,
    [`1 s of ${url}`, 'sample', 'watch', `2 s of ${url}`, 1, 'sample', 'stop'])
  t.strictSame([took, server.rss, backgroundCpu, load],
    [2, 2, null, { url, path: '/x?y', warmup: 1, ...settings }])
})

t.test('other loads are sent with the measured one; CPU time is per answer of all', async (t) => {
  const samples = [{ cpuTime: 9e9 }, { cpuTime: 1e6 }]
  const totals = { '/seed/v1': 400, '/heavy': 100 }
  const { measure, steps } = standIn(t, { samples, totals, status: 500 })
  const settings = { ...LOAD, others: { heavy: { path: '/heavy', connections: 1 } }, mayFail: true }
  const { cpuPerRequest } = await measure({ name: 'it', warmup: 0 }, settings)
  t.equal(cpuPerRequest, 2000)
  t.strictSame(steps, [
    'sample',
    'watch',
    '1 s of http://127.0.0.1:1/seed/v1',
    '1 s of http://127.0.0.1:1/heavy',
    'sample',
    'stop'
  ])
})

t.test('a load is divided into turns of a second, or of twenty mean latencies', async (t) => {
  for (const [latency, settings, warmup, expected] of [
    [5, {}, 1, Array(10).fill(1)],
    [150, {}, 1, [3, 3, 4]],
    [2000, {}, 1, [10]],
    [5, { amount: 9 }, 1, [10]],
    [5, { others: { more: {} } }, 1, [10]],
    [5, {}, 0, [10]]
  ]) {
    const { startRun } = standIn(t, { samples: [], latency })
    const run = await startRun({ name: 'it', warmup }, { ...LOAD, duration: 10, ...settings })
    t.strictSame(run.turns, expected)
  }
})

t.test('the probe has as long to answer as the load lasts, and 20 s at least', async (t) => {
  const { startRun, limits } = standIn(t, { samples: [] })
  for (const duration of [19, 60]) await startRun({ name: 'it', warmup: 0 }, { ...LOAD, duration })
  t.strictSame(limits, [20_000, 60_000])
})

t.test('what was read of several turns is summed up', async (t) => {
  const turn = (cpuTime, rest) => ({
    cpu: 0.5,
    cpuTime,
    userTime: cpuTime / 2,
    elu: 0.4,
    excessListeners: [],
    ...rest
  })
  const samples = [
    {},
    turn(100, { cpu: 0.4, elu: 0.2, delayP99: 9, heap: 1 }),
    {},
    turn(300, { cpu: 0.6, elu: 0.6, delayP99: 2, heap: 3 })
  ]
  const shares = { 100: 0.2, 300: 0.4 } // by the CPU time of the server, which is not of others
  const { startRun } = standIn(t, { samples, backgroundCpu: (cpuTime) => shares[cpuTime] })
  const run = await startRun({ name: 'it', warmup: 0 }, LOAD)
  await run.send(1)
  await run.send(1)
  const { server, backgroundCpu, cpuPerRequest, bottleneck, warnings } = run.result()
  t.match(warnings[0], /^other programs used 30 %/)
  t.strictSame(server, turn(400, { delayP99: 9, heap: 3 }))
  t.strictSame([backgroundCpu.toFixed(1), cpuPerRequest, bottleneck], ['0.3', 400, 'generator'])
})

t.test('the baseline sends the same bytes as optimized', async (t) => {
  /** The answer without its date; of random digits, the number is left. */
  async function answerOf (name) {
    const server = await servers.startServer(findTarget(name))
    const answer = await sendRaw(server.url, 'GET /seed/v1 HTTP/1.1\r\nHost: x\r\n\r\n')
    await server.stop()
    return answer.replace(/^Date: .*$/m, 'Date: now')
      .replace(/[0-9a-f]{8,}|(?<=-)[0-9a-f]{4}(?=-)/g, ({ length }) => `${length} digits`)
  }
  t.equal(await answerOf('baseline'), await answerOf('optimized'))
})

t.test('a target that answers nothing is an error, not a result', async (t) => {
  const { measure } = t.mockRequire('../../scripts/lib/load/measure', {
    '../../scripts/lib/server/server': {
      ...servers,
      startServer: (target) => servers.startServer(target, { stopLimit: 100 })
    }
  })
  const sampled = { sendSampled: sampler(() => {}) }
  const [silent, blocked, resetting] = await Promise.all([
    t.rejects(measure(targetOf(t, '() => {}', 'silent.js'), LOAD, sampled)),
    t.rejects(measure(targetOf(t, '() => { for (;;); }', 'blocked.js'), LOAD)),
    t.rejects(measure(targetOf(t, '(req) => req.socket.resetAndDestroy()', 'resetting.js'), LOAD))
  ])
  t.equal(silent.exitCode, 1)
  t.strictSame([silent.message, blocked.message], [NONE, NONE])
  t.match(resetting.message,
    /^it answered none of \d+ requests in 1 s \(0 timeouts, [1-9]\d* other errors\): /)
})

t.test('an event loop that never comes back is an error, with what was measured', async (t) => {
  const target = targetOf(t, `(req, res) => {
    globalThis.requests = (globalThis.requests ?? 0) + 1
    if (globalThis.requests === 50) for (;;);
    res.end()
  }`)
  const { message, exitCode } = await t.rejects(measure(target, LOAD, { answerLimit: 300 }))
  t.equal(exitCode, 1)
  t.match(message,
    /no answer. Until then: 49 answers in [0-9.]+ s, half of them within [0-9.]+ ms$/)
})

t.test('a load that gets nothing but errors is no result: an example is shown', async (t) => {
  /** What the error says of a server that answers with these statuses and bodies in turns. */
  async function refusal (name, ...answers) {
    const target = targetOf(t, `(req, res) => {
      globalThis.answers ??= ${JSON.stringify(answers)}
      const [status, body] = answers[0]
      answers.push(answers.shift())
      res.writeHead(status).end(body)
    }`, name)
    const { message } = await t.rejects(measure(target, { ...LOAD, amount: 10, connections: 1 }))
    return message.replaceAll(/http:\S+/g, 'URL')
  }
  const failed = 'it answered all of 10 requests with an error. URL gives'
  const advice = 'Choose another request with URLPATH, METHOD, BODY or HEADER'
  const messages = await Promise.all([
    refusal('missing.js', [404, '{\n  "error": "no such seed"\n}']),
    refusal('failing.js', [500, 'é'.repeat(201)]),
    refusal('mixed.js', [401, ''], [500, ''])
  ])
  t.strictSame(messages, [
    `${failed} 404: { "error": "no such seed" }. ${advice}`,
    `${failed} 500: ${'é'.repeat(200)}. ${advice}`,
    `${failed} 401: no body. ${advice}`
  ])
})

t.test('redirects are a result with a warning, and samples of load and server', async (t) => {
  const target = targetOf(t, '(req, res) => res.writeHead(302).end()')
  const samples = []
  const sendSampled = sampler((sample) => samples.push(sample))
  const result = await measure(target, LOAD, { sendSampled })
  t.ok(samples.length > 1 && samples.every(({ answered }) => answered > 0))
  t.ok(samples.some(({ probe }) => probe?.heap > 0))
  const { total, sent } = result.requests
  t.ok(total > 0 && sent >= total)
  t.strictSame([result.non2xx, result.statuses], [total, { 302: total }])
  t.match(result.warnings.at(-1), /^100 % of the answers had a status other than 2xx/)
})

t.test('the request is sent as it is given; the values of its headers are not saved', async (t) => {
  let stolen = 0
  const { host } = await listen(t, (req, res) => res.end(String(++stolen)))
  const path = `//${host}/x` // looks like a host
  const request = { path, method: 'PUT', headers: { 'X-Key': 'secret' }, body: '{"a":1}' }
  const target = targetOf(t, `async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const isSame = req.method + req.url + req.headers['x-key'] + body === 'PUT${path}secret{"a":1}'
    res.writeHead(isSame ? 200 : 400).end()
  }`)
  const others = { more: { ...request, connections: 1 } }
  const { load, statuses, others: sent } =
    await measure({ ...target, request }, { ...LOAD, warmup: 1, others })
  t.strictSame([statuses, sent.more.statuses].map(Object.keys), [['200'], ['200']])
  t.equal(stolen, 0)
  const { url, ...saved } = load
  t.strictSame(saved, { ...LOAD, warmup: 1, ...request, headers: { 'X-Key': '…' } })
})

t.test('a growth waits for the answer that its duration ends in', async (t) => {
  const target = targetOf(t, '(req, res) => setTimeout(() => res.end(), 700)')
  const { message } = await t.rejects(measureGrowth(target, { duration: 1, max: 64 }))
  t.equal(message, 'it answered 2 requests in 1 s, too few for a fit: raise DURATION')
})

'use strict'

// The checks with their shortest settings. Those of the diagnosis take hours; verdicts.test.js in
// test/slow/serial diagnoses.

const t = require('tap')
const { findNginx } = require('../../docs/labs/overload/nginx')
const { request } = require('../../scripts/lib/server/http-client')
const { withServer } = require('./check')
const cache = require('./checks/cache')
const compareAccuracy = require('./checks/compare-accuracy')
const conditional = require('./checks/conditional')
const { targetOf, withBackend } = require('./checks/diagnose-servers')
const fuzz = require('./checks/fuzz')
const probeCost = require('./checks/probe-cost')
const slowClients = require('./checks/slow-clients')
const soak = require('./checks/soak')
const watchCost = require('./checks/watch-cost')
const { KINDS } = require('./servers/kinds')

t.jobs = 2 // many wait for most of their time

const onLinux = { skip: process.platform !== 'linux' && 'it reads /proc' }
const withNginx = { skip: !findNginx() && 'nginx is not installed' }

/** Gives the findings, and the lines of the report that are problems. */
async function run (check, settings) {
  const findings = await check.run(settings, { onProgress () {} })
  const problems = []
  for (const [label, text, isProblem] of check.report({ settings, ...findings })) {
    if (isProblem) problems.push(`${label}: ${text}`)
  }
  return { findings, problems }
}

t.test('cache: the counts of nginx add up, and nothing is stale', withNginx, async (t) => {
  const { findings, problems } = await run(cache, { minute: 3 })
  t.strictSame(problems, [])
  const [asSaid, third] = findings.caches.map(({ clients }) => clients)
  t.ok(asSaid.EXPIRED >= 2 && !asSaid.REVALIDATED, 'max-age is two minutes, a body lasts one')
  t.ok(third.REVALIDATED > 2 && third.EXPIRED > 2, JSON.stringify(third))
})

t.test('compare-accuracy: a server beside itself has a ratio', async (t) => {
  const { contrasts } = (await run(compareAccuracy, { comparisons: 1, runs: 3 })).findings
  const [{ ratio, interval: [low, high], pairs }] = contrasts
  t.ok(low < ratio && ratio < high)
  t.equal(pairs, 3)
})

t.test('conditional: known faults are found, and new ones are problems', async (t) => {
  t.intercept(conditional.known, 'fast', { value: [], enumerable: true })
  const { problems } = await run(conditional, { histories: 2, seed: 3 })
  t.match(problems.join(), /^fast: .*; new: equal tags, other bytes, after \[.+\]$/)
})

t.test('diagnose-servers: each kind answers, the same in each framework', async (t) => {
  await withBackend(async (backend) => {
    const bodies = new Set()
    for (const framework of ['http', 'express', 'fastify']) {
      bodies.add(String((await ask({ kind: 'compute', framework })).body))
    }
    t.equal(bodies.size, 1)
    for (const { kind } of KINDS) {
      const { status, body } = await ask({ kind, framework: 'http', strength: 3 })
      t.ok([200, 500].includes(status) && body.length > 0, kind)
    }

    function ask (trial) {
      return withServer(targetOf(trial, backend), {}, ({ url }) => request(url))
    }
  })
})

for (const stage of ['optimized', 'live']) {
  t.test(`fuzz: ${stage} survives malformed requests`, async (t) => {
    const { findings, problems } = await run(fuzz, { stage, requests: 400, seed: 7 })
    t.strictSame(problems, [])
    t.equal(findings.good, 8, 'a good request is answered between')
    const answers = JSON.stringify(findings.answers)
    for (const status of [200, 400, 'none']) t.ok(findings.answers[status] > 0, answers)
  })
}

t.test('slow-clients: they are disconnected, and others are served', async (t) => {
  const timeouts = {
    headersTimeout: 600,
    requestTimeout: 3000,
    keepAliveTimeout: 50,
    connectionsCheckingInterval: 300
  }
  const settings = { stage: 'optimized', connections: 50, duration: 8, timeouts }
  const { findings, problems } = await run(slowClients, settings)
  t.strictSame(problems, [])
  t.ok(findings.attacks.every(({ most }) => most > 5), 'they did hold connections')
})

t.test('soak: no answer of optimized is wrong while minutes pass', async (t) => {
  const requests = 40_000
  const { findings } = await run(soak, { stage: 'optimized', requests, connections: 20 })
  const { answers, wrong, lost, listeners, tags } = findings
  const none = { first: null, last: null }
  t.strictSame({ wrong, lost, listeners }, { wrong: {}, lost: 0, listeners: none })
  const isHalf = answers[304] > requests * 0.04 && answers[304] < requests * 0.07
  t.ok(isHalf, `every other conditional request has an old tag: ${JSON.stringify(answers)}`)
  t.equal(answers[200] + answers[304], requests)
  t.ok(tags > 1, `${tags} tags`)
})

t.test('probe-cost, watch-cost: what we cost a server is measured', onLinux, async (t) => {
  const options = { onProgress () {} }
  const probed = await probeCost.run({ pairs: 1, turns: 1, amount: 10_000 }, options)
  const watched = await watchCost.run({ pairs: 1, seconds: 5 }, options)
  for (const cost of [probed.with[0], watched.plain[0].cost, watched.profiled[0].cost]) {
    t.ok(cost > 1 && cost < 10_000, `${cost} µs per request`)
  }
})

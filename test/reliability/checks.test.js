'use strict'

// The checks with their shortest settings. compare-accuracy and the two of the diagnosis take
// hours; verdicts.test.js in test/slow/serial diagnoses.

const t = require('tap')
const { findNginx } = require('../../docs/labs/overload/nginx')
const { request } = require('../../scripts/lib/server/http-client')
const { copyProject } = require('../helpers/project')
const { withServer } = require('./check')
const cache = require('./checks/cache')
const compareAccuracy = require('./checks/compare-accuracy')
const conditional = require('./checks/conditional')
const crashTest = require('./checks/crash-test')
const { targetOf, withBackend } = require('./checks/diagnose-servers')
const faults = require('./checks/faults')
const fuzz = require('./checks/fuzz')
const probeCost = require('./checks/probe-cost')
const slowClients = require('./checks/slow-clients')
const soak = require('./checks/soak')
const watchCost = require('./checks/watch-cost')
const { crashCommand } = require('./crash')
const { KINDS } = require('./servers/kinds')

t.jobs = 2 // many wait for most of their time

const together = { buffered: true }
const onLinux = { ...together, skip: process.platform !== 'linux' && 'it reads /proc' }
const withNginx = { ...together, skip: !findNginx() && 'nginx is not installed' }
const withShell = { ...together, skip: process.platform === 'win32' && 'Windows has no sh' }

t.test('cache: the counts of nginx add up, and nothing is stale', withNginx, async (t) => {
  const findings = await cache.run({ minute: 3 })
  t.strictSame(cache.problems(findings), [])
  const [asSaid, third] = findings.caches.map(({ clients }) => clients)
  for (const clients of [asSaid, third]) t.equal(clients.MISS, 1)
  t.ok(asSaid.EXPIRED >= 2 && !asSaid.REVALIDATED, 'max-age is two minutes, a body lasts one')
  t.ok(third.REVALIDATED > 2 && third.EXPIRED > 2, JSON.stringify(third))
})

t.test('compare-accuracy: a server beside itself has a ratio', together, async (t) => {
  const { contrasts } = await compareAccuracy.run({ comparisons: 1, runs: 3 })
  const [{ ratio, interval: [low, high], pairs }] = contrasts
  t.ok(low < ratio && ratio < high)
  t.equal(pairs, 3)
})

const BYTES = 'equal tags, other bytes'
const STALE = 'a 304 for a stale copy'

t.test('conditional: optimized keeps both promises, others do not', together, async (t) => {
  const right = await conditional.run({ operands: ['optimized'], histories: 2, seed: 3 })
  const wrong = await conditional.run({ operands: ['fast', 'naive'], histories: 1 }) // an example
  const servers = [...right.servers, ...wrong.servers]
  t.strictSame(conditional.problems({ servers }), [])
  const broken = servers.map(({ broken }) => Object.keys(broken).sort())
  t.strictSame(broken, [[], [BYTES], [STALE, BYTES]])
})

t.test('crash-test: a killed command leaves nothing, and works again', onLinux, async (t) => {
  const findings = await crashTest.run({ operands: ['bench'], tries: 1, seed: 1 })
  t.strictSame(crashTest.problems(findings), [])
  const [{ killed, undisturbed }] = findings.commands
  t.strictSame({ killed, undisturbed }, { killed: { 'the server': 1 }, undisturbed: 1 })
})

for (const [name, victim, signal, at] of [
  ['compare', 'command', 'SIGKILL', 2000],
  ['profile', 'generator', 'SIGTERM', 0],
  ['live', 'server', 'SIGKILL', 1000]
]) {
  t.test(`crash-test: ${name}, whose ${victim} is killed, leaves nothing`, onLinux, async (t) => {
    const outcome = await crashCommand(name, copyProject(t).folder, { victim, signal, at })
    t.strictSame(outcome, { hasCrashed: true, problems: [] })
  })
}

const LITTER = `const fs = require('node:fs')
require('node:child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).unref()
fs.mkdirSync('results', { recursive: true })
fs.writeFileSync('results/half.json', '{')
fs.writeFileSync(process.env.TMPDIR + '/litter', '')
process.exit(1)`

t.test('crash-test: what a command leaves behind is found', onLinux, async (t) => {
  const { folder } = copyProject(t, { 'scripts/bench.js': LITTER })
  t.strictSame(await crashCommand('bench', folder), {
    hasCrashed: false,
    problems: [
      'it failed: ', 'left running: sleep 60 ', 'a broken result: half.json',
      'a temporary file: litter'
    ]
  })
})

t.test('diagnose-servers: a server of each kind answers', together, async (t) => {
  const frameworks = ['http', 'express', 'fastify']
  await withBackend(async (backend) => {
    for (const [i, { kind }] of KINDS.entries()) {
      const target = targetOf({ kind, framework: frameworks[i % 3], strength: 3 }, backend)
      const { status, body } = await withServer(target, {}, ({ url }) => request(url))
      t.ok([200, 500].includes(status) && body.length > 0, kind)
    }
  })
})

t.test('faults: the harness meets each as expected', withShell, async (t) => {
  const findings = await faults.run()
  t.strictSame(faults.problems(findings), [])
  for (const { fault, isSkipped } of findings.faults) {
    t.test(fault, { skip: isSkipped }, async () => {})
  }
})

const REQUESTS = { requests: 400, seed: 7 }

for (const stage of ['slow', 'optimized', 'live']) {
  t.test(`fuzz: ${stage} survives malformed requests`, together, async (t) => {
    const findings = await fuzz.run({ stage, ...REQUESTS })
    t.strictSame(fuzz.problems({ settings: REQUESTS, ...findings }), [])
    t.equal(findings.good, 8, 'a good request is answered between')
    const answers = JSON.stringify(findings.answers)
    for (const status of [200, 400, 'none']) t.ok(findings.answers[status] > 0, answers)
  })
}

t.test('probe-cost: the probe itself is measured', onLinux, async (t) => {
  const { with: [cost] } = await probeCost.run({ pairs: 1, turns: 1, amount: 10_000 })
  t.ok(cost > 1 && cost < 10_000, `${cost} µs per request`)
})

t.test('slow-clients: they are disconnected, and others are served', together, async (t) => {
  const timeouts = {
    headersTimeout: 600,
    requestTimeout: 3000,
    keepAliveTimeout: 50,
    connectionsCheckingInterval: 300
  }
  const settings = { stage: 'optimized', connections: 50, duration: 8 }
  const findings = await slowClients.run({ ...settings, timeouts })
  t.strictSame(slowClients.problems({ settings, ...findings }), [])
  t.ok(findings.attacks.every(({ most }) => most > 5), 'they did hold connections')
})

t.test('soak: no answer of optimized is wrong while minutes pass', together, async (t) => {
  const requests = 40_000
  const { answers, wrong, lost, listeners, tags } =
    await soak.run({ stage: 'optimized', requests, connections: 20 })
  const none = { first: null, last: null }
  t.strictSame({ wrong, lost, listeners }, { wrong: {}, lost: 0, listeners: none })
  const isHalf = answers[304] > requests * 0.04 && answers[304] < requests * 0.07
  t.ok(isHalf, `every other conditional request has an old tag: ${JSON.stringify(answers)}`)
  t.equal(answers[200] + answers[304], requests)
  t.ok(tags > 1, `${tags} tags`)
})

t.test('watch-cost: a watch is measured in its two parts', onLinux, async (t) => {
  const times = await watchCost.run({ pairs: 1, seconds: 5 })
  for (const [name, [{ rate, cost }]] of Object.entries(times)) {
    t.ok(rate > 100 && rate < 10_000, `${name}: ${rate} req/s`)
    t.ok(cost > 1 && cost < 10_000, `${name}: ${cost} µs per request`)
  }
})

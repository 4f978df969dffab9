'use strict'

// What each lab measures, and which figures it takes from a result. Nothing runs: what the labs call is replaced.

const fs = require('node:fs')
const path = require('node:path')
const { performance } = require('node:perf_hooks')
const t = require('tap')
const errors = require('../../scripts/lib/cli/errors')
const { labNames } = require('../../scripts/lib/experiments/labs')
const { LABS } = require('../../scripts/lib/measure/targets')
const { operations } = require('../../docs/labs/node-versions/operations')
const { mockLab, signal, RESULT } = require('../helpers/mock-lab')

const describeTarget = ({ name, env = {} }) =>
  [name.replace(/^.*\//, ''), ...Object.entries(env).map(([variable, value]) => `${variable}=${value}`)].join(' ')

const PER_REQUEST = { rate: 1000, p99: 1016, cpu: 500, generatorBound: 1 }
const AUTH = '/auth?username=ada&password=lovelace'
const HUNDRED = { connections: 100, duration: 7 }

/** Of the experiments that load a server: targets, load, and what is observed. */
const LOADS = {
  'event-loop': {
    cheap: [
      'inline, partitioned, pool',
      { path: '/cheap', connections: 1, duration: 7, others: { heavy: { path: '/heavy', connections: 4 } } },
      { delay: 1052, elu: 52, p99: 1016, heavy: 2000, generatorBound: 1 }
    ],
    heavy: [
      'inline, partitioned, pool',
      { path: '/heavy', connections: 4, duration: 7 },
      { delay: 1052, elu: 52, rate: 1000, generatorBound: 1 }
    ]
  },
  'express-json': {
    small: ['json, json-no-etag, string', { path: '/small', ...HUNDRED }, PER_REQUEST],
    small24: ['json, json-no-etag, string', { path: '/small', ...HUNDRED }, PER_REQUEST],
    large: ['json, json-no-etag, string', { path: '/large', ...HUNDRED, connections: 10 }, PER_REQUEST]
  },
  frameworks: {
    seed: ['restify, express, fastify, http', HUNDRED, PER_REQUEST],
    json: ['express, fastify', { path: '/json', ...HUNDRED }, PER_REQUEST],
    text: ['express, fastify', { path: '/text', ...HUNDRED }, PER_REQUEST],
    error: ['express, fastify', { path: '/error', ...HUNDRED }, PER_REQUEST]
  },
  prof: {
    ab: ['auth-sync, auth-async', { connections: 20, amount: 250 }, { rate: 502, latency: 1010, generatorBound: 1 }],
    others: [
      'auth-sync, auth-async',
      { path: '/', connections: 1, duration: 7, others: { auth: { path: AUTH, connections: 20 } } },
      { p50: 1013, p99: 1016, rate: 1000, auth: 1502, generatorBound: 1 }
    ],
    threads: [
      [4, 1, 2, 8].map((size) => `${size} thread${size > 1 ? 's' : ''} UV_THREADPOOL_SIZE=${size}`).join(', '),
      { connections: 20, duration: 7 },
      { rate: 502, latency: 1010, generatorBound: 1 }
    ]
  }
}

for (const [name, expected] of Object.entries(LOADS)) {
  t.test(`${name}: its loads, and what it observes`, async (t) => {
    const { lab, calls } = mockLab(t, name)
    const found = {}
    for (const { name, targets, trial } of await lab.experiments({ duration: 7, signal })) {
      const observed = await trial(targets[0], signal)
      const settings = calls.pop()
      if (!settings.command) found[name] = [targets.map(describeTarget).join(', '), settings, observed]
    }
    t.strictSame(found, expected)
  })
}

t.test('a load says whether the generator was the bottleneck', async (t) => {
  for (const bottleneck of ['server', 'neither', 'unknown']) {
    const { lab } = mockLab(t, 'frameworks', { result: { ...RESULT, bottleneck } })
    const [{ trial, targets }] = lab.experiments({ duration: 7 })
    t.strictSame(await trial(targets[0], signal), { ...PER_REQUEST, generatorBound: 0 })
  }
})

t.test('where an answer takes long, even the shortest load lasts 3 s', async (t) => {
  for (const [name, shortest] of [['event-loop', { heavy: 3, cheap: 1 }], ['prof', { others: 3, threads: 3 }]]) {
    const { lab, calls } = mockLab(t, name)
    for (const { name, targets, trial } of lab.experiments({ duration: 1 })) {
      await trial(targets[0], signal)
      t.equal(calls.pop().duration, shortest[name], name)
    }
  }
  const { lab, calls } = mockLab(t, 'prof')
  await lab.experiments({ duration: 4 })[0].trial({}, signal)
  t.strictSame(calls, [{ connections: 20, amount: 20 }], 'a short ab')
})

t.test('scripts that measure themselves: how they are run, and that their figures are taken as printed', async (t) => {
  const own = path.basename(process.execPath)
  const run = (lab, command, { LOOP, ITERATIONS, OBJECT } = {}) =>
    ({ command, cwd: path.join(LABS, lab), LOOP, ITERATIONS, OBJECT })
  const scripts = {
    'event-loop': [
      ...[50, 100, 200].map((ms) => run('event-loop', `${own} timer.js`, { LOOP: String(ms) })),
      run('event-loop', `${own} timer.js`, { ITERATIONS: '1e7' })
    ],
    'express-json': ['small', 'large'].map((OBJECT) => run('express-json', `${own} steps.js`, { OBJECT })),
    'node-versions': ['20', '24'].map((node) => run('node-versions', `${node} --allow-natives-syntax measure.js`))
  }
  for (const [name, expected] of Object.entries(scripts)) {
    const { lab, calls } = mockLab(t, name)
    const experiments = await lab.experiments({ duration: 7, nodes: '20 24', signal })
    const { trial, targets } = experiments.find(({ name }) => ['timer', 'steps', 'operations'].includes(name))
    for (const target of targets) t.strictSame(await trial(target, signal), { printed: 1 })
    t.strictSame(calls, expected)
  }
})

t.test('express-json: small24 runs under Node.js 24, and is skipped where that cannot be fetched', async (t) => {
  const experiment = async (mocks) => {
    const { lab } = mockLab(t, 'express-json', mocks)
    return (await lab.experiments({ duration: 7, signal })).find(({ name }) => name === 'small24')
  }
  const { targets, note, skipReason } = await experiment()
  t.strictSame(targets.map(({ node }) => node), Array(3).fill('/nodes/24'))
  t.strictSame({ note, skipReason }, { note: 'Node.js 24.1.2.', skipReason: undefined })
  const failing = (err) => ({ 'system/node-versions.js': { fetchNode: async () => { throw err } } })
  const skipped = await experiment(failing(new errors.UserError('no network\nnpm said more')))
  t.equal(skipped.skipReason, 'no network')
  await t.rejects(experiment(failing(new TypeError('a mistake'))), { message: /^a mistake$/ })
})

t.test('loggers: lines lost are the handled requests without a line of their own', async (t) => {
  const result = { ...RESULT, server: { ...RESULT.server, rss: 77 } }
  const files = []
  const { lab, calls } = mockLab(t, 'loggers', {
    result,
    async atMeasure ({ env }, { atEnd }) {
      files.push(env.LOG_FILE)
      fs.writeFileSync(env.LOG_FILE, [1, 2, 2, 4].map((id) => JSON.stringify({ id })).join('\n'))
      await atEnd('http://x/')
    },
    'system/http-client.js': {
      request: async (url, { path }) => ({ body: url === 'http://x/' && path === '/flush' ? '{"handled":9}' : '{}' })
    }
  })
  const [{ targets, trial }] = lab.experiments({ duration: 7 })
  t.equal(targets.map(describeTarget).join(), 'none,pino-sync,pino-transport,console,bunyan,winston')
  const observed = { ...PER_REQUEST, rss: 77 }
  t.strictSame(await trial(targets[1], signal), { ...observed, lost: 6 })
  t.strictSame(await trial(targets[0], signal), { ...observed, lost: null }, 'none logs nothing')
  t.strictSame(calls, [HUNDRED, HUNDRED])
  t.notOk(files.some((file) => fs.existsSync(file)), 'the log is removed')
})

t.test('node-versions: req/s of each server, and starts per second, under the version of the target', async (t) => {
  const started = []
  let now = 0
  t.intercept(performance, 'now', { value: () => (now += 600) }) // ms: what three starts take
  const { lab, calls } = mockLab(t, 'node-versions', {
    result: ({ name, node }) => {
      t.equal(node, '/nodes/20')
      const average = { fast: 1, optimized: 2, Express: 3, Fastify: 4 }[name]
      return { requests: { average }, bottleneck: name === 'optimized' ? 'generator' : 'server' }
    },
    'measure/server.js': {
      async startServer ({ name, node }, options) {
        t.equal(options.signal, signal)
        started.push(`${name} ${node}`)
        return { stop: async () => {} }
      }
    }
  })
  const [http, startup] = await lab.experiments({ duration: 7, nodes: '20, 24  20', signal })
  t.strictSame(http.targets.map(({ name }) => name), ['20', '24'])
  t.equal(http.note, 'Improvement over 20. 20 is 20.1.2, 24 is 24.1.2.')
  t.strictSame(await http.trial(http.targets[0], signal),
    { generatorBound: 1, fast: 1, optimized: 2, Express: 3, Fastify: 4 })
  t.strictSame(calls.splice(0), Array(4).fill(HUNDRED))
  t.strictSame(await startup.trial(startup.targets[0], signal),
    { nothing: 5, fast: 5, optimized: 5, Express: 5, Fastify: 5 })
  t.strictSame(calls.map(({ command }) => command), Array(3).fill('20 empty.js'))
  t.strictSame(started, SERVERS.flatMap((name) => Array(3).fill(`${name} /nodes/20`)))
  t.equal((await t.rejects(lab.experiments({ nodes: '20,20', signal }))).message,
    'NODES="20,20" leaves nothing to compare: name two versions, as NODES="20 24"')
})

const SERVERS = ['fast', 'optimized', 'Express', 'Fastify']
const rates = (unit, names) => names.map((name) => `${name} ${unit} higher`).join(', ')
const frameworks = 'rate higher, p99 ms, cpu lower'

/** Name, unit, and what is better, if the tables compare the targets by it; and the runs, if not the lab's number. */
const FIGURES = {
  'event-loop timer': 'fired ms, loop ms, late ms, delay ms, elu %',
  'event-loop cheap': 'p99 ms lower, delay ms, elu %, heavy',
  'event-loop heavy': 'rate higher, delay ms, elu %',
  'express-json small': 'rate higher, p99 ms, cpu',
  'express-json small24': 'rate higher, p99 ms, cpu',
  'express-json large': 'rate higher, p99 ms, cpu',
  'express-json steps 3 ×': 'stringify, etag',
  'frameworks seed': frameworks,
  'frameworks json 4 ×': frameworks,
  'frameworks text 4 ×': frameworks,
  'frameworks error 4 ×': frameworks,
  'loggers loggers': 'rate higher, p99 ms, cpu, rss bytes, lost',
  'node-versions http': rates('req/s', SERVERS),
  'node-versions startup': rates('starts/s', ['nothing', ...SERVERS]),
  'node-versions operations 30 ×': rates('ops/s', Object.keys(operations)),
  'overload shedding': 'p99 ms lower, accepted, shed, p99Shed ms, timeouts, listeners, rss bytes',
  'overload failover': 'failed % lower, accepted, p99 ms',
  'prof ab': 'rate higher, latency ms',
  'prof others': 'p50 ms lower, p99 ms, rate, auth',
  'prof threads': 'rate higher, latency ms'
}

t.test('the figures of each experiment, their units, and by which the targets are compared', async (t) => {
  const found = {}
  for (const lab of labNames()) {
    const experiments = await mockLab(t, lab).lab.experiments({ duration: 7, nodes: '20 24', signal })
    for (const { name, figures, runs } of experiments) {
      const list = figures.map(({ name, unit, better }) => [name, unit, better].filter(Boolean).join(' ')).join(', ')
      found[`${lab} ${name}${runs ? ` ${runs} ×` : ''}`] = list
    }
  }
  t.strictSame(found, FIGURES)
})

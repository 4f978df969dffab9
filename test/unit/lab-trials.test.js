'use strict'

// What each lab measures, and which figures it takes from a result. Nothing runs: what the labs call is replaced.

const fs = require('node:fs')
const path = require('node:path')
const { performance } = require('node:perf_hooks')
const t = require('tap')
const errors = require('../../scripts/lib/base/errors')
const { labNames } = require('../../scripts/lib/experiments/labs')
const { LABS } = require('../../scripts/lib/measure/targets')
const { operations } = require('../../docs/labs/node-versions/operations')
const { mockLab, signal, RESULT } = require('../helpers/mock-lab')

const describeTarget = ({ name, env = {} }) =>
  [name.replace(/^.*\//, ''), ...Object.entries(env).map(([variable, value]) => `${variable}=${value}`)].join(' ')

const CONDITIONS = { generatorBound: 1, backgroundCpu: 0.01 }
const PER_REQUEST = { cpu: 500, rate: 1000, p99: 1016, ...CONDITIONS }
const AUTH = '/auth?username=ada&password=lovelace'
const HUNDRED = { connections: 100, duration: 7 }

/** Of the experiments that load a server: targets, load, and what is observed. */
const LOADS = {
  'event-loop': {
    cheap: [
      'inline, partitioned, pool',
      { path: '/cheap', connections: 1, duration: 7, others: { heavy: { path: '/heavy', connections: 4 } } },
      { delay: 1052, elu: 52, p99: 1016, heavy: 2000, ...CONDITIONS }
    ],
    heavy: [
      'inline, partitioned, pool',
      { path: '/heavy', connections: 4, duration: 7 },
      { delay: 1052, elu: 52, rate: 1000, ...CONDITIONS }
    ]
  },
  'express-json': {
    small: ['json, json-no-etag, string', { path: '/small', ...HUNDRED }, PER_REQUEST],
    small20: ['json, json-no-etag, string', { path: '/small', ...HUNDRED }, PER_REQUEST],
    large: ['json, json-no-etag, string', { path: '/large', ...HUNDRED, connections: 10 }, PER_REQUEST]
  },
  frameworks: {
    seed: ['restify, express, fastify, http', HUNDRED, PER_REQUEST],
    json: ['express, fastify', { path: '/json', ...HUNDRED }, PER_REQUEST],
    text: ['express, fastify', { path: '/text', ...HUNDRED }, PER_REQUEST],
    error: ['express, fastify', { path: '/error', ...HUNDRED, mayFail: true }, PER_REQUEST]
  },
  prof: {
    ab: ['auth-sync, auth-async', { connections: 20, amount: 250 }, { rate: 502, latency: 1010, ...CONDITIONS }],
    others: [
      'auth-sync, auth-async',
      { path: '/', connections: 1, duration: 7, others: { auth: { path: AUTH, connections: 20 } } },
      { p50: 1013, p99: 1016, rate: 1000, auth: 1502, ...CONDITIONS }
    ],
    threads: [
      [4, 1, 2, 8].map((size) => `${size} thread${size > 1 ? 's' : ''} UV_THREADPOOL_SIZE=${size}`).join(', '),
      { connections: 20, duration: 7 },
      { rate: 502, latency: 1010, ...CONDITIONS }
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
})

t.test('prof: a short run sends fewer requests than the guide, and its title says how many', async (t) => {
  const { lab, calls } = mockLab(t, 'prof')
  const titles = []
  for (const duration of [2, 3]) {
    const [{ title, trial }] = lab.experiments({ duration })
    titles.push(title)
    await trial({}, signal)
  }
  t.strictSame(titles, ['20 connections, 20 requests', '20 connections, 250 requests, as in the guide'])
  t.strictSame(calls, [20, 250].map((amount) => ({ connections: 20, amount })))
})

t.test('a note says the load of this run', async (t) => {
  const loads = {}
  for (const lab of labNames()) {
    const experiments = await mockLab(t, lab).lab.experiments({ duration: 1, nodes: '20 24', signal })
    for (const { name, note = '' } of experiments) {
      const [load] = note.match(/(Load|Offered load): .*?(?=\.( |$))/) ?? []
      if (load) loads[`${lab} ${name}`] = load
    }
  }
  const hundred = 'Load: 100 connections for 1 s in each run'
  t.strictSame(loads, {
    'event-loop cheap': 'Load: 1 s in each run',
    'event-loop heavy': 'Load: 3 s in each run',
    'express-json small': hundred,
    'express-json small20': hundred,
    'express-json large': 'Load: 10 connections for 1 s in each run',
    'frameworks seed': hundred,
    'frameworks json': hundred,
    'frameworks text': hundred,
    'frameworks error': hundred,
    'loggers loggers': hundred,
    'node-versions http': hundred,
    'overload shedding': 'Offered load: 150 req/s at a constant rate for 1 s',
    'overload failover': 'Offered load: 50 req/s through nginx, after 2 s, for 1 s',
    'prof others': 'Load: 3 s in each run',
    'prof threads': 'Load: 3 s in each run'
  })
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

t.test('express-json: small20 runs under Node.js 20, and is skipped where that cannot be fetched', async (t) => {
  const experiment = async (mocks) => {
    const { lab } = mockLab(t, 'express-json', mocks)
    return (await lab.experiments({ duration: 7, signal })).find(({ name }) => name === 'small20')
  }
  const { targets, note, skipReason } = await experiment()
  t.strictSame(targets.map(({ node }) => node), Array(3).fill('/nodes/20'))
  const load = 'Load: 100 connections for 7 s in each run.'
  t.strictSame({ note, skipReason }, { note: `${load} Node.js 20.1.2.`, skipReason: undefined })
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
      const average = { fast: 1, optimized: 2, Express: 4, Fastify: 5 }[name]
      const conditions = name === 'optimized'
        ? { bottleneck: 'generator', backgroundCpu: 0.5 }
        : { bottleneck: 'server', backgroundCpu: 0.1 }
      return { requests: { average }, cpuPerRequest: 1e6 / (10 * average), ...conditions }
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
  t.equal(http.note,
    'Load: 100 connections for 7 s in each run. Improvement over 20. 20 is 20.1.2, 24 is 24.1.2.')
  t.strictSame(await http.trial(http.targets[0], signal), {
    backgroundCpu: 0.5,
    ...Object.fromEntries([1, 2, 4, 5].flatMap((rate, i) => [
      [SERVERS[i], rate],
      [`${SERVERS[i]}, per CPU-second`, 10 * rate],
      [`${SERVERS[i]}: generatorBound`, Number(i === 1)]
    ]))
  })
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
const LIMITED = '(generatorBound)'
const frameworks = `cpu µs lower, rate ${LIMITED}, p99 ms`

/**
 * Name, unit, what is better, if the tables compare the targets by it, and which observation says that the generator
 * was its limit; and the runs, if not the lab's number.
 */
const FIGURES = {
  'event-loop timer': 'fired ms, loop ms, late ms, delay ms, elu %',
  'event-loop cheap': 'p99 ms lower, delay ms, elu %, heavy',
  'event-loop heavy': `rate higher ${LIMITED}, delay ms, elu %`,
  'express-json small': frameworks,
  'express-json small20 6 ×': frameworks,
  'express-json large 6 ×': frameworks,
  'express-json steps 6 ×': 'stringify µs, etag µs',
  'frameworks seed': frameworks,
  'frameworks json 6 ×': frameworks,
  'frameworks text 6 ×': frameworks,
  'frameworks error 6 ×': frameworks,
  'loggers loggers': `${frameworks}, rss bytes, lost`,
  'node-versions http': SERVERS.map((name) =>
    `${name} req/s higher (${name}: generatorBound), ${name}, per CPU-second req/s higher`).join(', '),
  'node-versions startup': rates('starts/s', ['nothing', ...SERVERS]),
  'node-versions operations 8 ×': rates('ops/s', Object.keys(operations)),
  'overload shedding': 'p99 ms lower, accepted, shed, p99Shed ms, timeouts, listeners, rss bytes',
  'overload failover': 'failed % lower, accepted, p99 ms',
  'prof ab': `rate higher ${LIMITED}, latency ms`,
  'prof others': 'p50 ms lower, p99 ms, rate, auth',
  'prof threads': `rate higher ${LIMITED}, latency ms`
}

t.test('the figures of each experiment, their units, and by which the targets are compared', async (t) => {
  const found = {}
  for (const lab of labNames()) {
    const experiments = await mockLab(t, lab).lab.experiments({ duration: 7, nodes: '20 24', signal })
    for (const { name, figures, runs } of experiments) {
      const list = figures.map(({ name, unit, better, limitedBy }) =>
        [name, unit, better, limitedBy && `(${limitedBy})`].filter(Boolean).join(' ')).join(', ')
      found[`${lab} ${name}${runs ? ` ${runs} ×` : ''}`] = list
    }
  }
  t.strictSame(found, FIGURES)
})

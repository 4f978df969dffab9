'use strict'

const t = require('tap')
const { createCounter } = require('../../docs/labs/overload/trials')
const { mockLab, signal } = require('../helpers/mock-lab')

/** Feeds answers to a counter. */
function count (statuses, { failures = 0, duration = 1 } = {}) {
  const counter = createCounter()
  for (const [i, status] of statuses.entries()) counter.answered(status, i + 1)
  for (let i = 0; i < failures; i++) counter.failed(new Error('request timed out'))
  return counter.figures(duration)
}

t.test('accepted and shed requests are counted per second, each with its p99', async (t) => {
  const { accepted, p99, shed, p99Shed, failed } = count([200, 200, 503, 200], { duration: 2 })
  t.equal(accepted, 1.5)
  t.equal(shed, 0.5)
  t.ok(Math.abs(p99 - 4) < 0.01, `${p99} ms`)
  t.ok(Math.abs(p99Shed - 3) < 0.01, `${p99Shed} ms`)
  t.equal(failed, 25)
})

t.test('every answer with another status than 200 is a failed request', async (t) => {
  for (const status of [204, 301, 404, 500, 502, 503, 504]) t.equal(count([200, status]).failed, 50, status)
})

t.test('a request without an answer is a failed request: a timeout, a reset connection', async (t) => {
  t.equal(count([200, 200, 200], { failures: 1 }).failed, 25)
  t.equal(count([200, 502], { failures: 2 }).failed, 75)
})

t.test('no answer at all is 100 % failed', async (t) => {
  t.strictSame(count([]), { accepted: 0, p99: null, shed: 0, p99Shed: null, failed: 100 })
  t.equal(count([], { failures: 3 }).failed, 100)
})

/** The trials of the lab overload on a server and an nginx that only say what they are asked for. */
function loadTrials (t) {
  const events = []
  const loads = []
  const { lab } = mockLab(t, 'overload', {
    file: 'trials.js',
    'node:timers/promises': { setTimeout: async (ms) => { if (ms) events.push(`${ms} ms`) } },
    'measure/load.js': {
      async runLoad (load, { meter }) {
        loads.push(load)
        meter?.answered(200, 4)
        if (loads.length % 10 === 0) meter?.answered(503, 2)
        return { timeouts: 2 }
      }
    },
    'measure/server.js': {
      async startServer ({ name }) {
        const url = `http://${name}-${events.filter((event) => /^start/.test(event)).length}/`
        events.push(`start ${url}`)
        const sample = async () => ({ listeners: 7, rss: 77 })
        return { url, sample, over: signal, stop: async () => { events.push(`stop ${url}`) } }
      }
    },
    'system/nginx.js': {
      hasNginx: () => true,
      async startNginx (httpBlock) {
        const block = httpBlock({ listen: '127.0.0.1:1' })
        events.push(...block.match(/server [^{]*?;|proxy_next_upstream .*?;/g))
        return { url: 'http://nginx/', stop: async () => { events.push('stop nginx') } }
      }
    }
  })
  return { trials: lab, events, loads }
}

const STAGGER = Array.from({ length: 9 }, (_, i) => `${(i + 1) * 100} ms`)

t.test('overload: ten streams share the rate, a tenth of a second apart, and all of them count', async (t) => {
  const { trials, events, loads } = loadTrials(t)
  const trial = trials.sheddingTrial({ rate: 150, duration: 2 })
  const { p99, p99Shed, ...figures } = await trial({ name: 'x' }, signal)
  t.strictSame(figures, { accepted: 5, shed: 0.5, timeouts: 20, listeners: 7, rss: 77 })
  t.strictSame([Math.round(p99), Math.round(p99Shed)], [4, 2])
  t.strictSame(loads, Array(10).fill({ url: 'http://x-0/', connections: 15, rate: 15, duration: 2 }))
  t.strictSame(events, ['start http://x-0/', ...STAGGER, 'stop http://x-0/'])
})

t.test('overload: nginx is loaded two seconds after one of its instances is, and only its answers count', async (t) => {
  const { trials, events, loads } = loadTrials(t)
  const trial = trials.failoverTrial({ rate: 150, duration: 7 }, 50)
  const { p99, failed, accepted } = await trial({ name: 'x', env: { NEXT: 'error http_503' } }, signal)
  t.strictSame([accepted, Math.round(p99), Math.round(failed)], [2, 4, 9])
  t.strictSame(loads.filter(({ url }) => url === 'http://x-0/'),
    Array(10).fill({ url: 'http://x-0/', connections: 15, rate: 15, duration: 7 }))
  t.strictSame(loads.filter(({ url }) => url === 'http://nginx/'),
    Array(10).fill({ url: 'http://nginx/', connections: 5, rate: 5, duration: 5 }))
  t.strictSame(events, [
    'start http://x-0/', 'start http://x-1/', 'server x-0;', 'server x-1;', 'proxy_next_upstream error http_503;',
    ...STAGGER, '2000 ms', ...STAGGER, 'stop nginx', 'stop http://x-1/', 'stop http://x-0/'
  ])
})

t.test('overload: more is sent than slow can answer, for at least 3 s through nginx, or it is skipped', async (t) => {
  const record = (kind) => (...settings) => ({ kind, settings })
  const experiments = (hasNginx, duration) => mockLab(t, 'overload', {
    '../../docs/labs/overload/trials.js':
      { sheddingTrial: record('shedding'), failoverTrial: record('failover'), LEAD: 2 },
    '../../docs/labs/overload/nginx.js': { hasNginx: () => hasNginx }
  }).lab.experiments({ duration })
  const [shedding, failover] = experiments(true, 7)
  t.strictSame(shedding.trial, { kind: 'shedding', settings: [{ rate: 150, duration: 7 }] })
  t.strictSame(failover.trial, { kind: 'failover', settings: [{ rate: 150, duration: 7 }, 50] })
  t.strictSame(shedding.targets.map(({ name, warmup }) => [name, warmup]),
    [['slow', 0], ['overload/protected', 0], ['overload/under-pressure', 0]])
  t.strictSame(failover.targets.map(({ name, env }) => [name, env.NEXT]),
    [['off', 'off'], ['failover', 'error timeout http_503']])
  t.equal(failover.skipReason, undefined)
  const [, short] = experiments(false, 1)
  t.strictSame(short.trial.settings, [{ rate: 150, duration: 3 }, 50])
  t.equal(short.skipReason, 'there is no nginx. Install it (Debian, Ubuntu: apt-get install nginx; ' +
    'macOS: brew install nginx), and run again')
})

'use strict'

const { labServer } = require('../../../scripts/lib/measure/targets')
const { ms, number, ratio } = require('../../../scripts/lib/cli/format')
const { loadTrial } = require('../../../scripts/lib/experiments/lab-trials')

const REQUESTS = 250 // as `ab -c 20 -n 250`
const sync = labServer('prof', 'auth-sync', { warmup: 0 })
const async = labServer('prof', 'auth-async', { warmup: 0 })
const pool = (size) => ({ ...async, name: `${size} thread${size > 1 ? 's' : ''}`, env: { UV_THREADPOOL_SIZE: String(size) } })

const rate = { name: 'rate', label: 'auth, req/s', unit: '', better: 'more' }
const latency = { name: 'latency', label: 'mean latency of auth', unit: 'ms' }
const authed = ({ requests, latency, took }) => ({ rate: requests.total / took, latency: latency.average })

const faster = (mean) => mean('ab', 'auth-async', 'rate') / mean('ab', 'auth-sync', 'rate')
const waiting = (mean, who) => mean('others', who, 'p50')
const threads = (mean, size) => mean('threads', size, 'rate')

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'A password at a time',
  question: 'A service hashes passwords: what does --prof show, and what does it help to hash elsewhere?',
  defaults: { runs: 3, duration: 5 },

  experiments: ({ duration }) => [
    {
      name: 'ab',
      title: '20 connections, 250 requests, as in the guide',
      targets: [sync, async],
      trial: loadTrial({ connections: 20, amount: duration < 5 ? 20 : REQUESTS }, authed),
      figures: [rate, latency],
      source: { name: 'the guide', figures: { 'auth-sync': '5.33 req/s, 3,755 ms', 'auth-async': '19.46 req/s, 1,028 ms' } }
    },
    {
      name: 'others',
      title: 'Whoever wants something else: a trivial route, while auth is loaded',
      targets: [sync, async],
      trial: loadTrial(
        { path: '/', connections: 1, duration, others: { auth: { path: '/auth?username=ada&password=lovelace', connections: 20 } } },
        ({ requests, latency, others }) => ({ p50: latency.p50, p99: latency.p99, rate: requests.average, auth: others.auth.requests.total / others.auth.took })
      ),
      figures: [
        { name: 'p50', label: 'p50 of /', unit: 'ms', better: 'less' },
        { name: 'p99', label: 'p99 of /', unit: 'ms' },
        { name: 'rate', label: '/, req/s', unit: '' },
        { name: 'auth', label: 'auth, req/s', unit: '' }
      ]
    },
    {
      name: 'threads',
      title: 'The size of the thread pool, UV_THREADPOOL_SIZE',
      targets: [4, 1, 2, 8].map(pool),
      trial: loadTrial({ connections: 20, duration }, authed),
      figures: [rate, latency],
      note: '4 is what Node.js takes unless told otherwise.'
    }
  ],

  conclusions: [
    {
      says: (mean) => `Off the event loop, auth is ${ratio(faster(mean))} as fast, where the guide has 3.65 ×. No more than there are cores: a hash costs the same wherever it is made.`,
      holds: (mean) => faster(mean) > 1.2
    },
    {
      says: (mean) => `The trivial route answers in ${waiting(mean, 'auth-async') < 1 ? 'less than a ms' : ms(waiting(mean, 'auth-async'))} (p50) while auth is loaded, and in ${ms(waiting(mean, 'auth-sync'))} where the hashing blocks the loop.`,
      holds: (mean) => waiting(mean, 'auth-sync') > 5 * waiting(mean, 'auth-async')
    },
    {
      says: (mean) => `One thread hashes ${number(threads(mean, '1 thread'))} passwords a second, two ${number(threads(mean, '2 threads'))}, four ${number(threads(mean, '4 threads'))}, eight ${number(threads(mean, '8 threads'))}.`,
      holds: (mean) => threads(mean, '2 threads') > 1.3 * threads(mean, '1 thread')
    }
  ]
}

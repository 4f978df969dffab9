'use strict'

const { labServer } = require('../../../scripts/lib/measure/targets')
const { ms, number, ratio } = require('../../../scripts/lib/cli/format')
const { loadTrial } = require('../../../scripts/lib/experiments/lab-trials')

const REQUESTS = 250 // as `ab -c 20 -n 250`
const MIN_DURATION = 3 // s: in less, 20 connections to auth may get no answer on a busy machine
const seconds = (duration) => Math.max(duration, MIN_DURATION)

const AUTH = '/auth?username=ada&password=lovelace'
const POOL_SIZES = [1, 2, 4, 8]
const sync = labServer('prof', 'auth-sync', { warmup: 0 })
const async = labServer('prof', 'auth-async', { warmup: 0 })
const poolName = (size) => `${size} thread${size > 1 ? 's' : ''}`
const withPool = (size) => ({ ...async, name: poolName(size), env: { UV_THREADPOOL_SIZE: String(size) } })

const rate = { name: 'rate', label: 'auth, req/s', unit: '', better: 'higher' }
const latency = { name: 'latency', label: 'mean latency of auth', unit: 'ms' }
const authPerSecond = ({ requests, took }) => requests.total / took
const observeAuth = (result) => ({ rate: authPerSecond(result), latency: result.latency.average })

const asyncToSync = (mean) => mean('ab', 'auth-async', 'rate') / mean('ab', 'auth-sync', 'rate')
const trivialP50 = (mean, target) => mean('others', target, 'p50')
const formatP50 = (value) => value < 1 ? 'less than 1 ms' : ms(value)
const poolRate = (mean, size) => mean('threads', poolName(size), 'rate')

/** Whether each larger pool is faster up to the number of CPUs, and no faster beyond it. */
function isLimitedByCpus (mean, cpus) {
  return POOL_SIZES.slice(1).every((size, i) => {
    const smaller = POOL_SIZES[i]
    const gain = poolRate(mean, size) / poolRate(mean, smaller)
    if (size <= cpus) return gain > 1.2
    return smaller < cpus || gain < 1.2
  })
}

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'A password at a time',
  question: 'A service hashes passwords: what does --prof show, and what do you gain by hashing off the event loop?',
  defaults: { runs: 3, duration: 5 },

  experiments: ({ duration }) => [
    {
      name: 'ab',
      title: '20 connections, 250 requests, as in the guide',
      targets: [sync, async],
      trial: loadTrial({ connections: 20, amount: duration < 5 ? 20 : REQUESTS }, observeAuth),
      figures: [rate, latency],
      source: {
        name: 'the guide',
        figures: { 'auth-sync': '5.33 req/s, 3,755 ms', 'auth-async': '19.46 req/s, 1,028 ms' }
      }
    },
    {
      name: 'others',
      title: 'A trivial route while auth is under load',
      targets: [sync, async],
      trial: loadTrial(
        { path: '/', connections: 1, duration: seconds(duration), others: { auth: { path: AUTH, connections: 20 } } },
        ({ requests, latency: { p50, p99 }, others }) =>
          ({ p50, p99, rate: requests.average, auth: authPerSecond(others.auth) })
      ),
      figures: [
        { name: 'p50', label: 'p50 of /', unit: 'ms', better: 'lower' },
        { name: 'p99', label: 'p99 of /', unit: 'ms' },
        { name: 'rate', label: '/, req/s', unit: '' },
        { name: 'auth', label: 'auth, req/s', unit: '' }
      ]
    },
    {
      name: 'threads',
      title: 'The size of the thread pool, UV_THREADPOOL_SIZE',
      targets: [4, 1, 2, 8].map(withPool),
      trial: loadTrial({ connections: 20, duration: seconds(duration) }, observeAuth),
      figures: [rate, latency],
      note: 'Node.js uses 4 by default.'
    }
  ],

  conclusions: [
    {
      claim: (mean, { cpu }) => `Off the event loop, auth answers ${ratio(asyncToSync(mean))} as many requests; the ` +
        `guide has 3.65 ×. The gain is no larger than the number of CPUs, here ${cpu.count}.`,
      holds: (mean, { cpu }) => asyncToSync(mean) > 1.2 && asyncToSync(mean) < 1.1 * cpu.count // 10 % for noise
    },
    {
      claim: (mean) => 'While auth is under load, the p50 of the trivial route is ' +
        `${formatP50(trivialP50(mean, 'auth-async'))} if the thread pool hashes, and more than five times as long, ` +
        `${ms(trivialP50(mean, 'auth-sync'))}, if the event loop does.`,
      holds: (mean) => trivialP50(mean, 'auth-sync') > 5 * trivialP50(mean, 'auth-async')
    },
    {
      claim: (mean, { cpu }) => `More threads help up to the number of CPUs, here ${cpu.count}: ` +
        `${POOL_SIZES.map((size) => `${poolName(size)}: ${number(poolRate(mean, size))} req/s`).join('; ')}.`,
      holds: (mean, { cpu }) => isLimitedByCpus(mean, cpu.count)
    }
  ]
}

'use strict'

const { labServer } = require('../../../scripts/lib/measure/targets')
const { ms } = require('../../../scripts/lib/base/format')
const { loadTrial } = require('../../../scripts/lib/experiments/lab-trials')

const REQUESTS = 250 // as `ab -c 20 -n 250`
const MIN_DURATION = 3 // s: in less, 20 connections to auth may get no answer on a busy machine
const seconds = (duration) => Math.max(duration, MIN_DURATION)
const loadNote = (duration) => `Load: ${seconds(duration)} s in each run.`
const countRequests = (duration) => duration < MIN_DURATION ? 20 : REQUESTS

const AUTH = '/auth?username=ada&password=lovelace'
const POOL_SIZES = [1, 2, 4, 8]
const sync = labServer('prof', 'auth-sync', { warmup: 0 })
const async = labServer('prof', 'auth-async', { warmup: 0 })
const poolName = (size) => `${size} thread${size > 1 ? 's' : ''}`
const withPool = (size) => ({ ...async, name: poolName(size), env: { UV_THREADPOOL_SIZE: String(size) } })

const rate = { name: 'rate', label: 'auth, req/s', unit: '', better: 'higher', limitedBy: 'generatorBound' }
const latency = { name: 'latency', label: 'mean latency of auth', unit: 'ms' }
const authPerSecond = ({ requests, took }) => requests.total / took
const observeAuth = (result) => ({ rate: authPerSecond(result), latency: result.latency.average })

const asyncToSync = (figures) => figures.ratio('ab', 'auth-async', 'auth-sync', 'rate')
const trivialP50 = (figures, target) => figures.range('others', target, 'p50')
const atMost = (value) => value < 1 ? 'less than 1 ms' : `at most ${ms(value)}`
const gainOf = (figures, size, smaller) => figures.ratio('threads', poolName(size), poolName(smaller), 'rate')
const STEPS = POOL_SIZES.slice(1).map((size, i) => ({ size, smaller: POOL_SIZES[i] }))

/** Whether each larger pool is faster up to the number of CPUs, and no faster beyond it. */
const isLimitedByCpus = (figures, cpus) => STEPS.every(({ size, smaller }) => {
  const { low, high } = gainOf(figures, size, smaller)
  if (size <= cpus) return low > 1.2
  return smaller < cpus || high < 1.2
})

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'Hashing passwords',
  question: 'A service hashes passwords: what does --prof show, and what do you gain by hashing off the event loop?',
  defaults: { runs: 6, duration: 3 },

  experiments: ({ duration }) => [
    {
      name: 'ab',
      title: `20 connections, ${countRequests(duration)} requests` +
        (countRequests(duration) === REQUESTS ? ', as in the guide' : ''),
      targets: [sync, async],
      trial: loadTrial({ connections: 20, amount: countRequests(duration) }, observeAuth),
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
      ],
      note: loadNote(duration)
    },
    {
      name: 'threads',
      title: 'The size of the thread pool, UV_THREADPOOL_SIZE',
      targets: [4, 1, 2, 8].map(withPool),
      trial: loadTrial({ connections: 20, duration: seconds(duration) }, observeAuth),
      figures: [rate, latency],
      note: `${loadNote(duration)} Node.js uses 4 by default.`
    }
  ],

  conclusions: [
    {
      claim: (figures, { cpu }) => `Off the event loop, auth answers ${asyncToSync(figures).text} as many requests; ` +
        `the guide has 3.65 ×. This machine has ${cpu.count} CPUs.`,
      holds: (figures) => asyncToSync(figures).low > 1.2
    },
    {
      claim: (figures) => 'While auth is under load, the p50 of the trivial route is ' +
        `${atMost(trivialP50(figures, 'auth-async')[1])} if the thread pool hashes, and more than five times as ` +
        `long, at least ${ms(trivialP50(figures, 'auth-sync')[0])}, if the event loop does.`,
      holds: (figures) => trivialP50(figures, 'auth-sync')[0] > 5 * trivialP50(figures, 'auth-async')[1]
    },
    {
      claim: (figures, { cpu }) => `More threads help up to the number of CPUs, here ${cpu.count}: ` +
        STEPS.map(({ size, smaller }) => `${poolName(size)} answer ${gainOf(figures, size, smaller).text} as many ` +
          `requests as ${smaller}`).join(', ') + '.',
      holds: (figures, { cpu }) => isLimitedByCpus(figures, cpu.count)
    }
  ]
}

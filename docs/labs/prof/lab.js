'use strict'

const { labServer } = require('../../../scripts/lib/server/targets')
const { p99, rate } = require('../figures')

const AUTH = '/auth?username=ada&password=lovelace'

const sync = labServer('prof', 'auth-sync', { warmup: 0 })
const async = labServer('prof', 'auth-async', { warmup: 0 })
const withThreads = (name, count) => ({ ...async, name, env: { UV_THREADPOOL_SIZE: count } })

const p50 = ({ latency }) => latency.p50
const authPerSecond = ({ requests, took }) => requests.total / took
const mean = ({ latency }) => latency.average
const figures = [
  { name: 'rate', label: 'auth, req/s', compared: true, read: authPerSecond },
  { name: 'latency', label: 'mean latency of auth', unit: 'ms', read: mean }
]

module.exports = {
  title: 'Hashing passwords',
  question: 'A service hashes passwords: what does --prof show, and what do you gain by hashing ' +
    'off the event loop?',
  runs: 4,
  duration: 3,
  parts: [
    {
      name: 'ab',
      title: '20 connections, 250 requests, as in the guide',
      targets: [sync, async],
      load: { connections: 20, amount: 250 },
      figures,
      claims: [
        {
          claim: 'Off the event loop, auth answers at least 1.2 × as many requests',
          ratio: ['auth-async', 'auth-sync', 'rate'],
          above: 1.2
        }
      ]
    },
    {
      name: 'others',
      title: 'A trivial route while auth is under load',
      targets: [{ ...sync, path: '/' }, { ...async, path: '/' }],
      load: { connections: 1, others: { auth: { path: AUTH, connections: 20 } } },
      figures: [
        { ...p99, name: 'p50', label: 'p50 of /', compared: true, read: p50 },
        { ...p99, label: 'p99 of /' },
        { ...rate, label: '/, req/s' },
        { name: 'auth', label: 'auth, req/s', read: ({ others }) => authPerSecond(others.auth) }
      ],
      claims: [
        {
          claim: 'If the thread pool hashes, the trivial route waits less than a fifth as long',
          ratio: ['auth-async', 'auth-sync', 'p50'],
          below: 0.2
        }
      ]
    },
    {
      name: 'threads',
      title: 'The size of the thread pool, UV_THREADPOOL_SIZE',
      targets: [
        withThreads('4 threads', '4'),
        withThreads('1 thread', '1'),
        withThreads('2 threads', '2'),
        withThreads('8 threads', '8')
      ],
      load: { connections: 20 },
      figures,
      note: 'Node.js uses 4 by default.',
      claims: [
        {
          claim: '2 threads answer at least 1.2 × as many requests as 1 (on two or more CPUs)',
          ratio: ['2 threads', '1 thread', 'rate'],
          above: 1.2
        }
      ]
    }
  ]
}

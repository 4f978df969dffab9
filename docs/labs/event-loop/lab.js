'use strict'

const path = require('node:path')
const { labServer } = require('../../../scripts/lib/server/targets')
const { p99, rate, runScript } = require('../figures')

const servers = ['inline', 'partitioned', 'pool'].map((name) => labServer('event-loop', name))

const timer = (name, env) => ({ name, file: path.join(__dirname, 'timer.js'), env })

const delay = {
  name: 'delay',
  label: 'event-loop delay, p99',
  unit: 'ms',
  read: ({ server }) => server.delayP99
}
const elu = {
  name: 'elu',
  label: 'event-loop utilisation',
  unit: '%',
  read: ({ server }) => server.elu * 100
}

module.exports = {
  title: 'The event loop, blocked',
  question: 'What waits while JavaScript computes, and how do you keep a heavy route from ' +
    'blocking the others?',
  runs: 4,
  duration: 3,
  parts: [
    {
      name: 'timer',
      title: 'A timer of 100 ms, then a loop of Math.random()',
      targets: [
        timer('loop 50 ms', { LOOP: '50' }),
        timer('loop 100 ms', { LOOP: '100' }),
        timer('loop 200 ms', { LOOP: '200' }),
        timer('the article\'s 1e7 iterations', { ITERATIONS: '1e7' })
      ],
      measure: runScript,
      figures: [
        { name: 'fired', label: 'timer fired after', unit: 'ms' },
        { name: 'loop', label: 'duration of the loop', unit: 'ms' },
        { name: 'late', label: 'later than max(loop, 100 ms)', unit: 'ms' },
        { name: 'delay', label: 'longest event-loop delay', unit: 'ms' },
        { name: 'elu', label: 'event-loop utilisation', unit: '%' }
      ],
      note: 'A loop is named after the time that it should take. Each run calibrates it anew, on ' +
        'a machine that changes: the column "duration of the loop" has what it took.',
      claims: [
        {
          claim: 'The loop "200 ms" delays all other work longer than the loop "50 ms"',
          ratio: ['loop 200 ms', 'loop 50 ms', 'delay'],
          above: 1
        }
      ]
    },
    {
      name: 'cheap',
      title: '/cheap for 1 connection, while 4 connections load /heavy',
      targets: servers,
      load: { connections: 1, others: { heavy: { path: '/heavy', connections: 4 } } },
      figures: [
        { ...p99, label: 'p99 of /cheap', compared: true },
        delay,
        elu,
        {
          name: 'heavy',
          label: 'Req/Sec of /heavy',
          read: ({ others }) => others.heavy.requests.average
        }
      ],
      note: 'Latencies are whole ms: 0 ms is less than 1 ms. Each answer of /cheap is followed ' +
        'by the next request at once: a fast /cheap takes CPU time from /heavy.',
      claims: [
        {
          claim: 'Slices cut the p99 of /cheap to less than a fifth',
          ratio: ['partitioned', 'inline', 'p99'],
          below: 0.2
        },
        {
          claim: 'Threads cut the p99 of /cheap to less than a fifth',
          ratio: ['pool', 'inline', 'p99'],
          below: 0.2
        }
      ]
    },
    {
      name: 'heavy',
      title: '/heavy alone, for 4 connections',
      targets: servers.map((server) => ({ ...server, path: '/heavy' })),
      load: { connections: 4 },
      figures: [
        { name: 'rate', label: 'Req/Sec', compared: true, read: rate.read },
        delay,
        elu
      ],
      claims: [
        {
          claim: 'Threads take the work off the event loop: it is busy less than half as much',
          ratio: ['pool', 'inline', 'elu'],
          below: 0.5
        }
      ]
    }
  ]
}

'use strict'

const path = require('node:path')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { ms, percent, ratio } = require('../../../scripts/lib/cli/format')
const { loadTrial, scriptTrial } = require('../../../scripts/lib/experiments/lab-trials')

const server = (name) => labServer('event-loop', name)
const servers = ['inline', 'partitioned', 'pool'].map(server)
const timer = (name, env) => ({ name, file: path.join(__dirname, 'timer.js'), warmup: 0, env })

const LOOPS = [50, 100, 200].map((length) => `loop ${length} ms`)
const later = (mean) => Math.max(...LOOPS.map((name) => mean('timer', name, 'late')))
const p99 = (mean, target) => mean('cheap', target, 'p99')
const share = (mean, target) => mean('heavy', target, 'rate') / mean('heavy', 'inline', 'rate')

const insideOf = ({ delayP99, elu }) => ({ delay: delayP99, elu: elu * 100 })
const inside = [
  { name: 'delay', label: 'event-loop delay, p99', unit: 'ms' },
  { name: 'elu', label: 'event-loop utilisation', unit: '%' }
]

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'The event loop, blocked',
  question: 'What waits while JavaScript computes, and how is a heavy route kept from stopping the others?',
  defaults: { runs: 5, duration: 4 },

  experiments: ({ duration }) => [
    {
      name: 'timer',
      title: 'A timer of 100 ms, then a loop of Math.random()',
      targets: [
        ...LOOPS.map((name) => timer(name, { LOOP: name.match(/\d+/)[0] })),
        timer('the article\'s 1e7 turns', { TURNS: '1e7' })
      ],
      trial: scriptTrial(),
      figures: [
        { name: 'fired', label: 'the timer came after', unit: 'ms' },
        { name: 'loop', label: 'the loop took', unit: 'ms' },
        { name: 'late', label: 'later than max(loop, 100 ms)', unit: 'ms' },
        { name: 'delay', label: 'longest event-loop delay', unit: 'ms' },
        { name: 'elu', label: 'event-loop utilisation', unit: '%' }
      ],
      source: { name: 'the translator\'s note', figures: Object.fromEntries(LOOPS.map((name) => [name, 'max(loop, 100 ms), not the sum'])) },
      note: 'The turns of each loop are found anew in each run, so its time is not exactly what its name says.'
    },
    {
      name: 'cheap',
      title: '/cheap for 1 connection, while 4 connections load /heavy',
      targets: servers,
      trial: loadTrial({ path: '/cheap', connections: 1, duration, others: { heavy: { path: '/heavy', connections: 4 } } }, ({ latency, server, others }) => ({
        ...insideOf(server),
        p99: latency.p99,
        heavy: others.heavy.requests.average
      })),
      figures: [
        { name: 'p99', label: 'p99 of /cheap', unit: 'ms', better: 'less' },
        ...inside,
        { name: 'heavy', label: 'Req/Sec of /heavy', unit: '' }
      ],
      note: 'Whole ms: 0 ms is less than one. The connection asks as fast as it is answered: where /cheap is fast, it takes CPU time from /heavy.'
    },
    {
      name: 'heavy',
      title: '/heavy alone, for 4 connections',
      targets: servers,
      trial: loadTrial({ path: '/heavy', connections: 4, duration }, ({ requests, server }) => ({ ...insideOf(server), rate: requests.average })),
      figures: [{ name: 'rate', label: 'Req/Sec', unit: '', better: 'more' }, ...inside]
    }
  ],

  conclusions: [
    {
      says: (mean) => `The timer waits for the loop to end, and no longer: on average it came at most ${ms(later(mean))} after max(loop, 100 ms), where the sum would be another 50 or 100 ms.`,
      holds: (mean) => later(mean) < 15
    },
    {
      says: (mean) => `Utilisation tells how much of its time the event loop worked, ${percent(mean('timer', LOOPS[0], 'elu') / 100)} with the shortest loop and ${percent(mean('timer', LOOPS[2], 'elu') / 100)} with the longest; only the delay tells how long the others had to wait: ${ms(mean('timer', LOOPS[0], 'delay'))} and ${ms(mean('timer', LOOPS[2], 'delay'))}.`,
      holds: (mean) => mean('timer', LOOPS[0], 'elu') < 90 && mean('timer', LOOPS[2], 'elu') > 95 &&
        mean('timer', LOOPS[2], 'delay') > 2 * mean('timer', LOOPS[0], 'delay')
    },
    {
      says: (mean) => `While /heavy is loaded, the p99 of /cheap is ${ms(p99(mean, 'inline'))} inline, ${ms(p99(mean, 'partitioned'))} in slices, and ${p99(mean, 'pool') < 1 ? 'less than a ms' : ms(p99(mean, 'pool'))} with other threads.`,
      holds: (mean) => p99(mean, 'inline') > 5 * p99(mean, 'partitioned') && p99(mean, 'inline') > 5 * p99(mean, 'pool')
    },
    {
      says: (mean) => `Slices give the others their turn and make nothing faster: ${ratio(share(mean, 'partitioned'))} the heavy answers of inline.`,
      holds: (mean) => share(mean, 'partitioned') > 0.5 && share(mean, 'partitioned') < 1.3
    },
    {
      says: (mean) => `Only threads take the work off the event loop: it is busy for ${percent(mean('heavy', 'pool', 'elu') / 100)} of the time in pool, for ${percent(mean('heavy', 'partitioned', 'elu') / 100)} in partitioned, for ${percent(mean('heavy', 'inline', 'elu') / 100)} inline.`,
      holds: (mean) => mean('heavy', 'pool', 'elu') < 50 && mean('heavy', 'partitioned', 'elu') > 90 && mean('heavy', 'inline', 'elu') > 90
    }
  ]
}

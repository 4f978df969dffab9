'use strict'

const path = require('node:path')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { ms, percent, ratio } = require('../../../scripts/lib/cli/format')
const { loadTrial, scriptTrial } = require('../../../scripts/lib/experiments/lab-trials')

const servers = ['inline', 'partitioned', 'pool'].map((name) => labServer('event-loop', name))
const timer = (name, env) => ({ name, file: path.join(__dirname, 'timer.js'), warmup: 0, env })

const LOOPS = [50, 100, 200].map((length) => `loop ${length} ms`)
const [SHORTEST, , LONGEST] = LOOPS
const TIMER = 100 // ms
const MIN_DURATION = 3 // s: in less, 4 connections to /heavy may get no answer on a busy machine

/** How much later than max(loop, 100 ms) the timer fired: the worst of the loops. */
const lateness = (mean) => Math.max(...LOOPS.map((name) => mean('timer', name, 'late')))
/** How much later loop + 100 ms is than max(loop, 100 ms): the least of the loops. */
const sumLateness = (mean) => Math.min(...LOOPS.map((name) => Math.min(TIMER, mean('timer', name, 'loop'))))
const timerElu = (mean, loop) => mean('timer', loop, 'elu') / 100
const timerDelay = (mean, loop) => mean('timer', loop, 'delay')
const isAsLongAsLoop = (mean, loop) => Math.abs(timerDelay(mean, loop) / mean('timer', loop, 'loop') - 1) < 0.1

const cheapP99 = (mean, target) => mean('cheap', target, 'p99')
const formatP99 = (value) => value < 1 ? 'less than 1 ms' : ms(value)
const heavyRatio = (mean) => mean('heavy', 'partitioned', 'rate') / mean('heavy', 'inline', 'rate')
const heavyElu = (mean, target) => mean('heavy', target, 'elu') / 100

const observeLoop = ({ delayP99, elu }) => ({ delay: delayP99, elu: elu * 100 })
const loopFigures = [
  { name: 'delay', label: 'event-loop delay, p99', unit: 'ms' },
  { name: 'elu', label: 'event-loop utilisation', unit: '%' }
]

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'The event loop, blocked',
  question: 'What waits while JavaScript computes, and how do you keep a heavy route from blocking the others?',
  defaults: { runs: 5, duration: 4 },

  experiments: ({ duration }) => [
    {
      name: 'timer',
      title: 'A timer of 100 ms, then a loop of Math.random()',
      targets: [
        ...LOOPS.map((name) => timer(name, { LOOP: name.match(/\d+/)[0] })),
        timer('the article\'s 1e7 iterations', { ITERATIONS: '1e7' })
      ],
      trial: scriptTrial(),
      figures: [
        { name: 'fired', label: 'timer fired after', unit: 'ms' },
        { name: 'loop', label: 'duration of the loop', unit: 'ms' },
        { name: 'late', label: 'later than max(loop, 100 ms)', unit: 'ms' },
        { name: 'delay', label: 'longest event-loop delay', unit: 'ms' },
        { name: 'elu', label: 'event-loop utilisation', unit: '%' }
      ],
      source: {
        name: 'the translator\'s note',
        figures: Object.fromEntries(LOOPS.map((name) => [name, 'max(loop, 100 ms), not the sum']))
      },
      note: 'Each run calibrates its loop anew, so the loop does not take exactly as long as its name says.'
    },
    {
      name: 'cheap',
      title: '/cheap for 1 connection, while 4 connections load /heavy',
      targets: servers,
      trial: loadTrial(
        { path: '/cheap', connections: 1, duration, others: { heavy: { path: '/heavy', connections: 4 } } },
        ({ latency, server, others }) =>
          ({ ...observeLoop(server), p99: latency.p99, heavy: others.heavy.requests.average })
      ),
      figures: [
        { name: 'p99', label: 'p99 of /cheap', unit: 'ms', better: 'lower' },
        ...loopFigures,
        { name: 'heavy', label: 'Req/Sec of /heavy', unit: '' }
      ],
      note: 'Latencies are whole ms: 0 ms is less than 1 ms. Each answer of /cheap is followed by the next request ' +
        'at once: a fast /cheap takes CPU time from /heavy.'
    },
    {
      name: 'heavy',
      title: '/heavy alone, for 4 connections',
      targets: servers,
      trial: loadTrial(
        { path: '/heavy', connections: 4, duration: Math.max(duration, MIN_DURATION) },
        ({ requests, server }) => ({ ...observeLoop(server), rate: requests.average })
      ),
      figures: [{ name: 'rate', label: 'Req/Sec', unit: '', better: 'higher' }, ...loopFigures]
    }
  ],

  conclusions: [
    {
      claim: (mean) => 'The timer fires when both the loop and the 100 ms are over: on average at most ' +
        `${ms(lateness(mean))} after max(loop, 100 ms). The sum would be at least ${ms(sumLateness(mean))} later.`,
      holds: (mean) => lateness(mean) < 15 && LOOPS.every((name) => mean('timer', name, 'late') > -2) &&
        sumLateness(mean) > 2 * lateness(mean)
    },
    {
      claim: (mean) => 'Utilisation is the share of time in which the event loop works: ' +
        `${percent(timerElu(mean, SHORTEST))} with the shortest loop, ${percent(timerElu(mean, LONGEST))} with the ` +
        `longest. The delay is how long everything else has to wait: ${ms(timerDelay(mean, SHORTEST))} and ` +
        `${ms(timerDelay(mean, LONGEST))}, as long as the loop itself.`,
      holds: (mean) => timerElu(mean, SHORTEST) < 0.9 && timerElu(mean, LONGEST) > 0.95 &&
        isAsLongAsLoop(mean, SHORTEST) && isAsLongAsLoop(mean, LONGEST)
    },
    {
      claim: (mean) => `While /heavy is under load, the p99 of /cheap is ${ms(cheapP99(mean, 'inline'))} inline. ` +
        `Slices and threads cut it to less than a fifth: ${formatP99(cheapP99(mean, 'partitioned'))} with slices, ` +
        `${formatP99(cheapP99(mean, 'pool'))} with threads.`,
      holds: (mean) => ['partitioned', 'pool'].every((name) => 5 * cheapP99(mean, name) < cheapP99(mean, 'inline'))
    },
    {
      claim: (mean) => 'Slices do not make the heavy route itself faster: ' +
        `it answers ${ratio(heavyRatio(mean))} as many requests as inline.`,
      holds: (mean) => heavyRatio(mean) < 1.1 // 10 % for noise
    },
    {
      claim: (mean) => 'Only threads take the work off the event loop: under load on /heavy it is busy ' +
        `${percent(heavyElu(mean, 'pool'))} of the time in pool, ${percent(heavyElu(mean, 'partitioned'))} in ` +
        `partitioned and ${percent(heavyElu(mean, 'inline'))} in inline.`,
      holds: (mean) => heavyElu(mean, 'pool') < 0.5 && heavyElu(mean, 'partitioned') > 0.9 &&
        heavyElu(mean, 'inline') > 0.9
    }
  ]
}

'use strict'

const path = require('node:path')
const { labServer } = require('../../../scripts/lib/measure/targets')
const { ms, number } = require('../../../scripts/lib/base/format')
const { loadTrial, scriptTrial } = require('../../../scripts/lib/experiments/lab-trials')

const servers = ['inline', 'partitioned', 'pool'].map((name) => labServer('event-loop', name))
const timer = (name, env) => ({ name, file: path.join(__dirname, 'timer.js'), warmup: 0, env })

const LOOPS = [50, 100, 200].map((length) => `loop ${length} ms`)
const [SHORTEST, , LONGEST] = LOOPS
const TIMER = 100 // ms
const MIN_DURATION = 3 // s: in less, 4 connections to /heavy may get no answer on a busy machine
const heavySeconds = (duration) => Math.max(duration, MIN_DURATION)

/** How much later than max(loop, 100 ms) the timer fired: the earliest and the latest of all runs and loops. */
function lateness (figures) {
  const ranges = LOOPS.map((name) => figures.range('timer', name, 'late'))
  return { earliest: Math.min(...ranges.map(([least]) => least)), latest: Math.max(...ranges.map(([, most]) => most)) }
}
/** How much later loop + 100 ms is than max(loop, 100 ms): the least of all runs and loops. */
const sumLateness = (figures) =>
  Math.min(...LOOPS.map((name) => Math.min(TIMER, figures.range('timer', name, 'loop')[0])))
const timerElu = (figures, loop) => figures.range('timer', loop, 'elu')
const timerDelay = (figures, loop) => figures.median('timer', loop, 'delay')
const isAsLongAsLoop = (figures, loop) =>
  Math.abs(timerDelay(figures, loop) / figures.median('timer', loop, 'loop') - 1) < 0.1

const cheapP99 = (figures, target) => figures.range('cheap', target, 'p99')
const atMost = (value) => value < 1 ? 'less than 1 ms' : `at most ${ms(value)}`
const slicesToInline = (figures) => figures.ratio('heavy', 'partitioned', 'inline', 'rate')
const heavyElu = (figures, target) => figures.range('heavy', target, 'elu')

const observeLoop = ({ delayP99, elu }) => ({ delay: delayP99, elu: elu * 100 })
const loopFigures = [
  { name: 'delay', label: 'event-loop delay, p99', unit: 'ms' },
  { name: 'elu', label: 'event-loop utilisation', unit: '%' }
]

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'The event loop, blocked',
  question: 'What waits while JavaScript computes, and how do you keep a heavy route from blocking the others?',
  defaults: { runs: 6, duration: 3 },

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
      note: `Load: ${duration} s in each run. Latencies are whole ms: 0 ms is less than 1 ms. Each answer of /cheap ` +
        'is followed by the next request at once: a fast /cheap takes CPU time from /heavy.'
    },
    {
      name: 'heavy',
      title: '/heavy alone, for 4 connections',
      targets: servers,
      trial: loadTrial(
        { path: '/heavy', connections: 4, duration: heavySeconds(duration) },
        ({ requests, server }) => ({ ...observeLoop(server), rate: requests.average })
      ),
      figures: [
        { name: 'rate', label: 'Req/Sec', unit: '', better: 'higher', limitedBy: 'generatorBound' },
        ...loopFigures
      ],
      note: `Load: ${heavySeconds(duration)} s in each run.`
    }
  ],

  conclusions: [
    {
      claim: (figures) => 'The timer fires when both the loop and the 100 ms are over: in no run more than ' +
        `${ms(lateness(figures).latest)} after max(loop, 100 ms). The sum would be at least ` +
        `${ms(sumLateness(figures))} later.`,
      holds (figures) {
        const { earliest, latest } = lateness(figures)
        return earliest > -2 && latest < 15 && sumLateness(figures) > 2 * latest
      }
    },
    {
      claim: (figures) => 'Utilisation is the share of time in which the event loop works: at most ' +
        `${number(timerElu(figures, SHORTEST)[1])} % in a run with the shortest loop, at least ` +
        `${number(timerElu(figures, LONGEST)[0])} % with the longest. The delay is how long everything else has to ` +
        `wait: a median of ${ms(timerDelay(figures, SHORTEST))} and ${ms(timerDelay(figures, LONGEST))}, as long as ` +
        'the loop itself.',
      holds: (figures) => timerElu(figures, SHORTEST)[1] < 90 && timerElu(figures, LONGEST)[0] > 95 &&
        isAsLongAsLoop(figures, SHORTEST) && isAsLongAsLoop(figures, LONGEST)
    },
    {
      claim: (figures) => 'While /heavy is under load, the p99 of /cheap is at least ' +
        `${ms(cheapP99(figures, 'inline')[0])} inline. Slices and threads cut it to less than a fifth in every run: ` +
        `${atMost(cheapP99(figures, 'partitioned')[1])} with slices, ${atMost(cheapP99(figures, 'pool')[1])} with ` +
        'threads.',
      holds: (figures) => ['partitioned', 'pool']
        .every((name) => 5 * cheapP99(figures, name)[1] < cheapP99(figures, 'inline')[0])
    },
    {
      claim: (figures) => 'It is not shown that slices make the heavy route itself ' +
        `faster: it answers ${slicesToInline(figures).text} as many requests as inline.`,
      holds: (figures) => slicesToInline(figures).low <= 1 && slicesToInline(figures).high < Infinity // no bound
    },
    {
      claim: (figures) => 'Only threads take the work off the event loop: under load on /heavy it is busy at most ' +
        `${number(heavyElu(figures, 'pool')[1])} % of the time in a run of pool, and at least ` +
        `${number(heavyElu(figures, 'partitioned')[0])} % in partitioned and ` +
        `${number(heavyElu(figures, 'inline')[0])} % in inline.`,
      holds: (figures) => heavyElu(figures, 'pool')[1] < 50 && heavyElu(figures, 'partitioned')[0] > 90 &&
        heavyElu(figures, 'inline')[0] > 90
    }
  ]
}

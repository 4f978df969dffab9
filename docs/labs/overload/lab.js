'use strict'

const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { number, percent } = require('../../../scripts/lib/base/format')
const { hasNginx } = require('./nginx')
const { failoverTrial, sheddingTrial, LEAD } = require('./trials')

const OVERLOAD = 150 // req/s: more than slow can answer from its second second on
const OFFERED = 50 // req/s through nginx

const behindNginx = (name, nextUpstream) => labServer('overload', 'protected', { name, env: { NEXT: nextUpstream } })

/** s of overload: at least one of them with the load through nginx */
const failoverSeconds = (duration) => Math.max(duration, LEAD + 1)
const p99ToSlow = (figures, target) => figures.ratio('shedding', target, 'slow', 'p99')
const failed = (figures, target) => figures.range('failover', target, 'failed').map((share) => share / 100)
const leastAccepted = (figures) => figures.range('failover', 'failover', 'accepted')[0]
const leastListeners = (figures, target) => figures.range('shedding', target, 'listeners')[0]

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'Overload',
  question: 'A server gets more requests than it can answer: what if it says so, and a load balancer acts on it?',
  defaults: { runs: 4, duration: 8 },

  experiments: ({ duration }) => [
    {
      name: 'shedding',
      title: 'The stage slow, without and with load shedding',
      targets: [
        { ...findTarget('slow'), name: 'slow' },
        labServer('overload', 'protected', { warmup: 0 }),
        labServer('overload', 'under-pressure', { warmup: 0 })
      ],
      trial: sheddingTrial({ rate: OVERLOAD, duration }),
      figures: [
        { name: 'p99', label: 'p99 of the accepted', unit: 'ms', better: 'lower' },
        { name: 'accepted', label: 'accepted a second', unit: '' },
        { name: 'shed', label: 'shed a second', unit: '' },
        { name: 'p99Shed', label: 'p99 of the shed', unit: 'ms' },
        { name: 'timeouts', label: 'timeouts', unit: '' },
        { name: 'listeners', label: 'listeners', unit: '' },
        { name: 'rss', label: 'RSS', unit: 'bytes' }
      ],
      note: `Offered load: ${OVERLOAD} req/s at a constant rate for ${duration} s. ` +
        'Accepted: answered with 200. Shed: answered with 503.'
    },
    {
      name: 'failover',
      title: 'Two instances behind nginx, one of them overloaded',
      skipReason: hasNginx()
        ? undefined
        : 'there is no nginx. Install it (Debian, Ubuntu: apt-get install nginx; macOS: brew install nginx), ' +
          'and run again',
      targets: [behindNginx('off', 'off'), behindNginx('failover', 'error timeout http_503')],
      trial: failoverTrial({ rate: OVERLOAD, duration: failoverSeconds(duration) }, OFFERED),
      figures: [
        { name: 'failed', label: 'failed requests', unit: '%', better: 'lower' },
        { name: 'accepted', label: 'answered with 200, a second', unit: '' },
        { name: 'p99', label: 'p99 of these', unit: 'ms' }
      ],
      note: `Offered load: ${OFFERED} req/s through nginx, after ${LEAD} s, for ` +
        `${failoverSeconds(duration) - LEAD} s. Failed: answered with another status than 200, or not at all.`
    }
  ],

  conclusions: [
    {
      claim: (figures) => 'Shedding shortens the wait of the requests that are answered: their p99 is ' +
        `${p99ToSlow(figures, 'protected').text} that of slow with overload-protection, and ` +
        `${p99ToSlow(figures, 'under-pressure').text} with under-pressure.`,
      holds: (figures) => ['protected', 'under-pressure'].every((name) => p99ToSlow(figures, name).high < 0.8)
    },
    {
      claim: (figures) => `With one of two instances overloaded, at least ${percent(failed(figures, 'off')[0])} of ` +
        `the requests of a run fail without failover, and at most ${percent(failed(figures, 'failover')[1])} with ` +
        `it. With failover, nginx answers at least ${number(leastAccepted(figures))} req/s with 200, at an offered ` +
        `load of ${OFFERED} req/s.`,
      holds: (figures) => failed(figures, 'off')[0] > 0.05 && failed(figures, 'failover')[1] < 0.01 &&
        leastAccepted(figures) > 0.9 * OFFERED
    },
    {
      claim: (figures) => 'Shedding does not fix the fault: the listeners still pile up, to at least ' +
        `${number(leastListeners(figures, 'protected'))} in a run of protected and ` +
        `${number(leastListeners(figures, 'under-pressure'))} of under-pressure.`,
      holds: (figures) => ['protected', 'under-pressure'].every((name) => leastListeners(figures, name) > 100)
    }
  ]
}

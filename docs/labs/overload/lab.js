'use strict'

const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { ms, number, percent } = require('../../../scripts/lib/cli/format')
const { hasNginx } = require('./nginx')
const { failoverTrial, sheddingTrial } = require('./trials')

const OVERLOAD = 150 // req/s: more than slow can answer from its second second on
const OFFERED = 50 // req/s through nginx

const behindNginx = (name, nextUpstream) => labServer('overload', 'protected', { name, env: { NEXT: nextUpstream } })

const p99 = (mean, target) => mean('shedding', target, 'p99')
const failed = (mean, target) => mean('failover', target, 'failed') / 100
const acceptedWithFailover = (mean) => mean('failover', 'failover', 'accepted')
const listeners = (mean, target) => mean('shedding', target, 'listeners')

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
      note: `Offered load: ${OVERLOAD} req/s at a constant rate. Accepted: answered with 200. Shed: answered with 503.`
    },
    {
      name: 'failover',
      title: 'Two instances behind nginx, one of them overloaded',
      skipReason: hasNginx()
        ? undefined
        : 'there is no nginx. Install it (Debian, Ubuntu: apt-get install nginx; macOS: brew install nginx), ' +
          'and run again',
      targets: [behindNginx('off', 'off'), behindNginx('failover', 'error timeout http_503')],
      trial: failoverTrial({ rate: OVERLOAD, duration: Math.max(duration, 3) }, OFFERED),
      figures: [
        { name: 'failed', label: 'failed requests', unit: '%', better: 'lower' },
        { name: 'accepted', label: 'answered with 200, a second', unit: '' },
        { name: 'p99', label: 'p99 of these', unit: 'ms' }
      ],
      note: `Offered load: ${OFFERED} req/s. Failed: answered with another status than 200, or not at all.`
    }
  ],

  conclusions: [
    {
      claim: (mean) => 'Shedding shortens the wait of the requests that are answered: their p99 is ' +
        `${ms(p99(mean, 'slow'))} in slow, ${ms(p99(mean, 'protected'))} with overload-protection and ` +
        `${ms(p99(mean, 'under-pressure'))} with under-pressure.`,
      holds: (mean) => ['protected', 'under-pressure'].every((name) => p99(mean, name) < 0.8 * p99(mean, 'slow'))
    },
    {
      claim: (mean) => `With one of two instances overloaded, ${percent(failed(mean, 'off'))} of the requests fail ` +
        `without failover, and ${percent(failed(mean, 'failover'))} with it. With failover, nginx answers ` +
        `${number(acceptedWithFailover(mean))} req/s with 200, at an offered load of ${OFFERED} req/s.`,
      holds: (mean) => failed(mean, 'off') > 0.05 && failed(mean, 'failover') < 0.01 &&
        acceptedWithFailover(mean) > 0.9 * OFFERED
    },
    {
      claim: (mean) => 'Shedding does not fix the fault: the listeners still pile up, ' +
        `${number(listeners(mean, 'protected'))} in protected and ${number(listeners(mean, 'under-pressure'))} in ` +
        'under-pressure at the end of a run.',
      holds: (mean) => ['protected', 'under-pressure'].every((name) => listeners(mean, name) > 100)
    }
  ]
}

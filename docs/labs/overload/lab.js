'use strict'

const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { ms, number, percent } = require('../../../scripts/lib/cli/format')
const { hasNginx } = require('./nginx')
const { failover, shedding } = require('./trials')

const OFFERED = 150 // req/s: more than slow answers from its second second on

const behindNginx = (name, next) => labServer('overload', 'protected', { name, env: { NEXT: next } })

/** @type {import('../../../scripts/lib/experiments/labs').Lab} */
module.exports = {
  title: 'Overload',
  question: 'A server has more to do than it can: what if it says so, and a load balancer listens?',
  defaults: { runs: 4, duration: 8 },

  experiments: ({ duration }) => [
    {
      name: 'shedding',
      title: 'The stage slow, without and with a doorkeeper',
      targets: [{ ...findTarget('slow'), name: 'slow' }, labServer('overload', 'protected', { warmup: 0 }), labServer('overload', 'under-pressure', { warmup: 0 })],
      trial: shedding({ rate: OFFERED, duration }),
      figures: [
        { name: 'p99', label: 'p99 of the accepted', unit: 'ms', better: 'less' },
        { name: 'accepted', label: 'accepted a second', unit: '' },
        { name: 'shed', label: 'shed a second', unit: '' },
        { name: 'p99Shed', label: 'p99 of the shed', unit: 'ms' },
        { name: 'timeouts', label: 'timeouts', unit: '' },
        { name: 'listeners', label: 'listeners', unit: '' },
        { name: 'rss', label: 'RSS', unit: 'bytes' }
      ],
      note: `Offered: ${OFFERED} requests a second, at a steady pace. Shed: answered with 503.`
    },
    {
      name: 'failover',
      title: 'Two instances behind nginx, one of them overloaded',
      missing: hasNginx() ? undefined : 'there is no nginx. Install it (Debian, Ubuntu: apt-get install nginx; macOS: brew install nginx) and run again',
      targets: [behindNginx('off', 'off'), behindNginx('failover', 'error timeout http_503')],
      trial: failover({ rate: OFFERED, duration: Math.max(duration, 3) }, 50),
      figures: [
        { name: 'failed', label: 'clients that saw an error', unit: '%', better: 'less' },
        { name: 'accepted', label: 'answered with 200, a second', unit: '' },
        { name: 'p99', label: 'p99 of these', unit: 'ms' }
      ]
    }
  ],

  conclusions: [
    {
      says: (mean) => `p99 of what slow answers is ${ms(mean('shedding', 'slow', 'p99'))}; with overload-protection it is ${ms(mean('shedding', 'protected', 'p99'))}, with under-pressure ${ms(mean('shedding', 'under-pressure', 'p99'))}.`,
      holds: (mean) => ['protected', 'under-pressure'].every((name) => mean('shedding', name, 'p99') < 0.8 * mean('shedding', 'slow', 'p99'))
    },
    {
      says: (mean) => `With one of two instances overloaded, ${percent(mean('failover', 'off', 'failed') / 100)} of the clients see an error without failover, and ${percent(mean('failover', 'failover', 'failed') / 100)} with it.`,
      holds: (mean) => mean('failover', 'off', 'failed') > 5 && mean('failover', 'failover', 'failed') < 0.2 * mean('failover', 'off', 'failed')
    },
    {
      says: (mean) => `The fault is still there: ${number(mean('shedding', 'protected', 'listeners'))} listeners after ${number(mean('shedding', 'protected', 'accepted'))} accepted requests a second. Shedding buys time, and mends nothing.`,
      holds: (mean) => mean('shedding', 'protected', 'listeners') > 100
    }
  ]
}

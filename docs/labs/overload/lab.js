'use strict'

const { findTarget, labServer } = require('../../../scripts/lib/server/targets')
const { findNginx } = require('./nginx')
const { measureFailover, measureShedding } = require('./runs')

const OVERLOAD = 150 // req/s: more than slow can answer from its second second on

const server = (name, options) => labServer('overload', name, { warmup: 0, ...options })
const behindNginx = (name, next) => server('protected', { name, env: { NEXT: next } })

const NO_NGINX = 'there is no nginx. Install it (Debian, Ubuntu: apt-get install nginx; ' +
  'macOS: brew install nginx), and run again'

const p99 = { name: 'p99', label: 'p99 accepted', unit: 'ms' }
const shortens = (name) => ({
  claim: `Shedding shortens the wait of the accepted requests (p99, ${name} to slow)`,
  ratio: [name, 'slow', 'p99'],
  below: 0.8
})

module.exports = {
  title: 'Overload',
  question: 'A server gets more requests than it can answer: what if it says so, and a load ' +
    'balancer acts on it?',
  runs: 4,
  duration: 8,
  parts: [
    {
      name: 'shedding',
      title: 'The stage slow, without and with load shedding',
      targets: [findTarget('slow'), server('protected'), server('under-pressure')],
      load: { rate: OVERLOAD },
      measure: measureShedding,
      figures: [
        { ...p99, compared: true },
        { name: 'accepted', label: 'accepted/s' },
        { name: 'shed', label: 'shed/s' },
        { name: 'listeners', label: 'listeners' }
      ],
      note: `${OVERLOAD} req/s. Accepted: answered with 200. Shed: answered with 503.`,
      claims: [shortens('protected'), shortens('under-pressure')]
    },
    {
      name: 'failover',
      title: 'Two instances behind nginx, one of them overloaded',
      targets: [behindNginx('off', 'off'), behindNginx('failover', 'error timeout http_503')],
      load: { rate: 50, overload: OVERLOAD },
      measure: measureFailover,
      skipped: findNginx() ? undefined : NO_NGINX,
      figures: [
        { name: 'failed', label: 'failed requests', unit: '%', compared: true },
        { name: 'accepted', label: 'answered with 200, a second' },
        { ...p99, label: 'p99 of these' }
      ],
      note: '50 req/s go through nginx, from the third second of the overload on. Failed: ' +
        'answered with another status than 200, or not at all.',
      claims: [
        {
          claim: 'With failover, less than a tenth as many requests fail',
          ratio: ['failover', 'off', 'failed'],
          below: 0.1
        }
      ]
    }
  ]
}

'use strict'

const t = require('tap')
const {
  bottleneck, explainBottleneck, resultWarnings
} = require('../../scripts/lib/load/bottleneck')
const { matchExpected } = require('../helpers/expected')

const share = (cpu, elu = cpu) => ({ cpu, elu })
const idle = share(0.2)

t.test('the busier one is the bottleneck, from 85 % on; if both are, the server', async (t) => {
  const cases = [
    ['server', share(1), idle],
    ['generator', idle, share(1)],
    ['server', share(1), share(1)],
    ['neither', share(0.84), share(0.84)],
    ['server', share(0.85), idle],
    // A process that waits for a core is busy, although it uses little CPU time.
    ['server', share(0.5, 0.99), idle],
    // Under a rate, the last second tells whether the server was busy.
    ['server', { ...idle, lastSecond: 0.9 }, idle, 100]
  ]
  for (const [side, server, generator, rate] of cases) {
    t.equal(bottleneck({ server, generator }, rate), side, JSON.stringify([server, generator]))
  }
})

const GOOD = {
  load: {},
  requests: { total: 1000, perSecond: [200, 95] },
  errors: 0,
  timeouts: 0,
  non2xx: 0,
  backgroundCpu: 0.2
}

t.test('the bottleneck is explained, and what disturbed a load is told', async (t) => {
  let text = ''
  for (const [bottleneck, figures] of [
    ['server', { server: share(1) }],
    ['server', { server: idle, load: { rate: 100 } }],
    ['generator', { backgroundCpu: null }],
    ['neither', { load: { rate: 100 }, backgroundCpu: 0.214 }],
    ['neither', { load: { rate: 4000 }, errors: 5, timeouts: 3 }],
    ['neither', { non2xx: 1000, statuses: { 404: 900, 503: 100 } }],
    ['neither', { non2xx: 250, statuses: { 200: 750, 500: 50, 503: 200 } }]
  ]) {
    const result = { ...GOOD, bottleneck, ...figures }
    const notes = [explainBottleneck(result), ...resultWarnings(result)]
    text += `${bottleneck} ${JSON.stringify(figures)}\n  ${notes.join('\n  ')}\n`
  }
  matchExpected(t, 'load-notes', text)
})

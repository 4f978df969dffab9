'use strict'

const t = require('tap')
const { bottleneck, explainBottleneck } = require('../../scripts/lib/load/bottleneck')

const share = (cpu, elu = cpu) => ({ cpu, elu })
const idle = share(0.2)

t.test('the busier one is the bottleneck, from 85 % on; if both are, the server', async (t) => {
  const cases = [
    ['server', share(1), idle],
    ['generator', idle, share(1)],
    ['generator', share(0.9), share(0.95)],
    ['server', share(1), share(1)],
    ['neither', share(0.84), share(0.84)],
    ['server', share(0.85), idle],
    ['generator', idle, share(0.85)],
    // A process that waits for a core is busy, although it uses little CPU time.
    ['server', share(0.5, 0.99), idle],
    ['generator', idle, share(0.5, 0.99)]
  ]
  for (const [side, ...usage] of cases) t.equal(bottleneck(...usage), side, JSON.stringify(usage))
})

t.test('the verdict is explained', async (t) => {
  const cases = [
    ['server', 0, 'the server was busy nearly all the time and could not answer more'],
    ['generator', 0, 'the server could answer more; compare the CPU time per request'],
    ['neither', 4000, 'the load asked for 4,000 req/s, and both sides had time left'],
    ['neither', 0, 'both sides waited: for a timer, a disk or a backend, or for a core']
  ]
  for (const [bottleneck, rate, text] of cases) {
    t.equal(explainBottleneck({ bottleneck, load: { rate } }), text)
  }
})

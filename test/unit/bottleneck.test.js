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
  for (const [side, server, generator] of cases) {
    t.equal(bottleneck({ server, generator }), side, JSON.stringify([server, generator]))
  }
})

t.test('under a rate, the last second tells whether the server was busy', async (t) => {
  const server = { ...idle, lastSecond: 0.9 }
  t.equal(bottleneck({ server, generator: idle }, 100), 'server')
  t.equal(bottleneck({ server, generator: idle }), 'neither')
})

t.test('the verdict is explained', async (t) => {
  const busy = 'the server was busy nearly all the time and could not answer more'
  const cases = [
    ['server', 0, share(1), busy],
    ['server', 100, idle, `at the end, ${busy}`],
    ['generator', 0, idle, 'the server could answer more; compare the CPU time per request'],
    ['neither', 100, idle, 'the load asked for 100 req/s, and both sides had time left'],
    ['neither', 4000, idle,
      'the load asked for 4,000 req/s, and got 95 answers in the last second'],
    ['neither', 0, idle, 'both sides waited: for a timer, a disk or a backend, or for a core']
  ]
  for (const [bottleneck, rate, server, text] of cases) {
    const requests = { perSecond: [200, 95] }
    t.equal(explainBottleneck({ bottleneck, load: { rate }, requests, server }), text)
  }
})

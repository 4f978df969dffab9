'use strict'

const t = require('tap')
const { bottleneck, explainBottleneck } = require('../../scripts/lib/measure/bottleneck')

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
  const explain = (bottleneck, { server = idle, cpus = 4, rate = 0 } = {}) => explainBottleneck({
    bottleneck,
    server,
    generator: { cpu: 0.7, elu: 0.7 },
    environment: { cpu: { count: cpus } },
    load: { rate }
  })
  t.equal(explain('server'),
    'the server was busy nearly all the time and could not answer more')
  t.equal(explain('generator'),
    'the server could answer more; compare the CPU time per request')
  t.equal(explain('neither', { rate: 4000 }),
    'the load asked for 4,000 req/s, and both sides had time left')
  const waited = 'both sides mostly waited: the server for something other than CPU, ' +
    'such as a timer, a disk or a backend'
  t.equal(explain('neither'), waited)
  const shared = (what) =>
    `server and load generator shared ${what} of that: send the load from a second machine`
  t.equal(explain('neither', { cpus: 1 }), shared('one CPU and used 90 %'))
  t.equal(explain('neither', { cpus: 1, server: share(0) }), shared('one CPU and used 70 %'))
  t.equal(explain('neither', { cpus: 2, server: share(1) }), shared('2 CPUs and used 85 %'))
  t.equal(explain('neither', { cpus: 2, server: share(0.99) }), waited)
})

'use strict'

const t = require('tap')
const { bottleneck, explainBottleneck } = require('../../scripts/lib/measure/bottleneck')

const busy = { cpu: 1, elu: 1 }
const idle = { cpu: 0.2, elu: 0.2 }

t.test('the busier of the two is the bottleneck; if both are, the server', async (t) => {
  t.equal(bottleneck(busy, idle), 'server')
  t.equal(bottleneck(idle, busy), 'generator')
  t.equal(bottleneck({ cpu: 0.9, elu: 0.9 }, { cpu: 0.95, elu: 0.95 }), 'generator')
  t.equal(bottleneck(busy, busy), 'server')
})

t.test('busy is 85 % of the time, or more', async (t) => {
  const [almost, just] = [0.84, 0.85].map((share) => ({ cpu: share, elu: share }))
  t.equal(bottleneck(almost, almost), 'neither')
  t.equal(bottleneck(just, idle), 'server')
  t.equal(bottleneck(idle, just), 'generator')
  t.equal(bottleneck(null, almost), 'unknown')
  t.equal(bottleneck(null, just), 'generator')
})

t.test('a process that waits for a core is busy, although it uses little CPU time', async (t) => {
  t.equal(bottleneck({ cpu: 0.5, elu: 0.99 }, idle), 'server')
  t.equal(bottleneck(idle, { cpu: 0.5, elu: 0.99 }), 'generator')
})

t.test('workers share the CPU of the generator', async (t) => {
  t.equal(bottleneck(idle, { cpu: 1, elu: null }, 2), 'neither')
  t.equal(bottleneck(idle, { cpu: 1.9, elu: null }, 2), 'generator')
})

t.test('the verdict is explained', async (t) => {
  const explain = (verdict, { server = idle, cpus = 4, rate = 0 } = {}) => explainBottleneck({
    bottleneck: verdict,
    server,
    generator: { cpu: 0.7, elu: null },
    environment: { cpu: { count: cpus } },
    load: { rate }
  })
  t.equal(explain('server'), 'the server was busy nearly all the time and could not answer more')
  t.equal(explain('generator'), 'the server could answer more; try WORKERS or a second machine for the load')
  t.equal(explain('unknown', { server: null }),
    'the load generator had time left; nothing is known about the server')
  const waited =
    'both sides mostly waited: the server for something other than CPU, such as a timer, a disk or a backend'
  t.equal(explain('neither'), waited)
  t.equal(explain('neither', { rate: 4000 }), 'the load asked for 4,000 req/s, and both sides had time left')
  const shared = (what) => `server and load generator shared ${what} of that: send the load from a second machine`
  t.equal(explain('neither', { cpus: 1 }), shared('one CPU and used 90 %'))
  t.equal(explain('neither', { cpus: 1, server: { cpu: 0, elu: 0 } }), shared('one CPU and used 70 %'))
  t.equal(explain('neither', { cpus: 2, server: { cpu: 1.1, elu: null } }), shared('2 CPUs and used 90 %'))
  t.equal(explain('neither', { cpus: 2, server: { cpu: 1, elu: null } }), shared('2 CPUs and used 85 %'))
  t.equal(explain('neither', { cpus: 2, server: { cpu: 0.99, elu: null } }), waited)
})

'use strict'

const t = require('tap')
const { bottleneck, explainBottleneck } = require('../../scripts/lib/measure/bottleneck')

const busy = { cpu: 1, elu: 1 }
const idle = { cpu: 0.2, elu: 0.2 }

t.test('the busier of the two is the bottleneck', async (t) => {
  t.equal(bottleneck(busy, idle), 'server')
  t.equal(bottleneck(idle, busy), 'generator')
  t.equal(bottleneck({ cpu: 0.9, elu: 0.9 }, { cpu: 0.95, elu: 0.95 }), 'generator')
})

t.test('neither is the bottleneck if neither is busy', async (t) => {
  t.equal(bottleneck(idle, idle), 'neither')
  t.equal(bottleneck({ cpu: 0.84, elu: 0.84 }, idle), 'neither')
})

t.test('a process that waits for a core is busy, although it uses little CPU time', async (t) => {
  t.equal(bottleneck({ cpu: 0.5, elu: 0.99 }, idle), 'server')
})

t.test('workers share the CPU of the generator', async (t) => {
  t.equal(bottleneck(idle, { cpu: 1, elu: null }, 2), 'neither')
  t.equal(bottleneck(idle, { cpu: 1.9, elu: null }, 2), 'generator')
})

t.test('without a probe, only the generator can be known to be the bottleneck', async (t) => {
  t.equal(bottleneck(null, idle), 'unknown')
  t.equal(bottleneck(null, busy), 'generator')
})

t.test('the verdict is explained', async (t) => {
  const explain = (verdict, { server = idle, cpus = 4, rate = 0 } = {}) => explainBottleneck({
    bottleneck: verdict,
    server,
    generator: { cpu: 0.7, elu: null },
    environment: { cpu: { count: cpus } },
    load: { rate }
  })
  t.match(explain('server'), /^the server was busy nearly all the time and could not answer more$/)
  t.match(explain('generator'), /^the server could answer more; try WORKERS/)
  t.match(explain('unknown', { server: null }), /nothing is known about the server$/)
  t.match(explain('neither'), /^both sides mostly waited/)
  t.match(explain('neither', { rate: 4000 }), /^the load asked for 4,000 req\/s/)
  t.equal(explain('neither', { cpus: 1 }),
    'server and load generator shared one CPU and used 90 % of that: send the load from a second machine')
  t.match(explain('neither', { cpus: 2, server: { cpu: 1.1, elu: null } }), /shared 2 CPUs and used 90 %/)
})

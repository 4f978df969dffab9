'use strict'

const t = require('tap')
const { bottleneck } = require('../../scripts/lib/measure/bottleneck')

const busy = { cpu: 1, elu: 1 }
const idle = { cpu: 0.2, elu: 0.2 }

t.test('the busier of the two is the bottleneck', async (t) => {
  t.equal(bottleneck(busy, idle), 'server')
  t.equal(bottleneck(idle, busy), 'generator')
  t.equal(bottleneck({ cpu: 0.9, elu: 0.9 }, { cpu: 0.95, elu: 0.95 }), 'generator')
})

t.test('where neither is busy, neither is', async (t) => {
  t.equal(bottleneck(idle, idle), 'neither')
  t.equal(bottleneck({ cpu: 0.84, elu: 0.84 }, idle), 'neither')
})

t.test('a process that waits for a core is busy, though it has little CPU', async (t) => {
  t.equal(bottleneck({ cpu: 0.5, elu: 0.99 }, idle), 'server')
})

t.test('workers share the CPU of the generator', async (t) => {
  t.equal(bottleneck(idle, { cpu: 1, elu: null }, 2), 'neither')
  t.equal(bottleneck(idle, { cpu: 1.9, elu: null }, 2), 'generator')
})

t.test('into a server on another machine nobody can look', async (t) => {
  t.equal(bottleneck(null, idle), 'unknown')
  t.equal(bottleneck(null, busy), 'generator')
})

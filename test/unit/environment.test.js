'use strict'

const t = require('tap')
const { environment, watchBackgroundCpu } = require('../../scripts/lib/server/environment')
const { standInMachine } = require('../helpers/machine')

t.test('others used the CPU time of all, less that of known processes', async (t) => {
  for (const kind of ['user', 'irq', 'idle']) {
    const machine = standInMachine(t)
    const read = watchBackgroundCpu()
    machine.times[kind] += 500 // on either CPU
    machine.own += 300_000
    machine.now += 2000
    const isWork = kind !== 'idle'
    t.equal(read(0), isWork ? 0.35 : 0, kind)
    t.equal(read(300_000), isWork ? 0.2 : 0)
    t.equal(read(900_000), 0, 'never less than nothing: clocks differ')
  }
})

t.test('where a process may not use all CPUs, nobody knows what disturbs it', async (t) => {
  standInMachine(t, { parallelism: 1 })
  t.strictSame(environment().cpu, { model: 'a CPU', count: 1 })
  t.equal(watchBackgroundCpu()(0), null)
})

'use strict'

const os = require('node:os')
const t = require('tap')

t.test('the environment counts the CPUs that this process may use, not those of the machine', async (t) => {
  const { environment } = t.mockRequire('../../scripts/lib/system/environment', {
    'node:os': {
      ...os,
      availableParallelism: () => 1,
      cpus: () => [{ model: 'a CPU ' }, { model: 'another CPU ' }],
      loadavg: () => [0.25, 1, 2] // of 1, 5 and 15 minutes
    }
  })
  t.strictSame(environment(), {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: { model: 'a CPU', count: 1 },
    loadAverage: 0.25
  })
})

/** `watchBackgroundCpu` on two CPUs whose times are `used`, in ms; `own` is this process's, in µs. */
function watch (t, { parallelism = 2 } = {}) {
  const machine = { used: 1000, idle: 5000, own: 7000, now: 100 }
  const { watchBackgroundCpu } = t.mockRequire('../../scripts/lib/system/environment', {
    'node:os': {
      ...os,
      availableParallelism: () => parallelism,
      cpus: () => [
        { times: { user: machine.used, nice: 1, sys: 2, irq: 3, idle: machine.idle } },
        { times: { user: 50, nice: 5, sys: 6, irq: 7, idle: machine.idle } }
      ]
    },
    'node:perf_hooks': { performance: { now: () => machine.now } }
  })
  t.intercept(process, 'cpuUsage', {
    value: ({ user, system } = { user: 0, system: 0 }) =>
      ({ user: machine.own - user, system: 2 * machine.own - system })
  })
  return { watchBackgroundCpu, machine }
}

t.test('other programs used the CPU time of all, less that of this process and of those it knows', async (t) => {
  const { watchBackgroundCpu, machine } = watch(t)
  const read = watchBackgroundCpu()
  Object.assign(machine, { used: 2000, idle: 9000, own: 107_000, now: 2100 })
  // 1000 ms in all; this process used 100 ms of user and 200 ms of system time: 700 ms of 2000 ms, of one core.
  t.equal(read(0), 0.35)
  t.equal(read(300_000), 0.2)
  t.equal(read(900_000), 0, 'never less than nothing: clocks differ')
})

t.test('all kinds of CPU time count, and waiting does not', async (t) => {
  for (const kind of ['user', 'nice', 'sys', 'irq', 'idle']) {
    const times = { user: 0, nice: 0, sys: 0, irq: 0, idle: 0 }
    let now = 0
    const { watchBackgroundCpu } = t.mockRequire('../../scripts/lib/system/environment', {
      'node:os': { ...os, availableParallelism: () => 1, cpus: () => [{ times }] },
      'node:perf_hooks': { performance: { now: () => now } }
    })
    t.intercept(process, 'cpuUsage', { value: () => ({ user: 0, system: 0 }) })
    const read = watchBackgroundCpu()
    times[kind] = 500
    now = 1000
    t.equal(read(0), kind === 'idle' ? 0 : 0.5, kind)
  }
})

t.test('where this process may not use all CPUs, nobody knows what disturbs it', async (t) => {
  const { watchBackgroundCpu, machine } = watch(t, { parallelism: 1 })
  const read = watchBackgroundCpu()
  machine.now = 2100
  t.equal(read(0), null)
})

'use strict'

const os = require('node:os')
const { performance } = require('node:perf_hooks')
const t = require('tap')
const { environment, watchBackgroundCpu } = require('../../scripts/lib/server/environment')

const KINDS = ['user', 'nice', 'sys', 'irq', 'idle']

/** Stands in for a machine of two alike CPUs: times in ms; `own` is this process's, in µs. */
function standIn (t, { parallelism = 2 } = {}) {
  const times = Object.fromEntries(KINDS.map((kind) => [kind, 1000]))
  const machine = { times, own: 7000, now: 100 }
  const cpu = { model: 'a CPU ', times }
  const used = (since = { user: 0, system: 0 }) => ({
    user: machine.own / 4 - since.user,
    system: machine.own * 3 / 4 - since.system
  })
  t.intercept(os, 'availableParallelism', { value: () => parallelism })
  t.intercept(os, 'cpus', { value: () => [cpu, cpu] })
  t.intercept(performance, 'now', { value: () => machine.now })
  t.intercept(process, 'cpuUsage', { value: used })
  return machine
}

t.test('others used the CPU time of all, less that of known processes', async (t) => {
  for (const kind of KINDS) {
    const machine = standIn(t)
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
  standIn(t, { parallelism: 1 })
  t.strictSame(environment().cpu, { model: 'a CPU', count: 1 })
  t.equal(watchBackgroundCpu()(0), null)
})

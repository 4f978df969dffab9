'use strict'

const os = require('node:os')
const { performance } = require('node:perf_hooks')

const KINDS = ['user', 'nice', 'sys', 'irq', 'idle']

/** Stands in for a machine of two alike CPUs: times in ms; `own` is this process's, in µs. */
function standInMachine (t, { parallelism = 2 } = {}) {
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

module.exports = { standInMachine }

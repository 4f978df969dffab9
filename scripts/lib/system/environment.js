'use strict'

const os = require('node:os')
const { performance } = require('node:perf_hooks')

/**
 * @typedef {object} Environment
 * @property {string} node version
 * @property {string} platform
 * @property {{model: string, count: number}} cpu `count`: CPUs that this process may use
 * @property {number} loadAverage over the minute before (always 0 on Windows)
 */

/** @type {() => Environment} as it is now */
const environment = () => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: { model: os.cpus()[0]?.model.trim() ?? 'unknown', count: os.availableParallelism() },
  loadAverage: os.loadavg()[0]
})

/**
 * Starts to watch the CPU time of other programs. The function that it returns takes the CPU time of a process that is
 * not one of them, in µs, and gives the share of one core that the others used since the start. Null where this process
 * may not use all CPUs: there, other programs need not disturb it.
 * @returns {(known: number) => number|null}
 */
function watchBackgroundCpu () {
  const before = { all: readCpuTime(), own: process.cpuUsage(), time: performance.now() }
  return (known) => {
    if (os.cpus().length !== os.availableParallelism()) return null
    const { user, system } = process.cpuUsage(before.own)
    const others = readCpuTime() - before.all - (user + system + known) / 1000
    return Math.max(0, others / (performance.now() - before.time))
  }
}

/** ms, of all CPUs since the machine's start */
const readCpuTime = () =>
  os.cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)

module.exports = { environment, watchBackgroundCpu }

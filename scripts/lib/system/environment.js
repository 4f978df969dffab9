'use strict'

/** @import { Environment } from './types' */

const os = require('node:os')
const { performance } = require('node:perf_hooks')

/** @returns {Environment} As it is now. */
function environment () {
  const model = os.cpus()[0]?.model.trim() ?? 'unknown'
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: { model, count: os.availableParallelism() }
  }
}

/**
 * Starts to watch the CPU time of other programs.
 * @returns {(known: number) => number|null} Gives the share of one core that they used since.
 *   `known` is the CPU time of a process that is not one of them, in µs. Null where this process
 *   may not use all CPUs: there, other programs need not disturb it.
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

/** In ms, of all CPUs. */
function readCpuTime () {
  let sum = 0
  for (const { times: { user, nice, sys, irq } } of os.cpus()) sum += user + nice + sys + irq
  return sum
}

module.exports = { environment, watchBackgroundCpu }

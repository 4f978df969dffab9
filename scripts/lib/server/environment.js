'use strict'

/** @import { Environment } from './types' */

const os = require('node:os')
const { performance } = require('node:perf_hooks')

/** @returns {Environment} */
function environment () {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: {
      model: os.cpus()[0]?.model.trim() ?? 'unknown',
      count: os.availableParallelism()
    }
  }
}

/**
 * Starts to watch the CPU time of other programs.
 * @returns {(known: number) => number|null} gives their share of one core since, without the CPU
 *   time of a known process in µs; null where this process may not use all CPUs
 */
function watchBackgroundCpu () {
  const startTime = performance.now()
  const ownBefore = process.cpuUsage()
  const allBefore = readCpuTime()
  return (known) => {
    if (os.cpus().length !== os.availableParallelism()) return null
    const { user, system } = process.cpuUsage(ownBefore)
    const others = readCpuTime() - allBefore - (user + system + known) / 1000
    return Math.max(0, others / (performance.now() - startTime))
  }
}

// Of all CPUs, in ms.
function readCpuTime () {
  let sum = 0
  for (const { times } of os.cpus()) sum += times.user + times.nice + times.sys + times.irq
  return sum
}

module.exports = { environment, watchBackgroundCpu }

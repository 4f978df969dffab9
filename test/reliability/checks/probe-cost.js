'use strict'

// What the probe costs: the CPU time of a request to the baseline with the probe and without it, in turns.

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const { significant } = require('../../../scripts/lib/base/format')
const { UserError } = require('../../../scripts/lib/base/errors')
const { findTarget } = require('../../../scripts/lib/measure/targets')
const { runLoad } = require('../../../scripts/lib/measure/load')
const { openProbeChannel } = require('../../../scripts/lib/measure/probe-channel')
const { median } = require('../../../scripts/lib/statistics/median')
const { pairedContrast } = require('../../../scripts/lib/statistics/paired')
const { connectOnce, findFreePort, LOOPBACK } = require('../../../scripts/lib/system/network')
const { startProcess } = require('../../../scripts/lib/system/process')
const { defineCheck, preload } = require('../check')

const MOST = 0.03 // of the CPU time of a request

/**
 * @typedef {object} ProbeCost
 * @property {number[]} without µs per request, of each pair of processes
 * @property {number[]} with µs per request
 */

/** @returns {Promise<ProbeCost>} */
async function run ({ pairs, slices = 8, flags = preload('probe') }, { onProgress, signal }) {
  if (!fs.existsSync('/proc/self/schedstat')) throw new UserError('it reads /proc/PID/schedstat: run it on Linux')
  const costs = { without: [], with: [] }
  while (costs.with.length < pairs) {
    const cost = await measurePair(flags, slices, signal)
    costs.without.push(cost.without)
    costs.with.push(cost.with)
    onProgress(costs.with.length / pairs)
  }
  return costs
}

/** Loads two processes in turns, a second each: what changes from minute to minute affects both alike. */
async function measurePair (flags, slices, signal) {
  const servers = { without: await start([], signal), with: await start(flags, signal) }
  try {
    const sums = { without: { time: 0, requests: 0 }, with: { time: 0, requests: 0 } }
    for (let i = -1; i < slices; i++) { // the first turn is the warm-up
      for (const kind of /** @type {const} */ (i % 2 ? ['with', 'without'] : ['without', 'with'])) {
        const { time, requests } = await servers[kind].load()
        if (i < 0) continue
        sums[kind].time += time
        sums[kind].requests += requests
      }
    }
    return { without: sums.without.time / sums.without.requests, with: sums.with.time / sums.with.requests }
  } finally {
    await servers.without.stop()
    await servers.with.stop()
  }
}

/** The baseline, started with these flags. `load` gives µs of CPU time and requests of a second of load. */
async function start (flags, signal) {
  const channel = await openProbeChannel()
  const port = await findFreePort()
  const { child, ended, kill } = startProcess([process.execPath, ...flags, findTarget('baseline').file], {
    env: { ...process.env, HOST: LOOPBACK, PORT: String(port), PROBE_CHANNEL: channel.address },
    signal
  })
  ended.catch(() => {}) // an interruption ends it
  const stop = async () => {
    kill('SIGKILL')
    await ended.catch(() => {})
    channel.close()
  }
  await untilListening(port, signal).catch(async (err) => {
    await stop()
    throw err
  })
  return {
    stop,
    async load () {
      const before = cpuTime(child.pid)
      const load = { url: `http://${LOOPBACK}:${port}/`, connections: 100, duration: 1 }
      const { requests } = await runLoad(load, { signal })
      return { time: cpuTime(child.pid) - before, requests: requests.total }
    }
  }
}

async function untilListening (port, signal) {
  while (!await connectOnce(LOOPBACK, port).then(() => true, () => false)) await sleep(50, null, { signal })
}

/** @returns {number} µs that all threads of a process have run */
const cpuTime = (pid) => fs.readdirSync(`/proc/${pid}/task`).reduce((sum, thread) =>
  sum + Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000, 0)

const percentage = (value) => `${significant(value * 100)} %`

module.exports = defineCheck({
  summary: 'Measures what the probe costs: the CPU time of a request to the baseline with it and without it.',
  flags: { pairs: { type: 'integer', min: 4, default: 12, help: 'pairs of processes, with and without it' } },
  run,
  report (costs) {
    const { ratio, interval: [low, high] } = pairedContrast(costs.without, costs.with)
    const us = (values) => `${significant(median(values))} µs`
    return [
      ['pairs of processes', String(costs.with.length)],
      ['a request without the probe, with it', `${us(costs.without)}, ${us(costs.with)} of CPU time (medians)`],
      ['the probe costs', `${percentage(ratio - 1)} (95 %: ${percentage(low - 1)} to ${percentage(high - 1)})`,
        low - 1 > MOST && `the probe costs more than ${percentage(MOST)}`,
        low - 1 <= MOST && high - 1 > MOST && `the probe may cost more than ${percentage(MOST)}: take more PAIRS`]
    ]
  }
})

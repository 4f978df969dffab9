'use strict'

// What the probe costs: the CPU time of a request to the baseline with the probe and without it, in turns.

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const { significant } = require('../../scripts/lib/cli/format')
const { UserError } = require('../../scripts/lib/cli/errors')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { runLoad } = require('../../scripts/lib/measure/load')
const { openProbeChannel } = require('../../scripts/lib/measure/probe-channel')
const { median } = require('../../scripts/lib/statistics/median')
const { pairedContrast } = require('../../scripts/lib/statistics/paired')
const { connectOnce, findFreePort, LOOPBACK } = require('../../scripts/lib/system/network')
const { startProcess } = require('../../scripts/lib/system/process')
const { defineCheck, preload } = require('./check')

const MOST = 0.03 // of the CPU time of a request

/**
 * @typedef {object} ProbeCost
 * @property {number[]} without µs per request, of each run
 * @property {number[]} with µs per request, of each run
 */

/** @returns {Promise<ProbeCost>} */
async function run ({ runs, seconds = 3, flags = preload('probe') }, { onProgress, signal }) {
  if (!fs.existsSync('/proc/self/schedstat')) throw new UserError('it reads /proc/PID/schedstat: run it on Linux')
  const costs = { without: [], with: [] }
  for (let i = 0; i < runs; i++) {
    const turn = /** @type {const} */ (i % 2 ? ['with', 'without'] : ['without', 'with'])
    for (const kind of turn) costs[kind].push(await measureCost(kind === 'with' ? flags : [], seconds, signal))
    onProgress((i + 1) / runs)
  }
  return costs
}

/** @returns {Promise<number>} µs of CPU time per request */
async function measureCost (flags, seconds, signal) {
  const channel = await openProbeChannel()
  const port = await findFreePort()
  const { child, ended, kill } = startProcess([process.execPath, ...flags, findTarget('baseline').file], {
    env: { ...process.env, HOST: LOOPBACK, PORT: String(port), PROBE_CHANNEL: channel.address },
    signal
  })
  ended.catch(() => {}) // an interruption ends it
  try {
    await untilListening(port, signal)
    const load = { url: `http://${LOOPBACK}:${port}/`, connections: 100 }
    await runLoad({ ...load, duration: 1 }, { signal }) // the warm-up
    const before = cpuTime(child.pid)
    const { requests } = await runLoad({ ...load, duration: seconds }, { signal })
    return (cpuTime(child.pid) - before) / requests.total
  } finally {
    kill('SIGKILL')
    await ended.catch(() => {})
    channel.close()
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
  flags: { runs: { type: 'integer', min: 4, default: 24, help: 'runs of each, in turns' } },
  run,
  report (costs) {
    const { ratio, interval: [low, high] } = pairedContrast(costs.without, costs.with)
    const us = (values) => `${significant(median(values))} µs`
    return [
      ['runs of each', String(costs.with.length)],
      ['a request without the probe, with it', `${us(costs.without)}, ${us(costs.with)} of CPU time (medians)`],
      ['the probe costs', `${percentage(ratio - 1)} (95 %: ${percentage(low - 1)} to ${percentage(high - 1)})`,
        low - 1 > MOST && `the probe costs more than ${percentage(MOST)}`,
        low - 1 <= MOST && high - 1 > MOST && `the probe may cost more than ${percentage(MOST)}: take more RUNS`]
    ]
  }
})

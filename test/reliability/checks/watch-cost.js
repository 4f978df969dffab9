'use strict'

// Pairs of a time without whyslow and one with it, at a rate that leaves the server idle time.

const { setTimeout: sleep } = require('node:timers/promises')
const { watch } = require('whyslow')
const { integer } = require('../../../scripts/lib/cli/flags')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { readCpuTime } = require('../../helpers/cpu-time')
const { runServer, underLoad } = require('../../helpers/running-server')
const { differenceLine } = require('../check')

const RATE = 3000 // req/s
const SECONDS = 10 // of each time
const LIMIT = 0.05 // of the throughput
const PLAIN = 0.7 // of the watched time, before the profilers start

async function run ({ pairs }, { onProgress, signal }) {
  const { pid, url, stop } = await runServer(findTarget('fast').file, { signal })
  const times = { without: [], plain: [], profiled: [] } // each: req/s and µs per request
  const load = { connections: 50, age: 3000, overallRate: RATE }
  try {
    await underLoad(`${url}/seed/v1`, async (answered) => {
      const begin = () => ({ time: performance.now(), cpu: readCpuTime(pid), answers: answered() })
      const since = ({ time, cpu, answers }) => ({
        rate: (answered() - answers) / (performance.now() - time) * 1000,
        cost: (readCpuTime(pid) - cpu) / (answered() - answers)
      })
      while (times.plain.length < pairs) {
        const idle = begin()
        await sleep(SECONDS * 1000, undefined, { signal })
        times.without.push(since(idle))
        const watched = begin()
        let profiled
        await watch({ pid }, {
          seconds: SECONDS,
          signal,
          onProgress (share) {
            if (share < PLAIN || profiled) return
            times.plain.push(since(watched))
            profiled = begin()
          }
        })
        times.profiled.push(since(profiled))
        onProgress(times.plain.length / pairs)
      }
    }, load)
  } finally {
    await stop()
  }
  return times
}

function report ({ without, plain, profiled }) {
  const lines = [['pairs, at 3,000 req/s', String(plain.length)]]
  const isLost = ([, high]) => high < 1 - LIMIT
  for (const [part, times] of Object.entries({ watched: plain, 'its profiled part': profiled })) {
    const compare = (name, figure, isProblem) => differenceLine(`${part}: ${name}`,
      without.map((time) => time[figure]), times.map((time) => time[figure]), isProblem)
    lines.push(compare('throughput', 'rate', isLost))
    lines.push(compare('CPU time per request', 'cost', () => false))
  }
  return lines
}

module.exports = {
  summary: 'Measures what a watch by whyslow costs fast at 3,000 req/s.',
  flags: { pairs: integer(4, Infinity, 'pairs of times without and with it', 12) },
  run,
  report
}

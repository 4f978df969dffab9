'use strict'

// Times without whyslow and with it in turn, at a rate that leaves the server idle time.

const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { watch } = require('whyslow')
const { integer } = require('../../../scripts/lib/cli/flags')
const { ROOT } = require('../../../scripts/lib/cli/project')
const { runProcess } = require('../../../scripts/lib/server/run-process')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { readCpuTime } = require('../../helpers/cpu-time')
const { runServer, underLoad } = require('../../helpers/running-server')
const { differenceLine } = require('../check')

const RATE = 3000 // req/s
const SECONDS = 10 // of each time
const LIMIT = 0.05 // of the throughput
const WHYSLOW = path.join(ROOT, 'scripts/whyslow/bin/whyslow.js')
const PLAIN = 0.7 // of the watched time, before its closer look

async function run ({ pairs }, { onProgress, signal }) {
  const { pid, url, stop } = await runServer(findTarget('fast').file, { signal })
  // Each: req/s and µs per request.
  const times = { without: [], plain: [], stacks: [], profiled: [], waiting: [] }
  const load = { connections: 50, age: 3000, overallRate: RATE }
  try {
    await underLoad(`${url}/seed/v1`, async (answered) => {
      const begin = () => ({ time: performance.now(), cpu: readCpuTime(pid), answers: answered() })
      const since = ({ time, cpu, answers }) => ({
        rate: (answered() - answers) / (performance.now() - time) * 1000,
        cost: (readCpuTime(pid) - cpu) / (answered() - answers)
      })
      // Adds the times before the closer look of a watch, and during it.
      const watchAndMeasure = async ({ parts: [before, closer], profile }) => {
        const watched = begin()
        let looking
        await watch({ pid }, {
          seconds: SECONDS,
          profile,
          signal,
          onProgress (share) {
            if (share < PLAIN || looking) return
            before.push(since(watched))
            looking = begin()
          }
        })
        closer.push(since(looking))
      }
      while (times.plain.length < pairs) {
        const idle = begin()
        await sleep(SECONDS * 1000, undefined, { signal })
        times.without.push(since(idle))
        await watchAndMeasure({ parts: [times.plain, times.stacks] })
        await watchAndMeasure({ parts: [[], times.profiled], profile: true })
        const waiting = begin()
        const args = [WHYSLOW, String(pid), '--until-slow', '--for', `${SECONDS}s`]
        await runProcess([process.execPath, ...args], { mayFail: true, signal })
        times.waiting.push(since(waiting))
        onProgress(times.plain.length / pairs)
      }
    }, load)
  } finally {
    await stop()
  }
  return times
}

function report ({ without, plain, stacks, profiled, waiting }) {
  const lines = [['times of each, at 3,000 req/s', String(plain.length)]]
  const isLost = ([, high]) => high < 1 - LIMIT
  const parts = {
    watched: plain,
    'its closer look': stacks,
    'its profiled part': profiled,
    'with --until-slow': waiting
  }
  for (const [part, times] of Object.entries(parts)) {
    const compare = (name, figure, isProblem) => differenceLine(`${part}: ${name}`,
      without.map((time) => time[figure]), times.map((time) => time[figure]), isProblem)
    lines.push(compare('throughput', 'rate', isLost))
    lines.push(compare('CPU time per request', 'cost', () => false))
  }
  return lines
}

module.exports = {
  summary: 'Measures what a watch by whyslow costs fast at 3,000 req/s.',
  flags: { pairs: integer(4, Infinity, 'times without and with it', 6) },
  run,
  report
}

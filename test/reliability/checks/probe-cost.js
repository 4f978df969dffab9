'use strict'

const fs = require('node:fs')
const { significant } = require('../../../scripts/lib/cli/format')
const { UserError } = require('../../../scripts/lib/cli/errors')
const { integer } = require('../../../scripts/lib/cli/flags')
const { median } = require('../../../scripts/lib/compare/medians')
const { sendLoad } = require('../../../scripts/lib/load/load')
const { openProbeChannel } = require('../../../scripts/lib/server/probe-channel')
const { preload } = require('../../../scripts/lib/server/server')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { readCpuTime } = require('../../helpers/cpu-time')
const { runServer } = require('../../helpers/running-server')
const { differenceLine } = require('../check')

const LIMIT = 0.03 // of the CPU time of a request, for the upper end of the interval
const TURNS = 8 // of each process of a pair
const AMOUNT = 20_000 // requests in a turn

async function run ({ pairs }, { onProgress, signal }) {
  if (!fs.existsSync('/proc/self/schedstat')) {
    throw new UserError('it reads /proc/PID/schedstat: run it on Linux')
  }
  const channel = await openProbeChannel()
  const env = { PROBE_CHANNEL: channel.address }
  const costs = { without: [], with: [] } // µs per request, of each process
  try {
    while (costs.with.length < pairs) {
      const [without, withProbe] = await measurePair(env, signal)
      costs.without.push(without)
      costs.with.push(withProbe)
      onProgress(costs.with.length / pairs)
    }
  } finally {
    channel.close()
  }
  return costs
}

/** @returns {Promise<number[]>} µs per request, without the probe and with it */
async function measurePair (env, signal) {
  const servers = []
  try {
    for (const flags of [[], preload('probe')]) {
      const server = await runServer(findTarget('baseline').file, { flags, env, signal })
      servers.push({ ...server, cpuTime: 0 })
    }
    await loadInTurns(servers, signal)
    return servers.map(({ cpuTime }) => cpuTime / TURNS / AMOUNT)
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** What changes from minute to minute affects both servers alike. */
async function loadInTurns (servers, signal) {
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const server of turn % 2 ? servers : servers.toReversed()) {
      const before = readCpuTime(server.pid)
      await sendLoad({ url: server.url, connections: 100, amount: AMOUNT }, { signal })
      const isWarmUp = turn === 0
      if (!isWarmUp) server.cpuTime += readCpuTime(server.pid) - before
    }
  }
}

function report (costs) {
  const us = (values) => `${significant(median(values))} µs`
  const medians = `${us(costs.without)}, ${us(costs.with)} of CPU time (medians)`
  return [
    ['pairs of processes', String(costs.with.length)],
    ['a request without the probe, with it', medians],
    differenceLine('the probe costs', costs.without, costs.with, ([, high]) => high - 1 > LIMIT)
  ]
}

module.exports = {
  summary: 'Measures the CPU time of a request to the baseline with the probe and without it.',
  flags: { pairs: integer(4, Infinity, 'pairs of processes', 6) },
  run,
  report
}

'use strict'

// Samples client and server metrics while a load runs.

const { performance } = require('node:perf_hooks')
const { createMeter } = require('./meter')

const EVERY = 250 // ms

/**
 * @typedef {import('./meter').Reading & {time: number, probe: import('./server').Sample|null}} LiveSample `time` in s since
 *   the load began; `probe` is null while the server owes its reading: its event loop is blocked
 */

/**
 * @template T
 * @param {import('./server').Server} server
 * @param {(sample: LiveSample) => void} onSample
 * @param {(meter: import('./meter').Meter) => Promise<T>} fire runs the load, and tells the meter
 * @returns {Promise<T>} what the load gave, once the server owes no answer
 */
async function sampleDuringLoad (server, onSample, fire) {
  await server.glance() // the first one begins here
  const meter = createMeter()
  const begun = performance.now()
  let probe = null
  let owed = null

  async function ask () {
    try {
      probe = await server.glance()
    } catch {} // the server is over: the load ends for the same reason, and tells it
    owed = null
  }

  const timer = setInterval(() => {
    onSample({ time: (performance.now() - begun) / 1000, ...meter.read(), probe })
    probe = null
    owed ??= ask()
  }, EVERY)
  try {
    return await fire(meter)
  } finally {
    clearInterval(timer)
    await owed
  }
}

module.exports = { sampleDuringLoad }

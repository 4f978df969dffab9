'use strict'

// Samples the meter, and as often as the server answers, its probe, while a load runs.

const { performance } = require('node:perf_hooks')
const { createMeter } = require('./meter')

const INTERVAL = 250 // ms

/**
 * @typedef {import('./meter').Meter} Meter
 * @typedef {import('./server').Server} Server
 * @typedef {import('./meter').Reading & {time: number, probe: import('./server').Sample|null}} LiveSample
 *   `time`: s since the load began; `probe`: null while the probe has not answered because the event loop is blocked.
 * @typedef {(sample: LiveSample) => void} OnSample
 */

/** @type {<T>(server: Server, onSample: OnSample, run: (meter: Meter) => Promise<T>) => Promise<T>} `run`: the load */
async function sampleDuringLoad (server, onSample, run) {
  await server.sampleInterval() // the first interval begins here
  const meter = createMeter()
  const start = performance.now()
  /** @type {LiveSample['probe']} */
  let probe = null
  /** @type {Promise<void>|null} */
  let pending = null

  async function sampleProbe () {
    try {
      probe = await server.sampleInterval()
    } catch {} // the server is over; the load ends for the same reason and reports it
    pending = null
  }

  const timer = setInterval(() => {
    onSample({ time: (performance.now() - start) / 1000, ...meter.read(), probe })
    probe = null
    pending ??= sampleProbe()
  }, INTERVAL)
  const result = await run(meter).finally(() => clearInterval(timer))
  await pending
  return result
}

module.exports = { sampleDuringLoad }

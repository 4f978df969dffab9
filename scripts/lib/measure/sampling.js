'use strict'

/** @import { LiveSample, Meter, OnSample, Server } from './types' */

const { performance } = require('node:perf_hooks')
const { createMeter } = require('./meter')

const INTERVAL = 250 // ms

/**
 * Runs a load and reports a sample four times a second: of the meter, and of the probe as often as
 * the server answers.
 * @template T
 * @param {Server} server
 * @param {OnSample} onSample
 * @param {(meter: Meter) => Promise<T>} run Runs the load and has the meter count.
 * @returns {Promise<T>} what `run` returns
 */
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
  await pending // not after a failed load: a blocked server does not answer
  return result
}

module.exports = { sampleDuringLoad }

'use strict'

/** @import { During, LiveMeter, OnSample, Server } from './types' */

const { createHistogram, performance } = require('node:perf_hooks')

const INTERVAL = 250 // ms
const WINDOW = 4 // readings over which the rate is computed: a blocked server answers in bursts

/**
 * Sends a load, and reports a sample four times a second: of the answers, and of the probe as often
 * as the server answers it, with the answers until then.
 * @param {Server} server
 * @param {Parameters<During>[1]} send
 * @param {OnSample} onSample
 */
async function sampleDuringLoad (server, send, onSample) {
  await server.ask('sampleInterval') // the first interval begins here
  const meter = createMeter()
  const startTime = performance.now()
  /** @type {Parameters<OnSample>[0]['probe']} */
  let probe = null
  let pending = null

  async function sampleProbe () {
    try {
      const reading = await server.ask('sampleInterval')
      probe = { ...reading, answered: meter.answers() }
    } catch {} // the server is over; the load ends for the same reason and reports it
    pending = null
  }

  const timer = setInterval(() => {
    onSample({
      time: (performance.now() - startTime) / 1000,
      ...meter.read(),
      probe
    })
    probe = null
    pending ??= sampleProbe()
  }, INTERVAL)
  const sent = await send(meter).finally(() => clearInterval(timer))
  await pending // not after a failed load: a blocked server does not answer
  return sent
}

/** @returns {LiveMeter} */
function createMeter () {
  const counts = {
    answered: 0,
    unavailable: 0,
    timeouts: 0,
    errors: 0
  }
  const latency = createHistogram() // in µs
  let readings = [{ time: performance.now(), answered: 0 }]

  return {
    answered (status, ms) {
      latency.record(Math.max(1, Math.round(ms * 1000)))
      counts.answered++
      if (status === 503) counts.unavailable++
    },
    failed ({ message }) {
      counts.errors++
      if (message === 'request timed out') counts.timeouts++ // autocannon's message
    },
    answers: () => counts.answered,
    read () {
      const [oldest] = readings
      const now = performance.now()
      readings = readings.slice(1 - WINDOW)
      readings.push({ time: now, answered: counts.answered })
      return {
        rate: (counts.answered - oldest.answered) / (now - oldest.time) * 1000,
        latencyP99: latency.count ? latency.percentile(99) / 1000 : null,
        ...counts
      }
    }
  }
}

module.exports = { sampleDuringLoad }

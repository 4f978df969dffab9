'use strict'

// Looks on while a load runs: at what comes in, and, as often as it answers, into the server.

const { performance } = require('node:perf_hooks')
const { createMeter } = require('./meter')

const EVERY = 250 // ms

/**
 * @typedef {import('./meter').Reading & object} Glance
 * @property {number} time s since the load began
 * @property {import('./server').Sample|null} inside null while the server owes its answer: its event loop is blocked
 */

/**
 * @template T
 * @param {import('./server').Server} server
 * @param {(glance: Glance) => void} onGlance
 * @param {(meter: import('./meter').Meter) => Promise<T>} fire runs the load, and tells the meter
 * @returns {Promise<T>} what the load gave, once the server owes no answer
 */
async function sampleDuringLoad (server, onGlance, fire) {
  await server.glance() // the first one begins here
  const meter = createMeter()
  const begun = performance.now()
  let inside = null
  let owed = null

  async function ask () {
    try {
      inside = await server.glance()
    } catch {} // the server is over: the load ends for the same reason, and tells it
    owed = null
  }

  const timer = setInterval(() => {
    onGlance({ time: (performance.now() - begun) / 1000, ...meter.read(), inside })
    inside = null
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

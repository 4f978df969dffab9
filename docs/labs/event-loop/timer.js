'use strict'

// Starts a timer of 100 ms, then keeps the event loop busy, and measures when the timer fires.

const { monitorEventLoopDelay, performance } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')

const DELAY = 100 // ms of the timer
const RESOLUTION = 10 // ms between the ticks of the delay monitor, which counts them as delay

/** @returns {number} ms that the loop takes */
function spin (iterations) {
  const start = performance.now()
  for (let i = 0; i < iterations; i++) Math.random()
  return performance.now() - start
}

/** @returns {number} iterations that take this many ms here: the median of nine attempts */
function calibrate (ms) {
  spin(1e7) // until V8 has compiled it
  const attempts = Array.from({ length: 9 }, () => spin(1e6)).sort((a, b) => a - b)
  return Math.round(ms * 1e6 / attempts[4])
}

async function main () {
  const iterations = Number(process.env.ITERATIONS) || calibrate(Number(process.env.LOOP))
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION })
  monitor.enable()
  await sleep(50) // the monitor has ticked a few times
  monitor.reset()
  await sleep(50) // it ignores the first tick after a reset

  const start = performance.now()
  const before = performance.eventLoopUtilization()
  const timer = sleep(DELAY)
  const loop = spin(iterations)
  await timer
  const fired = performance.now() - start
  const elu = performance.eventLoopUtilization(before).utilization * 100

  await sleep(50) // the monitor's late tick
  const delay = monitor.max / 1e6 - RESOLUTION
  const late = fired - Math.max(loop, DELAY)
  console.log(JSON.stringify({ loop, fired, late, elu, delay }))
}

main()

'use strict'

// Asks for a timer of 100 ms, then keeps the event loop busy, and tells when the timer came.

const { monitorEventLoopDelay, performance } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')

const DELAY = 100 // ms of the timer
const RESOLUTION = 10 // ms between the ticks of the delay monitor, which it counts as delay

/** @returns {number} ms that so many turns of the loop take */
function spin (turns) {
  const begun = performance.now()
  for (let i = 0; i < turns; i++) Math.random()
  return performance.now() - begun
}

/** @returns {number} turns that take so many ms on this machine, by the median of nine tries */
function turnsOf (ms) {
  spin(1e7) // until it is compiled
  const tries = Array.from({ length: 9 }, () => spin(1e6)).sort((a, b) => a - b)
  return Math.round(ms * 1e6 / tries[4])
}

async function main () {
  const turns = Number(process.env.TURNS) || turnsOf(Number(process.env.LOOP))
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  await sleep(50) // the monitor has ticked a few times
  delay.reset()
  await sleep(50) // it forgets the first tick after a reset

  const asked = performance.now()
  const before = performance.eventLoopUtilization()
  const timer = sleep(DELAY)
  const loop = spin(turns)
  await timer
  const fired = performance.now() - asked
  const elu = performance.eventLoopUtilization(before).utilization * 100

  await sleep(50) // the monitor has its late tick
  console.log(JSON.stringify({ turns, loop, fired, late: fired - Math.max(loop, DELAY), elu, delay: delay.max / 1e6 - RESOLUTION }))
}

main()

'use strict'

// Preloaded into the server under test (node --require), so that the server's own code stays untouched.
// Answers the harness with samples, ends cleanly when told to, and never outlives the harness.

const { createHistogram, monitorEventLoopDelay, performance } = require('node:perf_hooks')

const RESOLUTION = 10 // ms between the ticks of the delay monitor; it counts them as delay

/**
 * Makes a sampler: it tells what happened since it was called before, whoever else asks.
 * Shares are of one core; delay in ms, memory in bytes.
 */
function sampler (delayP99) {
  let since = mark()

  return function sample () {
    const { user, system } = process.cpuUsage(since.cpu)
    const { heapUsed, rss } = process.memoryUsage()
    const taken = {
      cpu: (user + system) / 1000 / (performance.now() - since.time),
      elu: performance.eventLoopUtilization(since.loop).utilization,
      delayP99: delayP99(),
      listeners: process.mainModule.exports.listenerCount?.('after') ?? null,
      heap: heapUsed,
      rss
    }
    since = mark()
    return taken
  }
}

/** The 99th percentile since it was asked before, ms. */
function delayOfLoad () {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return () => take(delay, RESOLUTION)
}

/**
 * The same for short intervals, by a timer of our own: monitorEventLoopDelay forgets the first delay after a reset,
 * and in a blocked server that may be the only one between two glances.
 */
function delayOfGlance () {
  const delay = createHistogram()
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    delay.record(Math.max(1, Math.round((now - last - RESOLUTION) * 1e6)))
    last = now
  }, RESOLUTION).unref()
  return () => take(delay, 0)
}

function take (delay, surplus) {
  const p99 = delay.count > 0 ? Math.max(0, delay.percentile(99) / 1e6 - surplus) : 0
  delay.reset()
  return p99
}

function mark () {
  return { time: performance.now(), cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() }
}

const sample = sampler(delayOfLoad())
let glance // costs nothing where nobody looks on

process.on('message', (request) => {
  if (request === 'sample') process.send(sample())
  if (request === 'glance') process.send((glance ??= sampler(delayOfGlance()))())
  if (request === 'stop') process.exit()
})
process.on('disconnect', () => process.exit())
// The channel alone must not keep a server alive that has nothing left to do.
process.channel?.unref()

// A clean exit, unlike death by the signal, lets --cpu-prof and --prof write their files.
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

'use strict'

// Preloaded into the server under test (node --require), so that the server's own code stays untouched.
// Answers the harness with samples, ends cleanly when told to, and never outlives the harness.

const { monitorEventLoopDelay, performance } = require('node:perf_hooks')

const RESOLUTION = 10 // ms between the ticks of the delay monitor; it counts them as delay

const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
delay.enable()

let since = mark()

function mark () {
  return { time: performance.now(), cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() }
}

/** What happened since the sample before: shares are of one core; delay in ms, memory in bytes. */
function sample () {
  const { user, system } = process.cpuUsage(since.cpu)
  const { heapUsed, rss } = process.memoryUsage()
  const taken = {
    cpu: (user + system) / 1000 / (performance.now() - since.time),
    elu: performance.eventLoopUtilization(since.loop).utilization,
    delayP99: delay.count > 0 ? Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION) : 0,
    listeners: process.mainModule.exports.listenerCount?.('after') ?? null,
    heap: heapUsed,
    rss
  }
  delay.reset()
  since = mark()
  return taken
}

process.on('message', (request) => {
  if (request === 'sample') process.send(sample())
  if (request === 'stop') process.exit()
})
process.on('disconnect', () => process.exit())
// The channel alone must not keep a server alive that has nothing left to do.
process.channel?.unref()

// A clean exit, unlike death by the signal, lets --cpu-prof and --prof write their files.
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

'use strict'

// Preloaded for the live page: `sampleInterval` gives samples of short intervals, with how many
// listeners the busiest event has, and `profile` takes a CPU profile for so many ms.

const { createHistogram, performance } = require('node:perf_hooks')
const { setInterval } = require('node:timers')
const { setTimeout: sleep } = require('node:timers/promises')
require('./excess-listeners')
const { answers, createSampler, RESOLUTION } = require('./probe')

const now = performance.now.bind(performance)
let sample

// monitorEventLoopDelay drops the first delay after a reset, which in a blocked server may be the
// only one of the interval.
function monitorInterval () {
  const delay = createHistogram()
  let last = now()
  setInterval(() => {
    const time = now()
    delay.record(Math.max(1, Math.round((time - last) * 1e6)))
    last = time
  }, RESOLUTION).unref()
  return delay
}

answers.sampleInterval = () => {
  sample ??= createSampler(monitorInterval()) // not before: its timer costs CPU time
  return { ...sample(), listeners: answers.excessListeners()[0]?.listeners ?? null }
}

answers.profile = async (ms) => {
  const { Session } = require('node:inspector/promises') // not before somebody asks
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
    await sleep(ms)
    return (await session.post('Profiler.stop')).profile
  } finally {
    session.disconnect()
  }
}

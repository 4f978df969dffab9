'use strict'

// Preloaded for the live page: `profile` takes a CPU profile for so many ms.

const { setTimeout: sleep } = require('node:timers/promises')
const { answers } = require('./probe')

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

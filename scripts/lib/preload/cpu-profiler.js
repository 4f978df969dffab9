'use strict'

// The CPU profiler of Node.js, for the probe to start and stop in a running process.

/** @type {import('node:inspector/promises').Session|undefined} */
let session

module.exports = {
  async 'start profile' () {
    const { Session } = require('node:inspector/promises')
    session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
  },

  /** @returns {Promise<import('node:inspector').Profiler.Profile|undefined>} */
  async 'stop profile' () {
    const stopped = await session?.post('Profiler.stop')
    session?.disconnect()
    return stopped?.profile
  }
}

'use strict'

// Runs a stage inside the test's process, on a free port, so that a test can reach its clock and its emitter.

const { once } = require('node:events')

/**
 * @param {import('tap').Test} t ends the stage with the test
 * @param {string} name
 * @returns {Promise<{server: import('restify').Server, url: string, printed: string[]}>}
 */
async function startStage (t, name) {
  process.env.PORT = '0'
  delete process.env.HOST
  const folder = require.resolve(`../../${name}/index.js`)
  for (const file of [folder, require.resolve(`../../${name}/util.js`)]) delete require.cache[file]
  const log = t.capture(console, 'log')
  const server = require(folder)
  await once(server, 'listening')
  const printed = log.args().map((args) => args.join(' '))
  log.restore()
  t.teardown(() => {
    server.server.closeAllConnections()
    server.close()
  })
  return { server, url: `${server.url}/seed/v1`, printed }
}

/** Stops the clock until the test moves it. */
function stopClock (t) {
  let now = Date.now()
  t.intercept(Date, 'now', { value: () => now })
  return { advance: (ms) => { now += ms } }
}

module.exports = { startStage, stopClock }

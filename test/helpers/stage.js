'use strict'

const { once } = require('node:events')

/**
 * Runs a stage inside the test's process, on a free port, so that a test can reach its clock.
 * @param {import('tap').Test} t Ends the stage with the test.
 * @param {string} name
 * @returns {Promise<{server: import('restify').Server, url: string, printed: string[]}>}
 */
async function startStage (t, name) {
  process.env.PORT = '0'
  delete process.env.HOST
  const [index, util] = ['index', 'util'].map((file) => require.resolve(`../../${name}/${file}.js`))
  delete require.cache[index]
  delete require.cache[util]
  const log = t.capture(console, 'log')
  const server = require(index)
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

'use strict'

const { once } = require('node:events')

/** Runs a stage inside the test's process, on a free port, so that a test can reach its clock. */
async function startStage (t, name) {
  process.env.PORT = '0'
  delete process.env.HOST
  for (const file of ['index', 'util']) {
    delete require.cache[require.resolve(`../../${name}/${file}`)]
  }
  const log = t.capture(console, 'log')
  const server = require(`../../${name}`)
  await once(server, 'listening')
  const printed = log.args().map((args) => args.join(' '))
  log.restore()
  t.teardown(() => {
    server.server.closeAllConnections()
    server.close()
  })
  return { server, url: `${server.url}/seed/v1`, printed }
}

function stopClock (t) {
  let now = Date.now()
  t.intercept(Date, 'now', { value: () => now })
  return { advance: (ms) => { now += ms } }
}

module.exports = { startStage, stopClock }

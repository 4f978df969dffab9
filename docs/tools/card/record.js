'use strict'

// For maintainers: records the diagnosis that whyslow's page shows as a card.

require('../../../scripts/lib/cli/preconditions')
const { once } = require('node:events')
const http = require('node:http')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const autocannon = require('autocannon')
const { format, watch } = require('whyslow')
const { command } = require('../../../scripts/lib/cli/command')
const { printNotice, printSaved } = require('../../../scripts/lib/cli/terminal')
const { saveResult } = require('../../../scripts/lib/load/results')
const { startProcess } = require('../../../scripts/lib/server/process')

const PORT = 4100 // of the service that the server asks
const TIME = 40 // ms that an answer of it takes
const CLIENTS = 30
const AGE = 3000 // ms of load before the watch

command({
  summary: 'Watches a small server under load, and saves the diagnosis.'
}, async ({ signal }) => {
  const prices = http.createServer((req, res) => setTimeout(() => res.end('[]'), TIME))
  await once(prices.listen(PORT, '127.0.0.1'), 'listening')
  const { child, kill } = startProcess([process.execPath, path.join(__dirname, 'server.js')], {
    cwd: __dirname,
    env: { ...process.env, PRICES: String(PORT) },
    signal
  })
  const [address] = await once(child.stdout, 'data')
  const url = `${address.trim()}/products/17`
  const load = autocannon({ url, connections: CLIENTS, duration: 600 })
  try {
    await sleep(AGE, null, { signal })
    const diagnosis = await watch({ pid: child.pid }, { signal, onNotice: printNotice })
    console.log(format(diagnosis, { title: `process ${child.pid}` }))
    const startedAt = new Date().toISOString()
    printSaved(saveResult(/** @type {any} */ ({ schema: 1, startedAt, ...diagnosis }), 'card'))
  } finally {
    load.stop()
    kill()
    prices.close()
    prices.closeAllConnections()
  }
})

'use strict'

// make live: a page that shows a load while it runs.

require('./lib/node-version')
const { once } = require('node:events')
const pino = require('pino')
const { openPage } = require('./lib/browser')
const { command } = require('./lib/command')
const { serve } = require('./lib/live/server')
const { ensureWritable, RESULTS } = require('./lib/results')

command({
  usage: 'live.js',
  summary: 'Serves the live page, on this machine only, until Ctrl-C. OPEN=0 opens no browser.',
  flags: {
    port: { type: 'integer', variable: 'LIVE_PORT', min: 0, max: 65_535, default: 4000, help: 'to listen on; 0: a free one' }
  }
}, async ({ values, signal }) => {
  ensureWritable(RESULTS)
  const page = await serve({ port: values.port, log: pino(pino.destination(2)) })
  console.log(`the live page is at ${page.url} (Ctrl-C ends it)`)
  await openPage(page.url)
  if (!signal.aborted) await once(signal, 'abort')
  await page.close()
  throw signal.reason
})

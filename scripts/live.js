'use strict'

// make live: a page that shows a load while it runs.

require('./lib/cli/node-version')
const { once } = require('node:events')
const pino = require('pino')
const pretty = require('pino-pretty')
const { openPage } = require('./lib/system/browser')
const { command } = require('./lib/cli/command')
const { serveLivePage } = require('./lib/live/server')
const { RESULTS } = require('./lib/results/store')
const { ensureWritable } = require('./lib/system/files')

command({
  usage: 'live.js',
  summary: 'Serves the live page, on this machine only, until Ctrl-C. OPEN=0 opens no browser.',
  flags: {
    'live-port': { type: 'integer', min: 0, max: 65_535, default: 4000, help: 'to listen on; 0: a free one' }
  }
}, async ({ values, signal }) => {
  ensureWritable(RESULTS)
  const page = await serveLivePage({ port: values['live-port'], log: pino(logTo(process.stderr)) })
  console.log(`the live page is listening on ${page.url}\nCtrl-C ends it`)
  await openPage(page.url)
  if (!signal.aborted) await once(signal, 'abort')
  await page.close()
  throw signal.reason
})

/** Lines to read on a terminal, JSON anywhere else. */
function logTo ({ fd, isTTY }) {
  if (!isTTY) return pino.destination(fd)
  return pretty({ destination: fd, sync: true, colorize: !process.env.NO_COLOR, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
}

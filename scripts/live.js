'use strict'

// make live: serves a page that shows a load while it runs.

require('./lib/cli/preconditions')
const { once } = require('node:events')
const pino = require('pino')
const pretty = require('pino-pretty')
const { command, openFlag } = require('./lib/cli/command')
const { serveLivePage } = require('./lib/live/server')
const { RESULTS } = require('./lib/results/store')
const { ensureWritable } = require('./lib/system/files')
const { openPage } = require('./lib/system/browser')

command({
  summary: 'Serves the live page, to this machine only, until Ctrl-C.',
  untilInterrupted: true,
  flags: {
    'live-port': { type: 'integer', min: 0, max: 65_535, default: 4000, help: 'port to listen on; 0: a free one' },
    open: openFlag
  }
}, async ({ values, signal }) => {
  ensureWritable(RESULTS)
  const page = await serveLivePage({ port: values['live-port'], log: pino(logTo(process.stderr)) })
  console.log(`the live page is listening on ${page.url}\nCtrl-C ends it`)
  if (values.open) await openPage(page.url)
  if (!signal.aborted) await once(signal, 'abort')
  await page.close()
})

/** Lines to read on a terminal, JSON anywhere else. */
function logTo ({ fd = 2, isTTY = false }) {
  if (!isTTY) return pino.destination(fd)
  const colorize = !process.env.NO_COLOR
  return pretty({ destination: fd, sync: true, colorize, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
}

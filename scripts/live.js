'use strict'

require('./lib/cli/preconditions')
const { once } = require('node:events')
const { command } = require('./lib/cli/command')
const { ensureUnset, integer, openFlag } = require('./lib/cli/flags')
const { serveLivePage } = require('./lib/live/live-server')
const { targetFlags, targetFromFlags } = require('./lib/server/target-flags')
const { openPage } = require('./lib/cli/browser')

command({
  summary: 'Serves the live page, to this machine only, until Ctrl-C.',
  untilInterrupted: true,
  flags: {
    ...targetFlags,
    duration: integer(1, 120, 'seconds, to begin with', 10),
    'live-port': integer(0, 65_535, 'port to listen on; 0: a free one', 4000),
    open: openFlag
  }
}, async ({ values, signal }) => {
  const { app, 'live-port': port, duration, open } = values
  if (!app) ensureUnset(values, targetFlags, 'has no effect without APP')
  const own = app ? targetFromFlags(undefined, values) : undefined
  const page = await serveLivePage({ port, own, duration })
  console.log(`the live page is listening on ${page.url}\nCtrl-C ends it`)
  if (open) await openPage(page.url)
  if (!signal.aborted) await once(signal, 'abort')
  await page.close()
})

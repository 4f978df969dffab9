'use strict'

require('./lib/base/preconditions')
const { once } = require('node:events')
const { command, openFlag } = require('./lib/base/command')
const { serveLivePage } = require('./lib/live/live-server')
const { recordRace } = require('./lib/live/runner')
const { targetFlags, targetsFromFlags } = require('./lib/measure/target-flags')
const { openPage } = require('./lib/system/browser')

command({
  summary: 'Serves the live page, to this machine only, until Ctrl-C.',
  untilInterrupted: true,
  flags: {
    ...targetFlags,
    duration: {
      type: 'integer',
      min: 1,
      max: 120,
      default: 10,
      help: 'seconds, to begin with'
    },
    'live-port': {
      type: 'integer',
      min: 0,
      max: 65_535,
      default: 4000,
      help: 'port to listen on; 0: a free one'
    },
    open: openFlag,
    record: {
      type: 'boolean',
      help: 'run the race without the page, for the docs'
    }
  }
}, async ({ values, signal }) => {
  const { app, 'live-port': port, duration, open, record } = values
  if (record) return await recordRace(signal)
  const [own] = app ? targetsFromFlags([], values) : []
  const page = await serveLivePage({
    port,
    own,
    duration
  })
  console.log(`the live page is listening on ${page.url}\nCtrl-C ends it`)
  if (open) await openPage(page.url)
  if (!signal.aborted) await once(signal, 'abort')
  await page.close()
})

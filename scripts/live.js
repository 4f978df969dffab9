'use strict'

require('./lib/base/preconditions')
const { once } = require('node:events')
const pino = require('pino')
const pretty = require('pino-pretty')
const { command, openFlag } = require('./lib/base/command')
const { serveLivePage } = require('./lib/live/live-server')
const { RESULTS } = require('./lib/measure/results')
const { targetFlags, targetsFromFlags } = require('./lib/measure/target-flags')
const { openPage } = require('./lib/system/browser')
const { ensureWritable } = require('./lib/system/files')

const FORMAT = { destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }
const PORT = { min: 0, max: 65_535, default: 4000, help: 'port to listen on; 0: a free one' }

command({
  summary: 'Serves the live page, to this machine only, until Ctrl-C.',
  untilInterrupted: true,
  flags: {
    ...targetFlags,
    duration: { type: 'integer', min: 1, max: 120, default: 10, help: 'seconds, to begin with' },
    'live-port': { type: 'integer', ...PORT },
    open: openFlag,
    record: { type: 'boolean', help: 'run the race without the page, for the docs' }
  }
}, async ({ values, signal }) => {
  ensureWritable(RESULTS)
  const colorize = !process.env.NO_COLOR
  const log = pino(process.stderr.isTTY ? pretty({ ...FORMAT, colorize }) : pino.destination(2))
  const [own] = values.app ? targetsFromFlags([], values) : []
  const { 'live-port': port, duration, open, record } = values
  const page = await serveLivePage({ port: record ? 0 : port, log, own, duration, record })
  signal.addEventListener('abort', page.close)
  if (record) return await page.race().finally(page.close)
  console.log(`the live page is listening on ${page.url}\nCtrl-C ends it`)
  if (open) await openPage(page.url)
  if (!signal.aborted) await once(signal, 'abort')
  await page.close()
})

'use strict'

// make start-slow, …: runs one target in the foreground. The first of the article's two terminals.

require('./lib/cli/node-version')
const { once } = require('node:events')
const path = require('node:path')
const { command } = require('./lib/cli/command')
const { findTarget, targetNames } = require('./lib/measure/targets')
const { UsageError } = require('./lib/cli/errors')
const { LOOPBACK } = require('./lib/system/network')
const { startServer } = require('./lib/measure/server')

const HASTE = path.join(__dirname, 'lib/preload/fast-clock.js')

command({
  usage: 'start.js <target>',
  summary: `Runs one of ${targetNames.join(', ')} until Ctrl-C.`,
  flags: {
    port: { type: 'integer', min: 0, max: 65_535, default: 3000, help: 'to listen on; 0: a free one' },
    host: { type: 'string', default: LOOPBACK, help: 'address to listen on' },
    minute: { type: 'integer', min: 1, max: 60, default: 60, help: 'seconds that a minute lasts on the server\'s clock: 5 for those who wait for one' }
  }
}, async ({ values, operands: [name, ...rest], signal }) => {
  if (!name || rest.length) throw new UsageError(`name one target: ${targetNames.join(', ')}`)
  const target = { ...findTarget(name), env: { MINUTE: String(values.minute) } } // for haste.js
  const server = await startServer(target, { port: values.port, host: values.host, echo: true, execArgv: values.minute < 60 ? ['--require', HASTE] : [], signal })
  await once(server.over, 'abort')
  await server.stop()
  throw server.over.reason
})

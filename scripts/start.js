'use strict'

require('./lib/cli/preconditions')
const { once } = require('node:events')
const { command } = require('./lib/cli/command')
const { integer, text } = require('./lib/cli/flags')
const { printNotice } = require('./lib/cli/terminal')
const { preload, startServer, LOOPBACK } = require('./lib/server/server')
const { targetFlags, targetFromFlags, TARGET_HELP } = require('./lib/server/target-flags')
const { targetNames } = require('./lib/server/targets')

const { method, body, header, ...serverFlags } = targetFlags
const THIS_MACHINE = /^(127\.|::1$|localhost$)/

command({
  summary: 'Runs a target until Ctrl-C.',
  untilInterrupted: true,
  operands: [{ name: 'target', help: TARGET_HELP }],
  flags: {
    ...serverFlags,
    port: integer(0, 65_535, 'port to listen on; 0: a free one', 3000),
    host: text('address to listen on', LOOPBACK),
    minute: integer(1, 60, 'length of a minute on the server\'s clock, in seconds', 60)
  }
}, async ({ values: { port, host, minute, ...values }, operands: [operand], signal }) => {
  const found = targetFromFlags(operand, values)
  const target = { ...found, env: { MINUTE: String(minute) } } // for the fast clock
  const execArgv = minute < 60 ? preload('clock') : []
  const server = await startServer(target, { port, host, echo: true, execArgv, signal })
  if (!targetNames.includes(target.name)) { // ours print it themselves
    console.log(`${target.name} listens on ${server.url}`)
  }
  if (!THIS_MACHINE.test(host)) {
    const problem = `WARNING: ${target.name} listens on ${host}, where other machines can reach it.`
    printNotice(`${problem} Servers here are broken on purpose.`)
  }
  if (!server.over.aborted) await once(server.over, 'abort')
  await server.stop()
  throw server.over.reason
})

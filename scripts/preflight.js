'use strict'

// make preflight: is this machine ready for the workshop?

require('./lib/cli/node-version')
const { command } = require('./lib/cli/command')
const { UserError } = require('./lib/cli/errors')
const { preflightChecks } = require('./lib/workshop/preflight')
const { painter } = require('./lib/cli/terminal')

command({
  usage: 'preflight.js',
  summary: `Checks whether this machine is ready for the workshop:\n\n${preflightChecks.map(({ name }) => `  ${name}`).join('\n')}`
}, async ({ signal }) => {
  const paint = painter(process.stdout)
  const marks = { true: paint('green', '✓'), false: paint('red', '✗'), optional: paint('yellow', '!') }
  let lacking = 0
  for (const { name, optional, remedy, check } of preflightChecks) {
    const { ok, found } = await check(signal).catch((err) => {
      if (signal.aborted || !(err instanceof UserError)) throw err
      return { ok: false, found: err.message }
    })
    console.log(`${marks[ok || !optional ? ok : 'optional']} ${name.padEnd(20)} ${found}${ok ? '' : `\n  ${paint('dim', remedy)}`}`)
    if (!ok && !optional) lacking++
  }
  if (lacking) throw new UserError(`not ready: ${lacking} of ${preflightChecks.length} lacking`)
  console.log('\nReady.')
})

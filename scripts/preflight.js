'use strict'

// make preflight: is this machine ready for the workshop?

require('./lib/node-version')
const { command } = require('./lib/command')
const { UserError } = require('./lib/errors')
const { checks } = require('./lib/preflight')
const { painter } = require('./lib/terminal')

command({
  usage: 'preflight.js',
  summary: `Checks whether this machine is ready for the workshop:\n\n${checks.map(({ name }) => `  ${name}`).join('\n')}`
}, async ({ signal }) => {
  const paint = painter(process.stdout)
  const marks = { true: paint('green', '✓'), false: paint('red', '✗'), optional: paint('yellow', '!') }
  let lacking = 0
  for (const { name, optional, remedy, check } of checks) {
    const { ok, found } = await check(signal).catch((err) => {
      if (signal.aborted || !(err instanceof UserError)) throw err
      return { ok: false, found: err.message }
    })
    console.log(`${marks[ok || !optional ? ok : 'optional']} ${name.padEnd(20)} ${found}${ok ? '' : `\n  ${paint('dim', remedy)}`}`)
    if (!ok && !optional) lacking++
  }
  if (lacking) throw new UserError(`not ready: ${lacking} of ${checks.length} lacking`)
  console.log('\nReady.')
})

'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { FindingError, UserError } = require('./lib/base/errors')
const { preflightChecks } = require('./lib/workshop/preflight')

const list = preflightChecks.map(({ name }) => `  ${name}`).join('\n')

command({
  summary: `Checks whether this machine is ready for the workshop:\n\n${list}`
}, async ({ signal, paint }) => {
  const count = { failed: 0, warnings: 0 }
  for (const { name, optional, remedy, check } of preflightChecks) {
    const { ok, value } = await check(signal).catch((err) => {
      if (signal.aborted || !(err instanceof UserError)) throw err
      return { ok: false, value: err.message }
    })
    let mark = paint('green', '✓')
    if (!ok) {
      count[optional ? 'warnings' : 'failed']++
      mark = optional ? paint('yellow', '!') : paint('red', '✗')
    }
    console.log(`${mark} ${name.padEnd(20)} ${value}`)
    if (!ok) console.log(`  ${paint('dim', remedy)}`)
  }
  const { failed, warnings } = count
  if (failed) {
    throw new FindingError(`not ready: ${failed} of ${preflightChecks.length} checks failed`)
  }
  const word = warnings === 1 ? 'warning' : 'warnings'
  console.log(warnings ? `\nReady, with ${warnings} ${word}.` : '\nReady.')
})

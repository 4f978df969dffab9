'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { FindingError, UserError } = require('./lib/base/errors')
const { preflightChecks } = require('./lib/workshop/preflight')

const list = preflightChecks.map(({ name }) => `  ${name}`).join('\n')

command({ summary: `Checks whether this machine is ready for the workshop:\n\n${list}` }, async ({ signal, paint }) => {
  let failed = 0
  let warnings = 0
  for (const { name, optional, remedy, check } of preflightChecks) {
    const { ok, found } = await check(signal).catch((err) => {
      if (signal.aborted || !(err instanceof UserError)) throw err
      return { ok: false, found: err.message }
    })
    const mark = ok ? paint('green', '✓') : optional ? paint('yellow', '!') : paint('red', '✗')
    console.log(`${mark} ${name.padEnd(20)} ${found}${ok ? '' : `\n  ${paint('dim', remedy)}`}`)
    if (!ok && optional) warnings++
    if (!ok && !optional) failed++
  }
  if (failed) throw new FindingError(`not ready: ${failed} of ${preflightChecks.length} checks failed`)
  console.log(warnings ? `\nReady, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.` : '\nReady.')
})

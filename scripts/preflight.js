'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { FindingError } = require('./lib/cli/errors')
const { yesNo } = require('./lib/cli/flags')
const { paint } = require('./lib/cli/terminal')
const { preflightChecks } = require('./lib/preflight/checks')
const { mark } = require('./lib/show/mark')

const list = preflightChecks.map(({ name }) => `  ${name}`).join('\n')

command({
  summary: `Checks whether this machine is ready for the workshop:\n\n${list}`,
  flags: { strict: yesNo('a warning is a failure, as before a recording') }
}, async ({ values: { strict }, signal }) => {
  let failed = 0
  let warnings = 0
  for (const { name, optional, remedy = '', check } of preflightChecks) {
    const { ok, value } = await check(signal)
    const isWarning = optional && !strict
    const sign = isWarning && !ok ? paint('yellow', '!') : mark(ok)
    console.log(`${sign} ${name.padEnd(20)} ${value}`)
    if (ok) continue
    console.log(`  ${paint('dim', remedy)}`)
    if (isWarning) warnings++
    else failed++
  }
  const word = warnings === 1 ? 'warning' : 'warnings'
  if (failed) throw new FindingError('not ready')
  console.log(warnings ? `\nReady, with ${warnings} ${word}.` : '\nReady.')
})

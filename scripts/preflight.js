'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { FindingError, UserError } = require('./lib/base/errors')
const { preflightChecks } = require('./lib/workshop/preflight')

const list = preflightChecks.map(({ name }) => `  ${name}`).join('\n')

async function run (check, signal) {
  try {
    return await check(signal)
  } catch (err) {
    if (signal.aborted || !(err instanceof UserError)) throw err
    return { ok: false, value: err.message }
  }
}

command({
  summary: `Checks whether this machine is ready for the workshop:\n\n${list}`
}, async ({ signal, paint }) => {
  const failed = []
  const warnings = []
  for (const { name, optional, remedy, check } of preflightChecks) {
    const { ok, value } = await run(check, signal)
    const failure = optional ? paint('yellow', '!') : paint('red', '✗')
    console.log(`${ok ? paint('green', '✓') : failure} ${name.padEnd(20)} ${value}`)
    if (ok) continue
    console.log(`  ${paint('dim', remedy)}`)
    if (optional) warnings.push(name)
    else failed.push(name)
  }
  if (failed.length) {
    const count = `${failed.length} of ${preflightChecks.length}`
    throw new FindingError(`not ready: ${count} checks failed`)
  }
  const word = warnings.length === 1 ? 'warning' : 'warnings'
  console.log(warnings.length ? `\nReady, with ${warnings.length} ${word}.` : '\nReady.')
})

'use strict'

// make preflight: is this machine ready for the workshop?

require('./lib/cli/node-version')
const { command } = require('./lib/cli/command')
const { UserError } = require('./lib/cli/errors')
const { preflightChecks } = require('./lib/workshop/preflight')
const { painter } = require('./lib/cli/terminal')

const CHECKS = preflightChecks.map(({ name }) => `  ${name}`).join('\n')

command({
  usage: 'preflight.js',
  summary: `Checks whether this machine is ready for the workshop:\n\n${CHECKS}`
}, async ({ signal }) => {
  const paint = painter(process.stdout)
  let lacking = 0
  let warnings = 0
  for (const { name, optional, remedy, check } of preflightChecks) {
    const { ok, found } = await check(signal).catch((err) => {
      if (signal.aborted || !(err instanceof UserError)) throw err
      return { ok: false, found: err.message }
    })
    const mark = ok ? paint('green', '✓') : optional ? paint('yellow', '!') : paint('red', '✗')
    console.log(`${mark} ${name.padEnd(20)} ${found}${ok ? '' : `\n  ${paint('dim', remedy)}`}`)
    if (!ok && optional) warnings++
    if (!ok && !optional) lacking++
  }
  if (lacking) throw new UserError(`not ready: ${lacking} of ${preflightChecks.length} checks failed`)
  console.log(warnings ? `\nReady, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.` : '\nReady.')
})

'use strict'

// make check-exercise: how far the exercise has come.

require('./lib/node-version')
const { checks } = require('./lib/check')
const { command } = require('./lib/command')
const { find } = require('./lib/contenders')
const { UserError } = require('./lib/errors')
const { painter } = require('./lib/terminal')

command({
  usage: 'check.js',
  summary: `Checks exercise/ and gives a hint for each goal not reached yet:\n\n${checks.map(({ goal }) => `  ${goal}`).join('\n')}`
}, async ({ signal }) => {
  const paint = painter(process.stdout)
  const contender = find('exercise')
  let left = 0
  for (const { goal, hint, passes } of checks) {
    const found = await passes(contender, { slow: find('slow'), signal })
    if (found === true) {
      console.log(`${paint('green', '✓')} ${goal}`)
      continue
    }
    left++
    console.log(`${paint('red', '✗')} ${goal}${found ? ` (${found})` : ''}\n  ${paint('dim', `hint: ${hint}`)}`)
  }
  if (left) throw new UserError(`${left} of ${checks.length} goals left`)
  console.log('\nAll goals reached. Compare with ours: diff exercise optimized')
})

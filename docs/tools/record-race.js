'use strict'

// For maintainers: runs the race of the live page without the page.

require('../../scripts/lib/cli/preconditions')
const { command } = require('../../scripts/lib/cli/command')
const { UserError } = require('../../scripts/lib/cli/errors')
const { STAGES } = require('../../scripts/lib/cli/project')
const { printSaved } = require('../../scripts/lib/cli/terminal')
const { Runner } = require('../../scripts/lib/live/runner')

const RACE = { targets: STAGES, connections: 100, duration: 10 }

command({ summary: 'Runs the race that the docs play.' }, async ({ signal }) => {
  const runner = new Runner()
  signal.addEventListener('abort', () => runner.stop())
  const { outcome, message = outcome } = await runner.start(RACE)
  if (outcome !== 'done') throw new UserError(message)
  printSaved(runner.saved)
})

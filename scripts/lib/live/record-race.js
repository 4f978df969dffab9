'use strict'

const { UserError } = require('../cli/errors')
const { findTarget } = require('../measure/targets')
const { resultSaver } = require('../results/store')
const { EventLog } = require('./event-log')
const { createRunner } = require('./runner')

const RACE = { targets: ['slow', 'fast', 'optimized'], connections: 100, duration: 10 } // s

/**
 * Runs the race of the live page, and saves what the page would show in docs/results.
 * @type {(log: import('pino').Logger, signal: AbortSignal) => Promise<void>} throws a UserError if it is not completed
 */
async function recordRace (log, signal) {
  const save = resultSaver(true)
  const find = (/** @type {string} */ name) => ({ target: findTarget(name), request: {} })
  const runner = createRunner(new EventLog(), log, find, (race) => log.info(save(race, 'live-race.json')))
  signal.addEventListener('abort', runner.stop)
  const { outcome, message = 'the race was stopped' } = await runner.start(RACE)
  if (outcome !== 'done') throw new UserError(message)
}

module.exports = { recordRace }

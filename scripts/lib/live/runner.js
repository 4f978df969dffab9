'use strict'

// One run at a time: targets one after another under the same load, told to a journal while it happens.

const path = require('node:path')
const { UserError } = require('../cli/errors')
const { findTarget } = require('../measure/targets')
const { measure } = require('../measure/measure')
const { saveResult, RESULTS } = require('../results/store')
const { ensureWritable } = require('../system/files')

/**
 * @typedef {object} Order
 * @property {string[]} targets names, in the order of the run
 * @property {number} connections
 * @property {number} duration s
 */

/** A run is on: there is no second one beside it. */
class BusyError extends UserError {}

/**
 * The journal is told `start` (the order), and for each target `leg`, `glance` (four times a second) and `result`;
 * then `end`, with `outcome` done, stopped or failed, and with `words` where it failed.
 *
 * @param {import('./event-log').Journal} journal
 * @param {import('pino').Logger} log
 * @returns {{start: (order: Order) => void, stop: () => Promise<void>}} `start` throws a UserError when a run is on, or
 *   a target or the place for the results is missing; `stop` resolves when nothing runs any more
 */
function createRunner (journal, log) {
  let current = null

  async function run (targets, load, signal) {
    try {
      for (const target of targets) await leg(target, load, signal)
      journal.write('end', { outcome: 'done' })
    } catch (err) {
      if (signal.aborted) return journal.write('end', { outcome: 'stopped' })
      if (!(err instanceof UserError)) log.error(err)
      journal.write('end', { outcome: 'failed', words: err.message })
    }
  }

  async function leg (target, load, signal) {
    journal.write('leg', { target: target.name })
    log.info({ target: target.name, ...load }, 'load starts')
    const onGlance = (glance) => journal.write('glance', glance)
    const result = await measure(target, load, { onGlance, signal })
    const file = path.relative(path.dirname(RESULTS), saveResult(result, RESULTS))
    log.info({ target: target.name, file }, 'saved')
    journal.write('result', { result, file })
  }

  return {
    start ({ targets, ...load }) {
      if (current) throw new BusyError('a run is on already: stop it first, or wait for its end')
      const found = targets.map(findTarget)
      ensureWritable(RESULTS)
      const interrupt = new AbortController()
      journal.begin('start', { targets, ...load })
      const ended = run(found, load, interrupt.signal).finally(() => { current = null })
      current = { interrupt, ended }
    },

    async stop () {
      current?.interrupt.abort(new UserError('stopped'))
      await current?.ended
    }
  }
}

module.exports = { BusyError, createRunner }

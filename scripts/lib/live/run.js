'use strict'

// One run at a time: contenders one after another under the same load, told to a journal while it happens.

const path = require('node:path')
const { UserError } = require('../errors')
const { find } = require('../contenders')
const { measure } = require('../measure')
const { ensureWritable, save, RESULTS } = require('../results')

/**
 * @typedef {object} Order
 * @property {string[]} contenders names, in the order of the run
 * @property {number} connections
 * @property {number} duration s
 */

/** A run is on: there is no second one beside it. */
class Busy extends UserError {}

/**
 * The journal is told `start` (the order), and for each contender `leg`, `glance` (four times a second) and `result`;
 * then `end`, with `outcome` done, stopped or failed, and with `words` where it failed.
 *
 * @param {import('./journal').Journal} journal
 * @param {import('pino').Logger} log
 * @returns {{start: (order: Order) => void, stop: () => Promise<void>}} `start` throws a UserError when a run is on, or
 *   a contender or the place for the results is missing; `stop` resolves when nothing runs any more
 */
function createRunner (journal, log) {
  let current = null

  async function run (contenders, load, signal) {
    try {
      for (const contender of contenders) await leg(contender, load, signal)
      journal.write('end', { outcome: 'done' })
    } catch (err) {
      if (signal.aborted) return journal.write('end', { outcome: 'stopped' })
      if (!(err instanceof UserError)) log.error(err)
      journal.write('end', { outcome: 'failed', words: err.message })
    }
  }

  async function leg (contender, load, signal) {
    journal.write('leg', { contender: contender.name })
    log.info({ contender: contender.name, ...load }, 'load starts')
    const onGlance = (glance) => journal.write('glance', glance)
    const result = await measure(contender, load, { onGlance, signal })
    const file = path.relative(path.dirname(RESULTS), save(result, RESULTS))
    log.info({ contender: contender.name, file }, 'saved')
    journal.write('result', { result, file })
  }

  return {
    start ({ contenders, ...load }) {
      if (current) throw new Busy('a run is on already: stop it first, or wait for its end')
      const found = contenders.map(find)
      ensureWritable(RESULTS)
      const interrupt = new AbortController()
      journal.begin('start', { contenders, ...load })
      const ended = run(found, load, interrupt.signal).finally(() => { current = null })
      current = { interrupt, ended }
    },

    async stop () {
      current?.interrupt.abort(new UserError('stopped'))
      await current?.ended
    }
  }
}

module.exports = { Busy, createRunner }

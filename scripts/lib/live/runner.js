'use strict'

// Runs targets one after another under the same load, one run at a time, and writes what happens into the event log.

const path = require('node:path')
const { UserError } = require('../cli/errors')
const { measure } = require('../measure/measure')
const { saveResult, RESULTS } = require('../results/store')
const { ensureWritable } = require('../system/files')

/** @typedef {import('../measure/targets').Target} Target */
/** @typedef {(name: string) => {target: Target, request: import('../measure/target-flags').Request}} Find */
/** @typedef {{targets: string[], connections: number, duration: number}} Settings names in their order; s */

/** A run is in progress. */
class BusyError extends UserError {}

/**
 * The event log gets `start` (the settings); for each target `target`, `sample` (four times a second) and `result`;
 * then `end`, whose `outcome` is done, stopped or failed. A failed one has a `message`.
 *
 * @param {InstanceType<typeof import('./event-log').EventLog>} eventLog
 * @param {import('pino').Logger} log
 * @param {Find} find
 * @returns {{start: (settings: Settings) => void, stop: () => Promise<void>}} `start` throws a UserError when a run is
 *   in progress, or a target or the folder for the results is missing; `stop` resolves when nothing runs any more
 */
function createRunner (eventLog, log, find) {
  /** @type {{interrupt: AbortController, ended: Promise<void>}|null} */
  let current = null

  /** @type {(targets: ReturnType<Find>[], load: Omit<Settings, 'targets'>, signal: AbortSignal) => Promise<void>} */
  async function run (targets, load, signal) {
    /** @param {import('../measure/sampling').LiveSample} sample */
    const onSample = (sample) => eventLog.write('sample', sample)
    try {
      for (const { target, request } of targets) {
        eventLog.write('target', { target: target.name })
        log.info({ target: target.name, ...load }, 'load starts')
        const result = await measure(target, { ...load, ...request }, { onSample, signal })
        const file = path.relative(path.dirname(RESULTS), saveResult(result, RESULTS))
        log.info({ target: target.name, file }, 'saved')
        eventLog.write('result', { result, file })
      }
      eventLog.write('end', { outcome: 'done' })
    } catch (err) {
      if (signal.aborted) return eventLog.write('end', { outcome: 'stopped' })
      if (!(err instanceof UserError)) log.error(err)
      eventLog.write('end', { outcome: 'failed', message: /** @type {Error} */ (err).message })
    }
  }

  return {
    start ({ targets, ...load }) {
      if (current) throw new BusyError('a run is in progress already: stop it first, or wait for its end')
      const found = targets.map(find)
      ensureWritable(RESULTS)
      const interrupt = new AbortController()
      eventLog.begin('start', { targets, ...load })
      current = { interrupt, ended: run(found, load, interrupt.signal).finally(() => { current = null }) }
    },

    async stop () {
      current?.interrupt.abort(new UserError('stopped'))
      await current?.ended
    }
  }
}

module.exports = { BusyError, createRunner }

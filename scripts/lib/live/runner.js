'use strict'

// Runs targets one after another under the same load, one run at a time, and writes what happens
// into the event log.

/** @import { LiveSample, Target } from '../measure/types' */
/** @import { End, LiveResult, LiveSettings } from './types' */

const path = require('node:path')
const { UserError } = require('../base/errors')
const { measure } = require('../measure/measure')
const { resultHeader } = require('../measure/result-header')
const { saveResult, RESULTS } = require('../measure/results')
const { ensureWritable } = require('../system/files')

/** A run is in progress. */
class BusyError extends UserError {}

/**
 * Makes a runner. The event log gets `start` (the settings); for each target `target`, `sample`
 * (four times a second) and `result`; then `end`.
 * @param {InstanceType<typeof import('./event-log').EventLog>} eventLog
 * @param {import('pino').Logger} log
 * @param {(name: string) => Target} find throws a UserError for a target that is missing
 * @param {(result: LiveResult) => void} save keeps a run that was completed, with its events
 */
function createRunner (eventLog, log, find, save) {
  /** @type {{interrupt: AbortController, ended: Promise<End>}|null} */
  let current = null

  /** @type {(targets: Target[], settings: LiveSettings, signal: AbortSignal) => Promise<End>} */
  async function run (targets, settings, signal) {
    const { connections, duration } = settings
    const header = resultHeader({ kind: 'live', settings })
    /** @param {LiveSample} sample */
    const onSample = (sample) => eventLog.write('sample', sample)
    try {
      for (const target of targets) {
        eventLog.write('target', { target: target.name })
        log.info({ target: target.name, connections, duration }, 'load starts')
        const result = await measure(target, { connections, duration }, { onSample, signal })
        const file = path.relative(path.dirname(RESULTS), saveResult(result, RESULTS))
        log.info({ target: target.name, file }, 'saved')
        eventLog.write('result', { result, file })
      }
      save({ ...header, events: eventLog.events })
      return { outcome: 'done' }
    } catch (err) {
      if (signal.aborted) return { outcome: 'stopped' }
      if (!(err instanceof UserError)) log.error(err)
      return { outcome: 'failed', message: /** @type {Error} */ (err).message }
    }
  }

  return {
    /**
     * @param {LiveSettings} settings
     * @returns {Promise<End>}
     * @throws {UserError} When a run is in progress, or a target or the folder is missing.
     */
    start (settings) {
      if (current) {
        throw new BusyError('a run is in progress already: stop it first, or wait for its end')
      }
      const targets = settings.targets.map(find)
      ensureWritable(RESULTS)
      const interrupt = new AbortController()
      eventLog.begin('start', settings)
      const ended = run(targets, settings, interrupt.signal).then((end) => {
        eventLog.write('end', end)
        current = null
        return end
      })
      current = { interrupt, ended }
      return ended
    },

    /** Resolves when nothing runs. */
    async stop () {
      current?.interrupt.abort(new UserError('stopped'))
      await current?.ended
    }
  }
}

module.exports = { BusyError, createRunner }

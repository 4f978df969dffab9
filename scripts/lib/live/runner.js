'use strict'

// Runs targets one after another under the same load, one run at a time, and writes what happens into the event log.

const path = require('node:path')
const { UserError } = require('../base/errors')
const { measure } = require('../measure/measure')
const { resultHeader } = require('../measure/result-header')
const { saveResult, RESULTS } = require('../measure/results')
const { ensureWritable } = require('../system/files')

/** @typedef {import('../measure/types').Target} Target */
/** @typedef {import('./earlier-runs').Settings} Settings */
/** @typedef {import('./earlier-runs').LiveResult} LiveResult */
/** @typedef {(name: string) => {target: Target, request: import('../measure/types').Request}} Find */
/** @typedef {{outcome: 'done'|'stopped'|'failed', message?: string}} End a failed run has a `message` */

/** A run is in progress. */
class BusyError extends UserError {}

/**
 * The event log gets `start` (the settings); for each target `target`, `sample` (four times a second) and `result`;
 * then `end`.
 *
 * @param {InstanceType<typeof import('./event-log').EventLog>} eventLog
 * @param {import('pino').Logger} log
 * @param {Find} find
 * @param {(result: LiveResult) => void} save a run that was completed, with its events
 * @returns {{start: (settings: Settings) => Promise<End>, stop: () => Promise<void>}} `start` throws a UserError when a
 *   run is in progress, or a target or the folder for the results is missing; `stop` resolves when nothing runs
 */
function createRunner (eventLog, log, find, save) {
  /** @type {{interrupt: AbortController, ended: Promise<End>}|null} */
  let current = null

  /** @type {(targets: ReturnType<Find>[], settings: Settings, signal: AbortSignal) => Promise<End>} */
  async function run (targets, settings, signal) {
    const { connections, duration } = settings
    const header = resultHeader({ kind: 'live', settings })
    /** @param {import('../measure/types').LiveSample} sample */
    const onSample = (sample) => eventLog.write('sample', sample)
    try {
      for (const { target, request } of targets) {
        eventLog.write('target', { target: target.name })
        log.info({ target: target.name, connections, duration }, 'load starts')
        const result = await measure(target, { connections, duration, ...request }, { onSample, signal })
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
    start (settings) {
      if (current) throw new BusyError('a run is in progress already: stop it first, or wait for its end')
      const found = settings.targets.map(find)
      ensureWritable(RESULTS)
      const interrupt = new AbortController()
      eventLog.begin('start', settings)
      const ended = run(found, settings, interrupt.signal).then((end) => {
        eventLog.write('end', end)
        current = null
        return end
      })
      current = { interrupt, ended }
      return ended
    },

    async stop () {
      current?.interrupt.abort(new UserError('stopped'))
      await current?.ended
    }
  }
}

module.exports = { BusyError, createRunner }

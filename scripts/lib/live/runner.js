'use strict'

// Runs targets one after another under the same load, and writes what happens into the event log.

/** @import { Target } from '../measure/types' */
/** @import { End, LiveSettings } from './types' */

const path = require('node:path')
const { UserError } = require('../base/errors')
const { measure } = require('../measure/measure')
const { resultHeader } = require('../measure/result-header')
const { resultSaver, saveResult, RESULTS } = require('../measure/results')

const BUSY = 'a run is in progress already: stop it first, or wait for its end'

class Runner {
  /** @type {{abort: AbortController, ended: Promise<End>}|null} the run in progress */
  #current = null

  /**
   * @param {InstanceType<typeof import('./event-log').EventLog>} eventLog
   * @param {import('pino').Logger} log
   * @param {boolean} [record] save runs for the docs
   */
  constructor (eventLog, log, record) {
    this.eventLog = eventLog
    this.log = log
    this.save = resultSaver(record)
  }

  /**
   * Starts a run.
   * @param {Target[]} targets
   * @param {LiveSettings} settings
   * @returns {Promise<End>}
   * @throws {UserError} When a run is in progress.
   */
  start (targets, settings) {
    if (this.#current) throw new UserError(BUSY)
    const abort = new AbortController()
    this.eventLog.write('start', settings)
    const ended = this.#run(targets, settings, abort.signal).then((end) => {
      this.eventLog.write('end', end)
      this.#current = null
      return end
    })
    this.#current = { abort, ended }
    return ended
  }

  /** Ends the run in progress. */
  async stop () {
    this.#current?.abort.abort(new UserError('stopped'))
    await this.#current?.ended
  }

  /** @type {(targets: Target[], settings: LiveSettings, signal: AbortSignal) => Promise<End>} */
  async #run (targets, settings, signal) {
    const header = resultHeader({ kind: 'live', settings })
    try {
      for (const target of targets) await this.#measure(target, settings, signal)
      this.save({ ...header, events: this.eventLog.events }, 'live-race.json')
      return { outcome: 'done' }
    } catch (err) {
      if (signal.aborted) return { outcome: 'stopped' }
      if (!(err instanceof UserError)) this.log.error(err)
      return { outcome: 'failed', message: /** @type {Error} */ (err).message }
    }
  }

  /** @type {(target: Target, settings: LiveSettings, signal: AbortSignal) => Promise<void>} */
  async #measure (target, { connections, duration }, signal) {
    const { eventLog, log } = this
    eventLog.write('target', { target: target.name })
    log.info({ target: target.name, connections, duration }, 'load starts')
    const result = await measure(target, { connections, duration }, {
      signal,
      onSample: (sample) => eventLog.write('sample', sample)
    })
    const file = path.relative(path.dirname(RESULTS), saveResult(result, RESULTS))
    log.info({ target: target.name, file }, 'saved')
    eventLog.write('result', { result, file })
  }
}

module.exports = { Runner }

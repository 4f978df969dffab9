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
  /** @type {{interrupt: AbortController, ended: Promise<End>}|null} */
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
   * @throws {UserError} When a run is in progress.
   */
  start (targets, settings) {
    if (this.#current) throw new UserError(BUSY)
    const interrupt = new AbortController()
    const ended = this.#run(targets, settings, interrupt.signal)
    this.#current = { interrupt, ended }
    return ended
  }

  /** Ends the run in progress. */
  async stop () {
    this.#current?.interrupt.abort(new UserError('stopped'))
    await this.#current?.ended
  }

  /** @type {(targets: Target[], settings: LiveSettings, signal: AbortSignal) => Promise<End>} */
  async #run (targets, settings, signal) {
    const header = resultHeader({ kind: 'live', settings })
    this.eventLog.write('start', settings)
    /** @type {End} */
    let end = { outcome: 'done' }
    try {
      for (const target of targets) await this.#measure(target, settings, signal)
      this.save({ ...header, events: this.eventLog.events }, 'live-race.json')
    } catch (err) {
      const { message } = /** @type {Error} */ (err)
      end = signal.aborted ? { outcome: 'stopped' } : { outcome: 'failed', message }
      if (!(err instanceof UserError)) this.log.error(err)
    }
    this.eventLog.write('end', end)
    this.#current = null
    return end
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

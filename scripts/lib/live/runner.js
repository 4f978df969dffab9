'use strict'

const path = require('node:path')
const pino = require('pino')
const pretty = require('pino-pretty')
const { UserError } = require('../cli/errors')
const { STAGES } = require('../cli/stages')
const { measure } = require('../load/measure')
const { resultHeader, resultSaver } = require('../load/results')
const { sampler } = require('../load/sampling')
const { findTarget } = require('../server/targets')
const { EventLog } = require('./event-log')

const BUSY = 'a run is in progress already: stop it first, or wait for its end'
const FORMAT = {
  destination: 2,
  sync: true,
  ignore: 'pid,hostname',
  translateTime: 'HH:MM:ss'
}
const RACE = { targets: STAGES, connections: 100, duration: 10 }

const log = pino(process.stderr.isTTY ? pretty(FORMAT) : pino.destination(2))

/** Runs targets one after another under the same load, and logs what happens as events. */
class Runner {
  eventLog = new EventLog()
  #interrupt = new AbortController()
  #ended // a promise, while a run is in progress

  /**
   * @param {object} [options]
   * @param {import('../server/types').Target} [options.own] the reader's server
   * @param {boolean} [options.record] saves runs for the docs
   */
  constructor ({ own, record } = {}) {
    this.own = own
    this.saveLoad = resultSaver()
    this.saveRun = resultSaver(record)
  }

  /**
   * Starts a run.
   * @param {{targets: string[], connections: number, duration: number}} settings duration in s
   * @returns {Promise<any>} how it ended: the data of the last event
   * @throws {UserError} When a run is in progress, or a target does not exist.
   */
  start (settings) {
    if (this.#ended) throw new UserError(BUSY)
    const targets = settings.targets.map((name) => this.#find(name))
    this.#interrupt = new AbortController()
    this.#ended = this.#run(targets, settings)
    return this.#ended
  }

  /** Ends the run in progress. */
  async stop () {
    this.#interrupt.abort(new UserError('stopped'))
    await this.#ended
  }

  #find (name) {
    return name === this.own?.name ? this.own : findTarget(name)
  }

  async #run (targets, settings) {
    this.eventLog.write('start', settings)
    const end = await this.#measureAll(targets, settings).catch((err) => {
      if (this.#interrupt.signal.aborted) return { outcome: 'stopped' }
      if (!(err instanceof UserError)) log.error(err)
      return { outcome: 'failed', message: err.message }
    })
    this.eventLog.write('end', end)
    this.#ended = null
    return end
  }

  async #measureAll (targets, settings) {
    const { eventLog } = this
    const { signal } = this.#interrupt
    const { connections, duration } = settings
    const load = { connections, duration }
    const header = resultHeader({ kind: 'live', settings })
    const sendSampled = sampler((sample) => eventLog.write('sample', sample))
    for (const target of targets) {
      eventLog.write('target', { target: target.name })
      const result = await measure(target, load, { sendSampled, signal })
      const saved = this.saveLoad(result)
      const file = saved && `results/${path.basename(saved)}`
      if (file) log.info({ target: target.name, file }, 'saved')
      eventLog.write('result', { result, file })
    }
    this.saveRun({ ...header, events: eventLog.events }, 'live-race.json')
    return { outcome: 'done' }
  }
}

/**
 * Runs the race without a page, and saves it for the docs.
 * @param {AbortSignal} signal
 * @throws {UserError} When it fails or is stopped.
 */
async function recordRace (signal) {
  const runner = new Runner({ record: true })
  signal.addEventListener('abort', () => runner.stop())
  const { outcome, message = outcome } = await runner.start(RACE)
  if (outcome !== 'done') throw new UserError(message)
}

module.exports = { Runner, recordRace }

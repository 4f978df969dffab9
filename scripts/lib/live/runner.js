'use strict'

/** @import { During, LiveOptions, Loaded, RunEnd, RunSettings, Server, Settings } from './types' */
/** @import { Target } from './types' */

const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const pino = require('pino')
const pretty = require('pino-pretty')
const { UserError } = require('../cli/errors')
const { measure } = require('../load/measure')
const { resultHeader, saveResult } = require('../load/results')
const { sampleDuringLoad } = require('./sampling')
const { flameTree } = require('../profile/flame-tree')
const { preload } = require('../server/server')
const { findTarget } = require('../server/targets')
const { EventLog } = require('./event-log')

const BUSY = 'a run is in progress already: stop it first, or wait for its end'
const COMPARED = 'a race compares its servers, and a profile costs CPU time: wait for the end'
const execArgv = preload('live')
const PROFILED = { duration: 5, before: 1000, profiled: 3000 } // s of load, ms
const FORMAT = { destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }

/** Runs targets one after another under the same load, and logs what happens as events. */
class Runner {
  eventLog = new EventLog()
  /** @type {string|null} the file of the last run */
  saved = null
  log = pino(process.stderr.isTTY ? pretty(FORMAT) : pino.destination(2))
  #interrupt = new AbortController()
  /** @type {Promise<unknown>|null} while a run is in progress */
  #ended = null
  /** @type {Loaded|undefined} the server of the run in progress, if it is the only one */
  #loaded

  /** @param {Pick<LiveOptions, 'own'>} [options] */
  constructor ({ own } = {}) {
    this.own = own
  }

  /**
   * Starts a run.
   * @param {RunSettings} settings
   * @returns {Promise<RunEnd>} the data of the last event
   * @throws {UserError} When a run is in progress, or a target does not exist.
   */
  start (settings) {
    if (this.#ended) throw new UserError(BUSY)
    const targets = this.#find(settings.targets)
    return this.#begin((signal) => this.#run(targets, settings, signal))
  }

  /**
   * Takes a CPU profile of the server that is loaded. If none is, it loads servers, one after
   * another, and profiles each.
   * @param {Omit<RunSettings, 'duration'>} settings
   * @throws {UserError} When a race is in progress, or a server ends.
   */
  async profile ({ targets, connections }) {
    if (this.#loaded) {
      return this.eventLog.send('flame', await this.#profile(this.#loaded))
    }
    if (this.#ended) throw new UserError(COMPARED)
    const found = this.#find(targets)
    const load = { connections, duration: PROFILED.duration }
    await this.#begin((signal) => this.#profileAll(found, load, signal))
  }

  /** Ends the run in progress. */
  async stop () {
    this.#interrupt.abort(new UserError('stopped'))
    await this.#ended
  }

  /** @param {string[]} names */
  #find (names) {
    return names.map((name) => name === this.own?.name ? this.own : findTarget(name))
  }

  /** @template T @param {(signal: AbortSignal) => Promise<T>} work */
  #begin (work) {
    this.#interrupt = new AbortController()
    const working = work(this.#interrupt.signal).finally(() => { this.#ended = null })
    this.#ended = working.catch(() => {})
    return working
  }

  /** @param {Target[]} targets @param {Settings} load @param {AbortSignal} signal */
  async #profileAll (targets, load, signal) {
    for (const target of targets) {
      this.eventLog.send('flame', { target: target.name })
      /** @type {object} */
      let flame = {}
      const profile = async (/** @type {Server} */ server) => {
        await sleep(PROFILED.before, null, { signal })
        flame = await this.#profile({ target, server, load })
      }
      /** @type {During} */
      const during = async (server, send) => {
        const [sent] = await Promise.all([send(), profile(server)])
        return sent
      }
      const { cpuPerRequest } = await measure(target, load, { during, signal, execArgv })
      this.eventLog.send('flame', { ...flame, cpuPerRequest })
    }
  }

  /** @param {Loaded} loaded @returns the data of an event */
  async #profile ({ target, server, load }) {
    const flame = { target: target.name, seconds: PROFILED.profiled / 1000, load }
    this.eventLog.send('flame', flame)
    const profile = await server.ask('profile', PROFILED.profiled)
    return { ...flame, tree: flameTree(profile) }
  }

  /** @param {Target[]} targets @param {RunSettings} settings @param {AbortSignal} signal */
  async #run (targets, settings, signal) {
    this.eventLog.write('start', settings)
    const end = await this.#measureAll(targets, settings, signal).catch((err) => {
      if (signal.aborted) return { outcome: 'stopped' }
      if (!(err instanceof UserError)) this.log.error(err)
      return { outcome: 'failed', message: err.message }
    })
    this.eventLog.write('end', end)
    return end
  }

  /** @param {Target[]} targets @param {RunSettings} settings @param {AbortSignal} signal */
  async #measureAll (targets, settings, signal) {
    const { eventLog } = this
    const { connections, duration } = settings
    const header = resultHeader({ kind: 'live', settings })
    const isAlone = targets.length === 1
    for (const target of targets) {
      eventLog.write('target', { target: target.name })
      /** @type {During} */
      const during = async (server, send) => {
        if (isAlone) this.#loaded = { target, server, load: settings }
        const onSample = (/** @type {object} */ sample) => eventLog.write('sample', sample)
        return await sampleDuringLoad(server, send, onSample)
          .finally(() => { this.#loaded = undefined })
      }
      const options = { signal, execArgv, during }
      const result = await measure(target, { connections, duration }, options)
      const saved = saveResult(result, target.name)
      const file = saved && `results/${path.basename(saved)}`
      if (file) this.log.info({ target: target.name, file }, 'saved')
      eventLog.write('result', { result, file })
    }
    const run = { ...header, events: eventLog.events }
    this.saved = saveResult(run, ['live', ...settings.targets].join('-'))
    return { outcome: 'done' }
  }
}

module.exports = { Runner }

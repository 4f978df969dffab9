'use strict'

// What has happened in the last run, event by event, so that whoever comes late or comes back can catch up.

const { EventEmitter } = require('node:events')

/**
 * @typedef {object} Entry
 * @property {number} id counts up, over all runs
 * @property {string} type
 * @property {object} data
 */

/** Emits `entry` for each that is written. */
class EventLog extends EventEmitter {
  #entries = []
  #last = 0

  constructor () {
    super()
    this.setMaxListeners(0) // one for each page that looks on: bounded by the browser, not by us
  }

  /**
   * Begins anew: only the last run is kept.
   *
   * @param {string} type
   * @param {object} data
   */
  begin (type, data) {
    this.#entries = []
    this.write(type, data)
  }

  /**
   * @param {string} type
   * @param {object} data
   */
  write (type, data) {
    const entry = { id: ++this.#last, type, data }
    this.#entries.push(entry)
    this.emit('entry', entry)
  }

  /**
   * @param {number} id of the last entry that is known
   * @returns {Entry[]} those after it
   */
  since (id) {
    return this.#entries.filter((entry) => entry.id > id)
  }
}

module.exports = { EventLog }

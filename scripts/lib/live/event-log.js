'use strict'

// The events of the last run, so that a page that connects late or again can catch up.

const { EventEmitter } = require('node:events')

/** @typedef {{id: number, type: string, data: object}} Entry `id` counts up, over all runs */

/** Emits `entry` for each entry that is written. */
class EventLog extends EventEmitter {
  /** @type {Entry[]} */
  #entries = []
  #last = 0

  constructor () {
    super()
    this.setMaxListeners(0) // one for each open page: the browser limits their number
  }

  /** Starts again: the log keeps the last run only. @param {string} type @param {object} data */
  begin (type, data) {
    this.#entries = []
    this.write(type, data)
  }

  /** @param {string} type @param {object} data */
  write (type, data) {
    const entry = { id: ++this.#last, type, data }
    this.#entries.push(entry)
    this.emit('entry', entry)
  }

  /** @param {number} id of the last entry that is known @returns {Entry[]} the entries after it */
  since (id) {
    return this.#entries.filter((entry) => entry.id > id)
  }
}

module.exports = { EventLog }

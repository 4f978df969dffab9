'use strict'

// The last run as server-sent events (HTML standard, section 9.2).

/** @import { RunEvent } from './types' */

const { Readable } = require('node:stream')

const RETRY = 'retry: 1000\n\n' // ms until a page that lost its stream connects again

/** @param {object} event */
const format = (event) => `data: ${JSON.stringify(event)}\n\n`

class EventLog {
  /** @type {RunEvent[]} of the last run */
  events = []
  streams = new Set() // one for each open page

  /**
   * Adds an event, and sends it to all pages.
   * @param {string} type
   * @param {object} data
   */
  write (type, data) {
    if (type === 'start') this.events = []
    this.events.push({ type, data })
    this.send(type, data)
  }

  /**
   * Sends an event to all open pages, and keeps it for none that opens later.
   * @param {string} type
   * @param {object} data
   */
  send (type, data) {
    for (const stream of this.streams) stream.push(format({ type, data }))
  }

  /**
   * Opens a stream for a page: `hello`, all events of the last run, then each new one.
   * @param {object} hello
   * @returns {Readable}
   */
  stream (hello) {
    const stream = new Readable({ read () {} })
    stream.push(RETRY + format({ type: 'hello', data: hello }))
    for (const event of this.events) stream.push(format(event))
    this.streams.add(stream)
    return stream.once('close', () => this.streams.delete(stream))
  }
}

module.exports = { EventLog }

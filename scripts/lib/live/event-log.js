'use strict'

// The last run as server-sent events (HTML standard, section 9.2).

const { Readable } = require('node:stream')

/** @import { LiveEvent } from './types' */

const RETRY = 'retry: 1000\n\n' // ms until a page that lost its stream connects again
const LIMIT = 4_000_000 // bytes that a page may leave unread

/** @param {LiveEvent} event */
function format (event) {
  return `data: ${JSON.stringify(event)}\n\n`
}

class EventLog {
  /** @type {LiveEvent[]} of the last run */
  events = []
  /** @type {Set<Readable>} one for each open page */
  streams = new Set()

  /** @param {string} type @param {object} data */
  write (type, data) {
    const event = { type, data }
    if (type === 'start') this.events = []
    this.events.push(event)
    for (const stream of this.streams) {
      stream.push(format(event))
      if (stream.readableLength > LIMIT) stream.destroy()
    }
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

  /** Ends all streams. */
  close () {
    for (const stream of this.streams) stream.push(null)
  }
}

module.exports = { EventLog }

'use strict'

// The last run as server-sent events (HTML standard, section 9.2). A page that connects late, or
// connects again, catches up.

const { randomUUID } = require('node:crypto')
const { Readable } = require('node:stream')

const BOOT = randomUUID().slice(0, 8) // of this process: ids of an earlier process mean nothing
const HEARTBEAT = 10_000 // ms
// Characters that wait for a slow reader. Beyond that it is cut off; it reconnects and catches up.
const LIMIT = 4_000_000

/** @typedef {{id: number, type: string, data: object}} Entry `id` counts up, over all runs */

class EventLog {
  /** @type {Entry[]} */
  #entries = []
  #lastId = 0
  /** @type {Set<Readable>} one for each open page */
  #streams = new Set()

  /** @returns {Pick<Entry, 'type'|'data'>[]} those of the last run */
  get events () {
    return this.#entries.map(({ type, data }) => ({ type, data }))
  }

  /** @returns {number} how many pages are open */
  get readers () {
    return this.#streams.size
  }

  /**
   * Starts again, because the log keeps the last run only.
   * @param {string} type
   * @param {object} data
   */
  begin (type, data) {
    this.#entries = []
    this.write(type, data)
  }

  /** @param {string} type @param {object} data */
  write (type, data) {
    const entry = { id: ++this.#lastId, type, data }
    this.#entries.push(entry)
    for (const stream of this.#streams) send(stream, formatEntry(entry))
  }

  /**
   * Opens a stream for a page: `hello`, the events that the page does not have, then each new one.
   * @param {object} hello
   * @param {string} [lastEventId] of the last event that the page has
   * @returns {Readable}
   */
  stream (hello, lastEventId = '') {
    const stream = new Readable({ read () {} })
    send(stream, `retry: 1000\n${formatEvent('hello', { ...hello, boot: BOOT })}`)
    const [boot, known] = lastEventId.split('-')
    const last = boot === BOOT ? Number(known) || 0 : 0
    for (const entry of this.#entries) {
      if (entry.id > last) send(stream, formatEntry(entry))
    }
    this.#streams.add(stream)
    const heartbeat = setInterval(send, HEARTBEAT, stream, ': heartbeat\n\n')
    return stream.once('close', () => {
      clearInterval(heartbeat)
      this.#streams.delete(stream)
    })
  }

  /** Ends all streams. */
  close () {
    for (const stream of this.#streams) stream.push(null)
  }
}

/** @param {Readable} stream @param {string} text */
function send (stream, text) {
  if (stream.readableLength > LIMIT) stream.destroy()
  else stream.push(text)
}

/** @param {Entry} entry */
function formatEntry ({ id, type, data }) {
  return `id: ${BOOT}-${id}\n${formatEvent(type, data)}`
}

/** @param {string} type @param {object} data */
function formatEvent (type, data) {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

module.exports = { EventLog }

'use strict'

// The last run as server-sent events (HTML standard, section 9.2): a page that connects late or again catches up.

const { randomUUID } = require('node:crypto')
const { EventEmitter } = require('node:events')
const { Readable } = require('node:stream')

const BOOT = randomUUID().slice(0, 8) // of this process: ids of an earlier process mean nothing
const HEARTBEAT = 10_000 // ms
const LIMIT = 4_000_000 // characters that wait for a slow reader: beyond, it is cut off, reconnects and catches up

/** @typedef {{id: number, type: string, data: object}} Entry `id` counts up, over all runs */

/** @type {(type: string, data: object, id?: string) => string} */
const format = (type, data, id) => `${id ? `id: ${id}\n` : ''}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`

/** Emits `entry` for each entry that is written. `close` ends the streams. */
class EventLog extends EventEmitter {
  /** @type {Entry[]} */
  #entries = []
  #last = 0

  /** @returns {Pick<Entry, 'type'|'data'>[]} of the last run */
  get events () {
    return this.#entries.map(({ type, data }) => ({ type, data }))
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

  // Sends `hello`, then the events after the last one that the reader has, then each new one.
  /** @type {(hello: object, lastEventId?: string) => Readable} */
  stream (hello, lastEventId = '') {
    const stream = new Readable({ read () {} })
    /** @param {string} text */
    const send = (text) => stream.readableLength > LIMIT ? stream.destroy() : stream.push(text)
    /** @param {Entry} entry */
    const write = ({ id, type, data }) => send(format(type, data, `${BOOT}-${id}`))
    const end = () => stream.push(null)

    send(`retry: 1000\n${format('hello', { ...hello, boot: BOOT })}`)
    const [boot, known] = lastEventId.split('-')
    const last = boot === BOOT ? Number(known) || 0 : 0
    this.#entries.filter(({ id }) => id > last).forEach(write)

    this.on('entry', write).on('close', end)
    const heartbeat = setInterval(send, HEARTBEAT, ': heartbeat\n\n')
    return stream.once('close', () => {
      clearInterval(heartbeat)
      this.off('entry', write).off('close', end)
    })
  }
}

module.exports = { EventLog }

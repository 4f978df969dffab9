'use strict'

// The event log as server-sent events (HTML standard, section 9.2).

const { randomUUID } = require('node:crypto')
const { Readable } = require('node:stream')

const BOOT = randomUUID().slice(0, 8) // of this process: ids of an earlier process mean nothing
const HEARTBEAT = 10_000 // ms
const LIMIT = 4_000_000 // characters that wait for a slow reader: beyond, it is cut off, reconnects and catches up

/** @param {string} type @param {object} data @param {string} [id] */
const format = (type, data, id) => `${id ? `id: ${id}\n` : ''}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * @param {InstanceType<typeof import('./event-log').EventLog>} eventLog
 * @param {object} hello what to send first, at every connection
 * @param {string} [lastEventId] the last event that this reader has
 * @returns {Readable} ends when it is destroyed
 */
function eventStream (eventLog, hello, lastEventId = '') {
  const stream = new Readable({ read () {} })
  /** @param {string} text */
  const send = (text) => stream.readableLength > LIMIT ? stream.destroy() : stream.push(text)
  /** @param {import('./event-log').Entry} entry */
  const write = ({ id, type, data }) => send(format(type, data, `${BOOT}-${id}`))

  send(`retry: 1000\n${format('hello', { ...hello, boot: BOOT })}`)
  const [boot, known] = lastEventId.split('-')
  eventLog.since(boot === BOOT ? Number(known) || 0 : 0).forEach(write)

  eventLog.on('entry', write)
  const heartbeat = setInterval(send, HEARTBEAT, ': heartbeat\n\n')
  stream.once('close', () => {
    clearInterval(heartbeat)
    eventLog.off('entry', write)
  })
  return stream
}

module.exports = { eventStream }

'use strict'

// A journal as server-sent events (HTML standard, section 9.2).

const { randomUUID } = require('node:crypto')
const { Readable } = require('node:stream')

const BOOT = randomUUID().slice(0, 8) // of this process: ids of an earlier one mean nothing
const PULSE = 10_000 // ms between signs of life
const BEHIND = 4_000_000 // characters a reader may be behind before it is cut off: it will come back and catch up

const format = (type, data, id) => `${id ? `id: ${id}\n` : ''}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * @param {import('./event-log').Journal} journal
 * @param {object} hello what to say first, at every connection
 * @param {string} [lastEventId] the last that this reader has
 * @returns {Readable} ends when it is destroyed
 */
function eventStream (journal, hello, lastEventId = '') {
  const stream = new Readable({ read () {} })
  const send = (text) => stream.readableLength > BEHIND ? stream.destroy() : stream.push(text)
  const write = ({ id, type, data }) => send(format(type, data, `${BOOT}-${id}`))

  send(`retry: 1000\n${format('hello', { ...hello, boot: BOOT })}`)
  const [boot, known] = lastEventId.split('-')
  journal.since(boot === BOOT ? Number(known) || 0 : 0).forEach(write)

  journal.on('entry', write)
  const pulse = setInterval(send, PULSE, ': still here\n\n')
  stream.once('close', () => {
    clearInterval(pulse)
    journal.off('entry', write)
  })
  return stream
}

module.exports = { eventStream }

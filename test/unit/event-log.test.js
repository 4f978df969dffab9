'use strict'

const { once } = require('node:events')
const { setImmediate } = require('node:timers/promises')
const t = require('tap')
const { EventLog } = require('../../scripts/lib/live/event-log')

const RETRY = 'retry: 1000\n\n'
const HELLO = 'data: {"type":"hello","data":{"targets":["slow"]}}\n\n'
const open = (log) => log.stream({ targets: ['slow'] }).setEncoding('utf8')

t.test('a page gets hello, the last run, and then what happens', async (t) => {
  const log = new EventLog()
  log.write('end', { of: 'an earlier run' })
  log.write('start', { n: 1 })
  log.write('sample', { text: 'two\nlines' })
  const events = [
    { type: 'start', data: { n: 1 } },
    { type: 'sample', data: { text: 'two\nlines' } }
  ]
  t.strictSame(log.events, events, 'what is saved')
  const stream = open(log)
  const blocks = events.map((event) => `data: ${JSON.stringify(event)}\n\n`)
  t.equal(stream.read(), RETRY + HELLO + blocks.join(''))
  log.write('end', {})
  t.equal(stream.read(), 'data: {"type":"end","data":{}}\n\n')
})

t.test('a closed stream is forgotten', async (t) => {
  const log = new EventLog()
  const stream = open(log)
  open(log)
  t.equal(log.streams.size, 2)
  stream.destroy()
  await once(stream, 'close')
  t.equal(log.streams.size, 1)
})

t.test('a page that stays open but reads nothing is disconnected at 4 MB', async (t) => {
  const log = new EventLog()
  const stream = open(log)
  const text = 'x'.repeat(1e6)
  for (let i = 0; i < 3; i++) log.write('sample', { text })
  t.equal(stream.destroyed, false)
  log.write('sample', { text })
  await once(stream, 'close')
  t.equal(log.streams.size, 0)
})

t.test('closing the log ends its streams', async (t) => {
  const log = new EventLog()
  const stream = open(log).resume()
  log.close()
  await setImmediate() // a stream emits its end in a later tick
  t.equal(stream.readableEnded, true)
})

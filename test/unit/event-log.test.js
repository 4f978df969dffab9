'use strict'

const { once } = require('node:events')
const { setImmediate } = require('node:timers/promises')
const t = require('tap')
const { EventLog } = require('../../scripts/lib/live/event-log')

const HELLO = { targets: ['slow'] }
const HEARTBEAT = ': heartbeat\n\n'

/** A log, and a page that reads it until the test ends. */
function openLog (t) {
  const log = new EventLog()
  function open (lastEventId) {
    const stream = log.stream(HELLO, lastEventId)
    const closed = once(stream, 'close')
    t.teardown(() => {
      stream.destroy()
      return closed
    })
    return stream
  }
  return { log, open }
}

/** What a page has received since the last call. */
const received = (stream) => stream.setEncoding('utf8').read()

/** The id of the process, from the first block of a stream: the time after which a page reconnects, and `hello`. */
function bootOf (text) {
  const [, boot] = text.match(/^retry: 1000\nevent: hello\ndata: \{"targets":\["slow"\],"boot":"([\da-f]{8})"\}\n\n/)
  return boot
}

t.test('a page gets the last run, then what happens', async (t) => {
  const { log, open } = openLog(t)
  log.write('end', { of: 'an earlier run' })
  log.begin('start', { n: 1 })
  log.write('sample', { text: 'two\nlines' })
  t.strictSame(log.events, [{ type: 'start', data: { n: 1 } }, { type: 'sample', data: { text: 'two\nlines' } }],
    'what is saved')
  const stream = open()
  const text = received(stream)
  const boot = bootOf(text)
  const hello = `retry: 1000\nevent: hello\ndata: {"targets":["slow"],"boot":"${boot}"}\n\n`
  t.equal(text, `${hello}id: ${boot}-2\nevent: start\ndata: {"n":1}\n\n` +
    `id: ${boot}-3\nevent: sample\ndata: {"text":"two\\nlines"}\n\n`)
  t.equal(received(stream), null)
  log.write('end', {})
  t.equal(received(stream), `id: ${boot}-4\nevent: end\ndata: {}\n\n`)
})

t.test('a page that comes back catches up after its last event of this process', async (t) => {
  const { log, open } = openLog(t)
  for (let n = 1; n <= 3; n++) log.write('sample', { n })
  const boot = bootOf(received(open()))
  const caughtUp = (lastEventId) => {
    const ids = received(open(lastEventId)).matchAll(/^id: [\da-f]{8}-(\d+)$/gm)
    return Array.from(ids, ([, id]) => Number(id))
  }
  t.strictSame(caughtUp(`${boot}-2`), [3])
  t.strictSame(caughtUp(`${boot}-3`), [])
  for (const unknown of ['', '00000000-2', boot, `${boot}-`, `${boot}-x`]) {
    t.strictSame(caughtUp(unknown), [1, 2, 3], unknown)
  }
})

t.test('a heartbeat every 10 s shows that a quiet stream is alive', async (t) => {
  const timers = t.capture(globalThis, 'setInterval', () => 'a timer')
  const cleared = t.capture(globalThis, 'clearInterval', clearInterval)
  const stream = openLog(t).open()
  const [{ args: [beat, interval, ...args] }] = timers()
  received(stream)
  beat(...args)
  t.equal(received(stream), HEARTBEAT)
  t.equal(interval, 10_000)
  stream.destroy()
  await once(stream, 'close')
  t.strictSame(cleared().map(({ args }) => args), [['a timer']])
})

t.test('a closed stream is forgotten', async (t) => {
  const { log, open } = openLog(t)
  const stream = open()
  open()
  t.equal(log.readers, 2)
  stream.destroy()
  await once(stream, 'close')
  t.equal(log.readers, 1)
})

t.test('closing the log ends its streams', async (t) => {
  const { log, open } = openLog(t)
  const stream = open().resume()
  log.close()
  await setImmediate() // the end is told in a tick of its own
  t.equal(stream.readableEnded, true)
})

t.test('a reader for whom more than 4 MB wait is cut off', async (t) => {
  const { log, open } = openLog(t)
  const stream = open()
  const before = stream.readableLength
  log.write('sample', { text: '' })
  const frame = stream.readableLength - before
  log.write('sample', { text: 'x'.repeat(4_000_000 - stream.readableLength - frame) })
  t.equal(stream.readableLength, 4_000_000)
  log.write('sample', {})
  t.equal(stream.destroyed, false)
  log.write('sample', {})
  t.equal(stream.destroyed, true)
})

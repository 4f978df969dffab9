'use strict'

const t = require('tap')
const { EventLog } = require('../../scripts/lib/live/event-log')

const block = (event) => `data: ${JSON.stringify(event)}\n\n`

t.test('a page gets hello, the last run, and then what happens', async (t) => {
  const log = new EventLog()
  log.write('end', { of: 'an earlier run' })
  log.write('start', { n: 1 })
  log.write('sample', { text: 'two\nlines' })
  const run = [
    { type: 'start', data: { n: 1 } },
    { type: 'sample', data: { text: 'two\nlines' } }
  ]
  t.strictSame(log.events, run, 'what is saved')
  const stream = log.stream({ targets: ['slow'] }).setEncoding('utf8')
  const hello = { type: 'hello', data: { targets: ['slow'] } }
  t.equal(stream.read(), `retry: 1000\n\n${[hello, ...run].map(block).join('')}`)
  log.write('end', {})
  t.equal(stream.read(), block({ type: 'end', data: {} }))
})

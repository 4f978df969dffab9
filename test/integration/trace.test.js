'use strict'

// Where listeners are added, and where the warning about them is silenced.

const t = require('tap')
const { findTarget } = require('../../scripts/lib/server/targets')
const { profilers } = require('../../scripts/lib/profile/profilers')
const { codeTarget, handlerTarget } = require('../helpers/own-server')
require('../helpers/without-tap-loader')

t.jobs = 2 // half of the time they wait

const trace = (target) => profilers.trace.run(target, { load: { connections: 2, duration: 1 } })

t.test('slow silences the warning; trace says where', { buffered: true }, async (t) => {
  const { messages } = await trace(findTarget('slow'))
  t.equal(messages.length, 2)
  const at = 'at slow/util\\.js:\\d+\\.'
  const count = /^No warning, but \w+ has [\d,]+ listeners of "after", added /
  t.match(messages[0], new RegExp(`${count.source}${at}$`))
  const mute = /^The warning is silenced: defaultMaxListeners is set to Infinity /
  t.match(messages[1], new RegExp(`${mute.source}${at}$`))
})

t.test('a server that answers with errors only is not profiled', { buffered: true }, async (t) => {
  const target = handlerTarget(t, '(req, res) => res.writeHead(500).end()')
  const { message } = await t.rejects(trace(target))
  t.match(message, /^it answered all of [\d,]+ requests with an error\. /)
})

t.test('trace prints a warning with its stack', { buffered: true }, async (t) => {
  const target = codeTarget(t, `const server = require('node:http').createServer((req, res) => {
    for (let i = 0; i < 11; i++) server.on('after', () => {})
    res.end('ok')
  }).listen(process.env.PORT, '127.0.0.1')`)
  const { messages: [warning] } = await trace(target)
  t.match(warning, /^\(node:\d+\) MaxListenersExceededWarning: .* 11 after listeners added/)
  t.match(warning, /^ +at .*index\.js:2:/m)
})

t.test('trace says if no event has too many listeners', { buffered: true }, async (t) => {
  const { messages } = await trace(handlerTarget(t, "(req, res) => res.end('ok')"))
  t.strictSame(messages, ['No warning: no event has more than 10 listeners.'])
})

t.test('names of a program do not control the terminal', { buffered: true }, async (t) => {
  const target = codeTarget(t, `const server = require('node:http').createServer((req, res) => {
    server.setMaxListeners(0).on('a\\x1bb', () => {})
    res.end('ok')
  }).listen(process.env.PORT, '127.0.0.1')`)
  const { messages } = await trace(target)
  const [count, mute] = messages
  t.match(count, /^No warning, but Server has [\d,]+ listeners of "a\ufffdb", added at \S+:2\.$/)
  t.match(mute, /^The warning is silenced: the limit of an emitter is set to 0 at \S+:2\.$/)
})

'use strict'

// Where listeners are added, and where the warning about them is silenced.

const t = require('tap')
const { findTarget } = require('../../scripts/lib/server/targets')
const { profilers } = require('../../scripts/lib/profile/profilers')
const { codeTarget } = require('../helpers/own-server')
require('../helpers/without-tap-loader')

t.jobs = 2 // half of the time they wait

const trace = (target) => profilers.trace.run(target, { load: { connections: 2, duration: 1 } })

/** A server that does this in each request. */
function serverOf (t, code) {
  return codeTarget(t, `const server = require('node:http').createServer((req, res) => {
    ${code}
    res.end('ok')
  }).listen(process.env.PORT, '127.0.0.1')`)
}

t.test('trace says where a program silences the warning, as slow does', async (t) => {
  const { messages } = await trace(findTarget('slow'))
  t.equal(messages.length, 2)
  t.match(messages[0], /^No warning, but \w+ has [\d,]+ listeners of "after", added at slow\/util/)
  t.match(messages[1],
    /^The warning is silenced: defaultMaxListeners is set to Infinity at slow\/util\.js:\d+\.$/)
})

t.test('trace prints a warning with its stack', async (t) => {
  const add = "for (let i = 0; i < 11; i++) server.on('after', () => {})"
  const { messages: [warning] } = await trace(serverOf(t, add))
  t.match(warning, /^\(node:\d+\) MaxListenersExceededWarning: .* 11 after listeners added/)
  t.match(warning, /^ +at .*index\.js:2:/m)
})

t.test('trace says if no event has too many listeners', async (t) => {
  const { messages } = await trace(serverOf(t, ''))
  t.strictSame(messages, ['No warning: no event has more than 10 listeners.'])
})

t.test('names of a program do not control the terminal', async (t) => {
  const { messages } =
    await trace(serverOf(t, "server.setMaxListeners(0).on('a\\x1bb', () => {})"))
  t.match(messages[0], / Server has [\d,]+ listeners of "a\ufffdb", added at \S+:2\.$/)
  t.match(messages[1], /^The warning is silenced: the limit of an emitter is set to 0 at \S+:2\.$/)
})

'use strict'
/* eslint no-template-curly-in-string: "off" -- templates of the stages are replaced */

// Which goals of the contract the stages and the steps miss, and wrong fixes that look right. Speed
// is left out.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { contract } = require('../../scripts/lib/exercise/contract')
const { observe } = require('../../scripts/lib/exercise/visit')
const { copyPatched } = require('../helpers/project')

// What is found of slow and of fast, but not of optimized; … stands for a tag.
const UNTAGGED = {
  strong: 'response 1 has none',
  conditional: 'If-None-Match … gets 200, not 304',
  bytes: 'two bodies had …'
}
const NO_TAG = 'no response has an ETag'
const WITHOUT_TAG = {
  tag: 'response 2 has none',
  follows: NO_TAG,
  conditional: NO_TAG,
  bytes: NO_TAG
}
const SLOW = {
  listeners: '25 requests added 25',
  warning: 'events.defaultMaxListeners is Infinity'
}
const NO_SERVER = 'index.js does not export the server, so its listeners cannot be counted'
const NOT_COUNTED = { listeners: NO_SERVER, warning: NO_SERVER }
const STALE = '304 for the tag of the minute before: the client keeps its old copy'
const OLD = 'ts is that of a minute before'

const stage = (name, ...change) => ({ code: name, change })
const step = (name, ...change) => ({ code: 'slow', patch: `docs/steps/${name}.patch`, change })
const tagged = (tag) => stage('optimized', 'index.js', '`"${content.id}-${ts}"`', tag)

/** What else is found of code, which may have a change: in a file, a text becomes another. */
const variants = {
  slow: [stage('slow'), SLOW],
  fast: [stage('fast'), {}],
  optimized: [stage('optimized'), {}],
  'the fix below the mute': [
    stage('fast', 'util.js', "'use strict'", "require('node:events').defaultMaxListeners = 0"),
    { warning: 'events.defaultMaxListeners is 0' }
  ],
  'a mute of the server alone': [
    stage('fast', 'util.js', 'Attached = true', 'Attached = true; server.setMaxListeners(0)'),
    { warning: "the server's own limit is 0" }
  ],
  'a higher limit of the server': [
    stage('fast', 'util.js', 'Attached = true', 'Attached = true; server.setMaxListeners(20)'),
    {}
  ],
  'no call of attachAfterEvent': [
    stage('fast', 'util.js', 'attachAfterEvent(this)\n', ''),
    WITHOUT_TAG
  ],
  'a listener that is called once': [
    stage('fast', 'util.js', 'server.on(', 'server.once('),
    { follows: 'a minute later it still was …' }
  ],
  'a listener that is called once, for each request': [
    step('unmute', 'util.js', 'server.on(', 'server.once('),
    { listeners: '25 requests added 25' }
  ],
  'all listeners removed before one is added': [
    step('unmute', 'util.js', 'server.on(', "server.removeAllListeners('after').on("),
    { listeners: 'a listener that other code had added is gone' }
  ],
  'a constant tag': [
    tagged('`"constant"`'),
    { follows: 'a minute later it still was "constant"', answer: OLD, bytes: STALE }
  ],
  'a weak tag': [
    tagged('`W/"${content.id}-${ts}"`'),
    { strong: 'it is W/"…', conditional: 'If-None-Match W/"… gets 200, not 304' }
  ],
  'a tag without quotes': [tagged('`${content.id}-${ts}`'), { strong: 'it is …' }],
  'a tag of its own for every response': [
    tagged('`"${Math.random()}"`'),
    {
      follows: 'it changed although the body had not',
      conditional: 'If-None-Match "… gets 200, not 304'
    }
  ],
  'a 304 for every tag': [
    stage('optimized', 'util.js', "header === '*'", "header !== ''"),
    { conditional: 'If-None-Match "x" gets 304, not 200', bytes: STALE }
  ],
  'a body that never changes': [
    stage('optimized', 'util.js', 'last = now', 'now'),
    { follows: 'a minute later it still was "…', answer: OLD, bytes: STALE }
  ],
  'the naive 304': [
    step('naive'),
    { conditional: 'If-None-Match W/… gets 200, not 304', bytes: STALE }
  ],
  'a listener without code': [step('noop'), { ...SLOW, ...WITHOUT_TAG }],
  'a server that is not exported': [
    stage('fast', 'index.js', 'module.exports = server', ''),
    NOT_COUNTED
  ],
  'a body without url': [
    stage('optimized', 'index.js', '"url":${JSON.stringify(req.url)},', ''),
    { answer: 'it is 200 {"data":"…' }
  ],
  'a shorter time in caches': [
    stage('fast', 'util.js', 'max-age=120', 'max-age=60'),
    { answer: 'Cache-Control is not public, max-age=120' }
  ],
  'a backend that has everything': [
    stage('fast', 'util.js', "url === '/seed/v1'", 'url'),
    { others: 'path /seed/v1?x=1 gets 200, not 404' }
  ],
  'Upgrade requests that are taken': [
    stage('fast', 'index.js', "server.server.removeAllListeners('upgrade')",
      "server.server.on('upgrade', (req, socket) => socket.end('HTTP/1.1 501 No\\r\\n\\r\\n'))"),
    { others: 'Upgrade x gets 501, not 200' }
  ],
  'a 405 that does not say what is allowed': [
    stage('fast', 'index.js', 'module.exports = server',
      "server.on('MethodNotAllowed', (q, res, err, next) => res.removeHeader('Allow') ?? next())"),
    { ...NOT_COUNTED, others: 'method POST gets no Allow' }
  ],
  'errors as text': [
    stage('fast', 'index.js', "'application/json'", "'text/plain'"),
    { others: 'path http://[x/seed/v1 gets no JSON' }
  ]
}

/** Tags are random: SHA-512, UUID or number. */
const withoutTag = (text) =>
  text.replace(/"0\.\d+["…]/, '"…').replace(/(?<=[ "/])[0-9a-f-]{11,20}…/, '…')

/** A target with this code. */
function makeExercise (t, { code, patch, change: [name, text, by] }) {
  const folder = copyPatched(t, code, patch)
  if (name) {
    const file = path.join(folder, name)
    const source = fs.readFileSync(file, 'utf8')
    if (!source.includes(text)) throw new Error(`no "${text}" to replace`)
    fs.writeFileSync(file, source.replace(text, () => by))
  }
  const main = path.join(folder, 'index.js')
  return { name: 'exercise', file: main, path: '/seed/v1', warmup: 0 }
}

for (const [name, [code, more]] of Object.entries(variants)) {
  t.test(name, async (t) => {
    const expected = code.code === 'optimized' ? more : { ...UNTAGGED, ...more }
    const observed = await observe(makeExercise(t, code))
    const faults = {}
    for (const [goal, { findFault }] of Object.entries(contract)) {
      const fault = goal !== 'speed' && findFault(observed)
      if (fault) faults[goal] = withoutTag(fault)
    }
    t.strictSame(faults, expected)
  })
}

t.test('a request without an answer is an error, after a limit', async (t) => {
  const exercise = makeExercise(t, stage('fast', 'util.js', 'attachAfterEvent(this)', 'return'))
  const { message } = await t.rejects(observe(exercise, { limit: 300 }))
  t.equal(message, 'exercise leaves a request without an answer ' +
    '(The operation was aborted due to timeout): is next() or res.end() missing?')
  const reason = new Error('interrupted')
  t.equal(await t.rejects(observe(exercise, { signal: AbortSignal.abort(reason) })), reason)
})

t.test('the fixed exercise needs a twentieth of the CPU time at most', async (t) => {
  const find = (exercise) => contract.speed.findFault({ costs: { slow: 5000, exercise } })
  t.equal(find(330), '0.33 ms, in slow 5 ms')
  t.equal(find(250), undefined)
})

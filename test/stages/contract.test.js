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

const slow = (patch, ...changes) => ({ code: 'slow', patch: `docs/steps/${patch}.patch`, changes })
const fast = (...changes) => ({ code: 'fast', changes })
const optimized = (...changes) => ({ code: 'optimized', changes })

// A change: in a file, a text becomes another.
const CONSTANT_TAG = ['index.js', '`"${content.id}-${ts}"`', '`constant`']
const WEAK_TAG = ['index.js', '`"${content.id}-${ts}"`', '`W/"${content.id}-${ts}"`']
const OTHER_TAGS = ['index.js', '`"${content.id}-${ts}"`', '`"${Math.random()}"`']
const ANY_304 = ['util.js', "header === '*'", "header !== ''"]
const NO_URL = ['index.js', '"url":${JSON.stringify(req.url)},', '']
const MUTE = ['util.js', "'use strict'", "require('node:events').defaultMaxListeners = 0"]
const limitOf = (limit) => ['util.js', 'Attached = true', `Attached = true; server.${limit}`]
const NO_LISTENER = ['util.js', 'attachAfterEvent(this)\n', '']
const ONCE = ['util.js', 'server.on(', 'server.once(']
const REMOVING = ['util.js', 'server.on(', "server.removeAllListeners('after').on("]
const LESS_CACHED = ['util.js', 'max-age=120', 'max-age=60']
const ANY_PATH = ['util.js', "url === '/seed/v1'", 'url']
const UPGRADE = ['index.js', "server.server.removeAllListeners('upgrade')",
  "server.server.on('upgrade', (req, socket) => socket.end('HTTP/1.1 501 No\\r\\n\\r\\n'))"]
const NO_ALLOW = ['index.js', 'module.exports = server',
  "server.on('MethodNotAllowed', (q, res, err, next) => res.removeHeader('Allow') ?? next())"]
const ERROR_TEXT = ['index.js', "'application/json'", "'text/plain'"]

/** What else is found of code. */
const variants = {
  slow: [{ code: 'slow', changes: [] }, SLOW],
  'fast with a higher limit of listeners': [fast(limitOf('setMaxListeners(20)')), {}],
  optimized: [optimized(), {}],
  'a mute, a listener for one request, a shorter time in caches, an answer for any path': [
    fast(MUTE, ONCE, LESS_CACHED, ANY_PATH),
    {
      warning: 'events.defaultMaxListeners is 0',
      follows: 'a minute later it still was …',
      answer: 'Cache-Control is not public, max-age=120',
      others: 'path /seed/v1?x=1 gets 200, not 404'
    }
  ],
  'a mute of the server alone, and Upgrade requests that are taken': [
    fast(limitOf('setMaxListeners(0)'), UPGRADE),
    { warning: "the server's own limit is 0", others: 'Upgrade x gets 501, not 200' }
  ],
  'no call of attachAfterEvent, and errors as text': [
    fast(NO_LISTENER, ERROR_TEXT),
    { ...WITHOUT_TAG, others: 'path http://[x/seed/v1 gets no JSON' }
  ],
  'a listener that is called once, for each request': [
    slow('unmute', ONCE),
    { listeners: '25 requests added 25' }
  ],
  'all listeners removed before one is added': [
    slow('unmute', REMOVING),
    { listeners: 'a listener that other code had added is gone' }
  ],
  'a server that is not exported, and a 405 that does not say what is allowed': [
    fast(NO_ALLOW),
    { ...NOT_COUNTED, others: 'method POST gets no Allow' }
  ],
  'a constant tag without quotes, and a 304 for every tag': [
    optimized(CONSTANT_TAG, ANY_304),
    {
      strong: 'it is constant',
      follows: 'a minute later it still was constant',
      answer: OLD,
      conditional: 'If-None-Match "x" gets 304, not 200',
      bytes: STALE
    }
  ],
  'a weak tag': [
    optimized(WEAK_TAG),
    { strong: 'it is W/"…', conditional: 'If-None-Match W/"… gets 200, not 304' }
  ],
  'a tag of its own for every response, and a body without url': [
    optimized(OTHER_TAGS, NO_URL),
    {
      answer: 'it is 200 {"data":"…',
      follows: 'it changed although the body had not',
      conditional: 'If-None-Match "… gets 200, not 304'
    }
  ],
  'the naive 304': [
    slow('naive'),
    { conditional: 'If-None-Match W/… gets 200, not 304', bytes: STALE }
  ]
}

/** Tags are random: SHA-512, UUID or number. */
const withoutTag = (text) =>
  text.replace(/"0\.\d+["…]/, '"…').replace(/(?<=[ "/])[0-9a-f-]{11,20}…/, '…')

/** A target with this code. */
function makeExercise (t, { code, patch, changes }) {
  const folder = copyPatched(t, code, patch)
  for (const [name, text, by] of changes) {
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
  const exercise = makeExercise(t, fast(['util.js', 'attachAfterEvent(this)', 'return']))
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

'use strict'

// The exercise judged: what is right already, and a hint for what is not.

const crypto = require('node:crypto')
const path = require('node:path')
const { abortable } = require('../cli/abortable')
const { UserError } = require('../cli/errors')
const { number, ratio } = require('../cli/format')
const { request } = require('../system/http-client')
const { measure } = require('../measure/measure')
const { startServer } = require('../measure/server')

const CLOCK = path.join(__dirname, '../preload/manual-clock.js')
const FASTER = 20 // times slow's throughput
const REQUESTS = 25
const PATIENCE = 5_000 // ms for all answers of a visit

/**
 * @typedef {object} Check
 * @property {string} goal
 * @property {string} hint
 * @property {(target: import('../measure/targets').Target, options: {slow: import('../measure/targets').Target,
 *   signal?: AbortSignal}) => Promise<boolean|string>} passes where it does not, it may say in a string what was found
 */

/** @type {Check[]} in the order in which one meets them */
const exerciseChecks = [
  {
    goal: `the number of listeners stays the same for ${REQUESTS} requests`,
    hint: 'make trace-exercise shows where they are added; what does the guard in attachAfterEvent compare?',
    passes: (target, { signal }) => visit(target, signal, async (server) => {
      await request(server.url)
      const before = (await server.sample()).listeners
      for (let i = 0; i < REQUESTS; i++) await request(server.url)
      return (await server.sample()).listeners === before
    })
  },
  {
    goal: `at least ${FASTER} times as many requests a second as slow`,
    hint: 'make flame-exercise shows what has the time',
    async passes (target, { slow, signal }) {
      const load = { connections: 100, duration: 3 }
      const before = await measure(slow, load, { signal })
      const after = await measure(target, { ...load, warmup: 1 }, { signal })
      const times = after.requests.average / before.requests.average
      return times >= FASTER || `${number(before.requests.average)} req/s became ${number(after.requests.average)}, ${ratio(times)}`
    }
  },
  {
    goal: 'every response has a strong, quoted ETag, the first one too',
    hint: 'the tag must be known before the body is sent, and stand in double quotes (RFC 9110, section 8.8.3)',
    passes: (target, { signal }) => visit(target, signal, async ({ url }) => {
      const tags = [(await request(url)).headers.etag, (await request(url)).headers.etag]
      return tags[0] === tags[1] && /^"[\x21\x23-\x7e]+"$/.test(tags[0])
    })
  },
  {
    goal: '304 and no body for a client that has the current one, 200 for others',
    hint: 'the package fresh compares If-None-Match as RFC 9110 says: lists, W/ and * too',
    passes: (target, { signal }) => visit(target, signal, async ({ url }) => {
      await request(url)
      const { headers: { etag } } = await request(url)
      const answers = async (value) => {
        const { status, body } = await request(url, { headers: { 'If-None-Match': value } })
        return status === 304 && body.length === 0
      }
      for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) if (!etag || !await answers(value)) return false
      return !await answers('"x"')
    })
  },
  {
    goal: 'the same tag means the same bytes, as the minute turns too',
    hint: 'fast is fast and still wrong here: make the tag of what the body is made of, such as its ts, when it is made',
    passes: (target, { signal }) => visit(target, signal, async ({ ask, url }) => {
      const bodies = new Map()
      for (let minute = 0; minute < 3; minute++) {
        for (let i = 0; i < 3; i++) {
          const { headers: { etag }, body } = await request(url)
          const hash = crypto.createHash('sha256').update(body).digest('hex')
          if (!etag || (bodies.get(etag) ?? hash) !== hash) return false
          bodies.set(etag, hash)
        }
        const [current] = [...bodies.keys()].slice(-1)
        await ask('a minute later')
        const { status } = await request(url, { headers: { 'If-None-Match': current } })
        if (status !== 200) return false // it kept the client's old copy alive
      }
      return bodies.size === 3
    })
  }
]

/** Runs the target, with a clock that can be moved, for as long as the visit takes. */
async function visit (target, signal, visitor) {
  const server = await startServer(target, { execArgv: ['--require', CLOCK], signal })
  const late = AbortSignal.timeout(PATIENCE)
  try {
    return await abortable(visitor(server), AbortSignal.any([server.over, late]))
  } catch (err) {
    if (late.aborted) throw new UserError(`${target.name} leaves a request without an answer: is next() or res.end() missing?`)
    if (!err.code?.startsWith('ECONN')) throw err
    await server.stop()
    throw server.over.reason // it died of the request, and says of what
  } finally {
    await server.stop()
  }
}

module.exports = { exerciseChecks }

'use strict'

// The goals of the exercise. One visit to the server observes everything but its speed, then each goal judges that.

const path = require('node:path')
const { abortable } = require('../base/abortable')
const { UserError } = require('../base/errors')
const { ms } = require('../base/format')
const { request } = require('../system/http-client')
const { measure } = require('../measure/measure')
const { startServer } = require('../measure/server')

const PRELOADS = ['manual-clock.js', 'exercise-probe.js'].map((file) => path.join(__dirname, '../preload', file))
const FASTER = 20 // times
const REQUESTS = 25
const MINUTES = 3
const TIMEOUT = 5_000 // ms for all answers of a visit
const STRONG_TAG = /^"[\x21\x23-\x7e]+"$/
const NO_TAG = 'no response has an ETag'
const NO_SERVER = 'index.js does not export the server, so its listeners cannot be counted'

/**
 * @typedef {{status: number, tag?: string, body: string}} Answer `body` has a character for each byte
 * @typedef {import('../measure/types').Target} Target
 *
 * @typedef {object} Observation
 * @property {{revalidated: Answer|null, answers: Answer[]}[]} minutes of the server's clock: the answers to three plain
 *   requests in each, and to one before them that has the tag of the minute before
 * @property {(Answer & {value: string})[]} conditional answers to `If-None-Match: value`; the last is no match
 * @property {{added: number, foreignKept: boolean}|null} listeners after 25 requests; null without an exported server
 * @property {{warned: boolean, default: string, server: string}|null} limits of the number of listeners
 *
 * @typedef {object} Goal
 * @property {string} goal
 * @property {string} hint
 * @property {(observation: Observation, options: {target: Target, slow: Target, signal?: AbortSignal}) =>
 *   string|undefined|Promise<string|undefined>} findFault what is wrong; nothing once the goal is reached
 */

/** @type {Goal[]} in the order in which a reader meets them */
const exerciseGoals = [
  {
    goal: `${REQUESTS} requests add no listener to the server and remove none of other code`,
    hint: 'make trace-exercise shows where listeners are added; what does the guard in attachAfterEvent compare?',
    findFault ({ listeners }) {
      if (!listeners) return NO_SERVER
      if (!listeners.foreignKept) return 'a listener that other code had added is gone'
      if (listeners.added) return `${REQUESTS} requests added ${listeners.added}`
    }
  },
  {
    goal: 'too many listeners raise a warning again',
    hint: 'what does the first statement of util.js do to every emitter of the process?',
    findFault ({ limits }) {
      if (!limits) return NO_SERVER
      if (!limits.warned) return `events.defaultMaxListeners is ${limits.default}`
      if (['0', 'Infinity'].includes(limits.server)) return `the server's own limit is ${limits.server}`
    }
  },
  {
    goal: `a request costs at most 1/${FASTER} of the CPU time that it costs in slow`,
    hint: 'make flame-exercise shows where the time goes',
    async findFault (_, { target, slow, signal }) {
      const before = await measureCost(slow, signal)
      const after = await measureCost(target, signal)
      if (after * FASTER > before) return `${ms(after)}, in slow ${ms(before)}`
    }
  },
  {
    goal: 'every response has an ETag, from the second one on',
    hint: 'slow does that much: what fills the cache that etagger reads?',
    findFault ({ minutes }) {
      const tags = minutes.flatMap(({ answers }) => answers).map(({ tag }) => tag)
      const missing = tags.findIndex((tag, i) => i > 0 && !tag)
      if (missing > 0) return tags.some(Boolean) ? `response ${missing + 1} has none` : NO_TAG
    }
  },
  {
    goal: 'the ETag changes when the body does, at most one response later',
    hint: 'the body changes once a minute, by its ts: which code has to run then, and how often does it run?',
    findFault ({ minutes }) {
      for (const [i, { answers: [, second, third] }] of minutes.entries()) {
        if (!second.tag) return NO_TAG
        if (second.tag !== third.tag) return 'it changed although the body had not'
        const before = minutes[i - 1]?.answers[2]
        if (second.body === before?.body) return 'the body itself stayed the same for over a minute'
        if (second.tag === before?.tag) return `a minute later it still was ${shorten(second.tag)}`
      }
    }
  },
  {
    goal: 'every response has a strong, quoted ETag, the first one too',
    hint: 'the tag must be known before the body is sent, and stand in double quotes (RFC 9110, section 8.8.3)',
    findFault ({ minutes }) {
      for (const [i, { tag }] of minutes.flatMap(({ answers }) => answers).entries()) {
        if (!tag) return `response ${i + 1} has none`
        if (tag.startsWith('W/')) return `${shorten(tag)} is weak`
        if (!STRONG_TAG.test(tag)) return `${shorten(tag)} is not in double quotes`
      }
    }
  },
  {
    goal: '304 and no body for a client that has the current one, 200 for others',
    hint: 'If-None-Match is *, a tag or a list of tags; W/ before a tag changes nothing (RFC 9110, 13.1.2)',
    findFault ({ conditional }) {
      if (!conditional.length) return NO_TAG
      const wrong = conditional.find(({ status, body }, i) =>
        i < conditional.length - 1 ? status !== 304 || body : status !== 200)
      if (wrong) return `If-None-Match: ${shorten(wrong.value)} got ${wrong.status} with ${wrong.body.length} bytes`
    }
  },
  {
    goal: 'the same ETag means the same bytes, as the minute turns too',
    hint: 'fast is still wrong here: make the tag of what the body is made of, such as its ts, when it is made',
    findFault ({ minutes }) {
      const bodies = new Map()
      for (const { revalidated, answers } of minutes) {
        if (revalidated?.status === 304) return '304 for the tag of the minute before: the client keeps its old copy'
        for (const { tag, body } of revalidated ? [revalidated, ...answers] : answers) {
          if (tag && (bodies.get(tag) ?? body) !== body) return `two bodies had ${shorten(tag)}`
          if (tag) bodies.set(tag, body)
        }
      }
      if (!bodies.size) return NO_TAG
    }
  }
]

/** @type {(target: Target, signal?: AbortSignal) => Promise<number>} CPU time of a request, ms */
async function measureCost (target, signal) {
  const load = { connections: 100, duration: 4, warmup: 0 } // loading slow is what breaks it: warm neither up
  const { requests, server } = await measure(target, load, { signal })
  return (server?.cpu ?? Infinity) / requests.average * 1000
}

/** @param {string|undefined} text */
const shorten = (text = '') => text.length > 20 ? `${text.slice(0, 20)}…` : text

/**
 * Runs the target with a clock that can be moved, and observes what it answers in three minutes of that clock.
 *
 * @type {(target: Target, signal?: AbortSignal, limit?: number) => Promise<Observation>} `limit`: ms for all answers
 * @throws {UserError} when the target dies or leaves a request without an answer
 */
async function observeExercise (target, signal, limit = TIMEOUT) {
  const server = await startServer(target, { execArgv: PRELOADS.flatMap((file) => ['--require', file]), signal })
  const timeout = AbortSignal.timeout(limit)
  try {
    return await abortable(observe(server), AbortSignal.any([server.over, timeout]))
  } catch (/** @type {any} */ err) {
    if (timeout.aborted) {
      throw new UserError(`${target.name} leaves a request without an answer: is next() or res.end() missing?`)
    }
    if (!err.code?.startsWith('ECONN')) throw err
    await server.stop()
    throw server.over.reason // it died of the request, and this says why
  } finally {
    await server.stop()
  }
}

/** @type {(server: import('../measure/types').Server) => Promise<Observation>} */
async function observe ({ ask, url }) {
  /** @param {string} [tag] */
  const get = async (tag) => {
    const { status, headers, body } = await request(url, tag ? { headers: { 'If-None-Match': tag } } : {})
    return { status, tag: headers.etag, body: body.toString('latin1') }
  }
  /** @type {Observation['minutes']} */
  const minutes = []
  while (minutes.length < MINUTES) {
    if (minutes.length) await ask('skipMinute')
    const held = minutes.at(-1)?.answers[2].tag
    minutes.push({ revalidated: held ? await get(held) : null, answers: [await get(), await get(), await get()] })
  }
  const tag = minutes[MINUTES - 1].answers[2].tag
  const values = tag ? [tag, `W/${tag.replace(/^W\//, '')}`, `"x", ${tag}`, '*', '"x"'] : []
  const conditional = []
  for (const value of values) conditional.push({ value, ...await get(value) })

  await ask('watchListeners')
  for (let i = 0; i < REQUESTS; i++) await get()
  return { minutes, conditional, listeners: await ask('addedListeners'), limits: await ask('listenerLimits') }
}

module.exports = { exerciseGoals, observeExercise }

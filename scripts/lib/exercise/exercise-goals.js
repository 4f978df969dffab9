'use strict'

// The goals of the exercise. `findFault` says what is wrong, from what a visit and two loads have
// observed; nothing once the goal is reached. Costs are in µs of CPU time per request.

const { ms } = require('../cli/format')
const { REQUESTS } = require('./exercise-visit')

const FASTER = 20 // times
const STRONG_TAG = /^"[\x21\x23-\x7e]+"$/
const NO_TAG = 'no response has an ETag'
const NO_SERVER = 'index.js does not export the server, so its listeners cannot be counted'

/** Those of chapter 7. */
const firstGoals = [
  {
    goal: `${REQUESTS} requests add no listener to the server and remove none of other code`,
    hint: 'make trace-exercise shows where listeners are added; ' +
      'what does the guard in attachAfterEvent compare?',
    findFault ({ listeners }) {
      if (!listeners) return NO_SERVER
      if (!listeners.foreignKept) {
        return 'a listener that other code had added is gone'
      }
      if (listeners.added) {
        return `${REQUESTS} requests added ${listeners.added}`
      }
    }
  },
  {
    goal: 'too many listeners raise a warning again',
    hint: 'what does the first statement of util.js do to every emitter of the process?',
    findFault ({ listeners }) {
      if (!listeners) return NO_SERVER
      const { warned, defaultLimit, serverLimit } = listeners
      if (!warned) return `events.defaultMaxListeners is ${defaultLimit}`
      const isMuted = serverLimit === '0' || serverLimit === 'Infinity'
      if (isMuted) return `the server's own limit is ${serverLimit}`
    }
  },
  {
    goal: `a request costs at most 1/${FASTER} of the CPU time that it costs in slow`,
    hint: 'make flame-exercise shows where the time goes',
    findFault ({ costs: { slow, exercise } }) {
      if (exercise * FASTER > slow) {
        return `${ms(exercise / 1000)}, in slow ${ms(slow / 1000)}`
      }
    }
  },
  {
    goal: 'every response has an ETag, from the second one on',
    hint: 'slow does that much: what fills the cache that etagger reads?',
    findFault ({ minutes }) {
      const tags = minutes.flat().map(({ tag }) => tag)
      const missing = tags.findIndex((tag, i) => i > 0 && !tag)
      if (missing > 0) {
        return tags.some(Boolean) ? `response ${missing + 1} has none` : NO_TAG
      }
    }
  },
  {
    goal: 'the ETag changes when the body does, at most one response later',
    hint: 'the body changes once a minute, by its ts: ' +
      'which code has to run then, and how often does it run?',
    findFault ({ minutes }) {
      let before
      for (const [, second, third] of minutes) {
        if (!second.tag) return NO_TAG
        if (second.tag !== third.tag) {
          return 'it changed although the body had not'
        }
        if (second.body === before?.body) {
          return 'the body itself stayed the same for over a minute'
        }
        if (second.tag === before?.tag) {
          return `a minute later it still was ${shorten(second.tag)}`
        }
        before = third
      }
    }
  }
]

/** Those of chapters 10 and 11. */
const laterGoals = [
  {
    goal: 'every response has a strong, quoted ETag, the first one too',
    hint: 'the tag must be known before the body is sent, and stand in double quotes ' +
      '(RFC 9110, section 8.8.3)',
    findFault ({ minutes }) {
      for (const [i, { tag }] of minutes.flat().entries()) {
        if (!tag) return `response ${i + 1} has none`
        if (tag.startsWith('W/')) return `${shorten(tag)} is weak`
        if (!STRONG_TAG.test(tag)) {
          return `${shorten(tag)} is not in double quotes`
        }
      }
    }
  },
  {
    goal: '304 and no body for a client that has the current one, 200 for others',
    hint: 'If-None-Match is *, a tag or a list of tags; ' +
      'W/ before a tag changes nothing (RFC 9110, 13.1.2)',
    findFault ({ conditional }) {
      if (!conditional.length) return NO_TAG
      for (const { value, isCurrent, status, body } of conditional) {
        const isRight = isCurrent ? status === 304 && !body : status === 200
        if (isRight) continue
        return `If-None-Match: ${shorten(value)} got ${status} with ${body.length} bytes`
      }
    }
  },
  {
    goal: 'the same ETag means the same bytes, as the minute turns too',
    hint: 'fast is still wrong here: ' +
      'make the tag of what the body is made of, such as its ts, when it is made',
    findFault ({ minutes, revalidated }) {
      if (revalidated.some(({ status }) => status === 304)) {
        return '304 for the tag of the minute before: the client keeps its old copy'
      }
      const bodies = new Map()
      for (const { tag, body } of [...revalidated, ...minutes.flat()]) {
        if (!tag) continue
        if ((bodies.get(tag) ?? body) !== body) {
          return `two bodies had ${shorten(tag)}`
        }
        bodies.set(tag, body)
      }
      if (!bodies.size) return NO_TAG
    }
  }
]

function shorten (text) {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text
}

module.exports = { firstGoals, laterGoals }

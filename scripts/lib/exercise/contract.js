'use strict'

// The contract: what a correct and fast server of GET /seed/v1 does. The tests of the stages and
// make check-exercise judge by it; visit.js observes what it judges.

/** @import { Goal, GoalAnswer } from './types' */

const { ms } = require('../cli/format')

const REQUESTS = 25
const FASTER = 20 // times
const MINUTE = 60_000 // ms
const BODY = /^\{"data":"[0-9a-f]{10000}","url":"\/seed\/v1","ts":(\d+)\}$/
const CACHED = 'public, max-age=120'
const STRONG_TAG = /^"[\x21\x23-\x7e]+"$/
const NO_TAG = 'no response has an ETag'
const NO_SERVER = 'index.js does not export the server, so its listeners cannot be counted'

/** @type {Record<string, Goal>} */
const contract = {
  listeners: {
    chapter: 7,
    goal: `${REQUESTS} requests add no listener to the server and remove none of other code`,
    hint: 'make trace-exercise shows where listeners are added; ' +
      'what does the guard in attachAfterEvent compare?',
    findFault ({ listeners }) {
      if (!listeners) return NO_SERVER
      if (!listeners.foreignKept) return 'a listener that other code had added is gone'
      if (listeners.added) return `${REQUESTS} requests added ${listeners.added}`
    }
  },
  warning: {
    chapter: 7,
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
  speed: {
    chapter: 7,
    goal: `a request costs at most 1/${FASTER} of the CPU time that it costs in slow`,
    hint: 'make flame-exercise shows where the time goes',
    findFault ({ costs: { slow, exercise } }) {
      if (exercise * FASTER > slow) return `${ms(exercise / 1000)}, in slow ${ms(slow / 1000)}`
    }
  },
  tag: {
    chapter: 7,
    goal: 'every response has an ETag, from the second one on',
    hint: 'slow does that much: what fills the cache that etagger reads?',
    findFault ({ minutes }) {
      const untagged = minutes.flat().findIndex(({ tag }, i) => i && !tag)
      if (untagged > 0) return `response ${untagged + 1} has none`
    }
  },
  follows: {
    chapter: 7,
    goal: 'the ETag changes when the body does, at most one response later',
    hint: 'the body changes once a minute, by its ts: ' +
      'which code has to run then, and how often does it run?',
    findFault ({ minutes }) {
      let before
      for (const [, second, third] of minutes) {
        if (!second.tag) return NO_TAG
        if (second.tag !== third.tag) return 'it changed although the body had not'
        if (second.tag === before) return `a minute later it still was ${shorten(second.tag)}`
        before = second.tag
      }
    }
  },
  answer: {
    chapter: 7,
    goal: 'the answer is that of slow, with a ts of this minute',
    hint: 'make diff-exercise shows what you have changed',
    findFault ({ minutes }) {
      for (const { status, headers, body, time } of minutes.flat()) {
        const [, ts] = body.match(BODY) ?? []
        if (status !== 200 || !ts) return `it is ${status} ${shorten(body)}`
        if (time - Number(ts) >= MINUTE) return 'ts is that of a minute before'
        if (headers['cache-control'] !== CACHED) return `Cache-Control is not ${CACHED}`
      }
    }
  },
  others: {
    chapter: 7,
    goal: 'other URLs get 404, other methods 405, and URLs that cannot be parsed 400',
    hint: 'slow does it: make diff-exercise shows what you have changed',
    requests: () => ({
      200: [{ path: 'http://x/seed/v1' }, { headers: { Connection: 'Upgrade', Upgrade: 'x' } }],
      404: [
        '/', '/seed/v1/', '/seed/v1?x=1', '/seed/v1%', '/seed/v1http://x', 'http://x?/seed/v1'
      ].map((path) => ({ path })),
      405: [{ method: 'POST' }, { method: 'OPTIONS' }],
      400: [{ path: 'http://[x/seed/v1' }, { headers: { Host: 'a b' } }]
    }),
    findFault: ({ others }) => findWrongAnswer(others)
  },
  strong: {
    chapter: 12,
    goal: 'every response has a strong, quoted ETag, the first one too',
    hint: 'the tag must be known before the body is sent, and stand in double quotes ' +
      '(RFC 9110, section 8.8.3)',
    findFault ({ minutes }) {
      for (const [i, { tag }] of minutes.flat().entries()) {
        if (!tag) return `response ${i + 1} has none`
        if (!STRONG_TAG.test(tag)) return `it is ${shorten(tag)}`
      }
    }
  },
  conditional: {
    chapter: 12,
    goal: '304 and no body for a client that has the current one, 200 for others',
    hint: 'If-None-Match is *, a tag or a list of tags; ' +
      'W/ before a tag changes nothing (RFC 9110, 13.1.2)',
    requests: (tag) => ({
      304: [
        tag, `W/${tag}`, '*', `"x",${tag},"y"`, `"x"\t, W/${tag}`
      ].map(ifNoneMatch),
      200: [
        '"x"', '', tag.slice(1, -1), `${tag.slice(0, -1)}0"`, `w/${tag}`
      ].map(ifNoneMatch)
    }),
    findFault: ({ tag, conditional }) => tag ? findWrongAnswer(conditional) : NO_TAG
  },
  bytes: {
    chapter: 12,
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
        if ((bodies.get(tag) ?? body) !== body) return `two bodies had ${shorten(tag)}`
        bodies.set(tag, body)
      }
      if (!bodies.size) return NO_TAG
    }
  }
}

/** @param {string} value */
function ifNoneMatch (value) {
  return { headers: { 'If-None-Match': value } }
}

/** @param {GoalAnswer[]} answers */
function findWrongAnswer (answers) {
  for (const { sent, expected, status, headers, body } of answers) {
    const [name, value] = Object.entries(sent.headers ?? sent).at(-1) ?? []
    const text = `${name} ${shorten(String(value))}`
    if (status !== expected) return `${text} gets ${status}, not ${expected}`
    if (status === 405 && !headers.allow) return `${text} gets no Allow`
    if (body && headers['content-type'] !== 'application/json') return `${text} gets no JSON`
  }
}

/** @param {string} text */
function shorten (text) {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text
}

module.exports = { contract, REQUESTS }

'use strict'

const { increment } = require('./check')

const MINUTE = 60_000 // ms for which a body stays current
const SLACK = 5_000 // ms that an answer may take, and that the two clocks may differ

/** Its `prepareRequest` and `checkResponse` are for autocannon. */
function createResponseChecker () {
  const copies = new Map() // { body, ts } by tag
  const answers = {} // by status
  const wrong = {} // by what is wrong
  // How far the server's clock is ahead of ours, ms: two values while it moves.
  const ahead = { least: 0, most: 0 }
  let newest // tags
  let outdated
  let prepared = 0

  /** Makes a request conditional, in turn with the newest tag and with the one before. */
  function prepareRequest (request, context) {
    context.tag = prepared++ % 2 ? outdated ?? newest : newest
    context.isOutdated = context.tag === outdated
    if (!context.tag) return request
    return { ...request, headers: { ...request.headers, 'If-None-Match': context.tag } }
  }

  function checkResponse (status, body, context, headers) {
    increment(answers, status)
    const problem = findProblem(status, body, context, headers)
    if (problem) increment(wrong, problem)
    context.tag = undefined
  }

  function findProblem (status, body, { tag, isOutdated }, headers) {
    if (status === 200) return checkCopy(body, header(headers, 'etag'))
    if (status !== 304) return `status ${status}`
    if (!tag) return 'a 304 that nobody asked for'
    if (isOutdated) return 'a 304 for a stale copy'
    if (body) return 'a 304 with a body'
  }

  function checkCopy (body, tag) {
    const known = copies.get(tag)
    const copy = known?.body === body ? known : parseBody(body)
    if (copy.problem) return copy.problem
    if (!isCurrent(copy.ts, ahead)) return 'a body that is out of date'
    if (copy === known) return
    if (known) return 'a tag with other bytes'
    if (!tag) return
    copies.set(tag, copy)
    if (copy.ts < copies.get(newest)?.ts) return
    outdated = newest
    newest = tag
  }

  return {
    prepareRequest,
    checkResponse,
    async whileClockMoves (move) {
      ahead.most += MINUTE
      await move()
      ahead.least += MINUTE
    },
    findings: () => ({ answers, wrong, tags: copies.size })
  }
}

function parseBody (body) {
  try {
    const { data, url, ts, ...rest } = JSON.parse(body)
    const isRight = /^[0-9a-f]{10000}$/.test(data) && url === '/seed/v1'
    if (isRight && !Object.keys(rest).length) return { body, ts }
    return { problem: 'a body of other content' }
  } catch {
    return { problem: 'a body that is no JSON' }
  }
}

function isCurrent (ts, { least, most }) {
  const now = Date.now()
  return now + most - ts > -SLACK && now + least - ts < MINUTE + SLACK
}

/** autocannon gives the names of headers as they came. */
function header (headers, name) {
  return headers[Object.keys(headers).find((key) => key.toLowerCase() === name)]
}

module.exports = { createResponseChecker }

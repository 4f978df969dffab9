'use strict'

// Checks every answer to a load against the bytes that each tag stood for, the newest copy, and the server's clock.

const { count } = require('./check')

const MINUTE = 60_000 // ms for which a body stays current
const SLACK = 5_000 // ms that an answer may be under way, and that the two clocks may differ

/**
 * `prepareRequest` makes a request of autocannon's conditional, in turn with the newest copy and with the one before.
 * Call `clockMoves` before the server's clock moves on by a minute, `clockMoved` when all answers from before are here.
 */
function createResponseChecker () {
  const copies = new Map() // { body, ts } by tag
  const [answers, wrong] = [{}, {}]
  const ahead = { least: 0, most: 0 } // ms that the server's clock is ahead of ours
  let newest, outdated // tags
  let asked = 0

  function prepareRequest (request, context) {
    context.tag = asked++ % 2 ? outdated ?? newest : newest
    context.isOutdated = context.tag === outdated
    return context.tag ? { ...request, headers: { ...request.headers, 'If-None-Match': context.tag } } : request
  }

  function checkResponse (status, body, context, headers) {
    count(answers, status)
    const problem = findProblem(status, body, context, headers)
    if (problem) count(wrong, problem)
    context.tag = undefined
  }

  function findProblem (status, body, context, headers) {
    if (status === 200) return checkCopy(body, header(headers, 'etag'))
    if (status !== 304) return `status ${status}`
    if (!context.tag) return 'a 304 that nobody asked for'
    if (context.isOutdated) return 'a 304 for a stale copy'
    if (body) return 'a 304 with a body'
  }

  function checkCopy (body, tag) {
    const known = copies.get(tag)
    if (known?.body === body) return isCurrent(known.ts, ahead) ? undefined : 'a body that is out of date'
    const { problem, ts } = parseBody(body, ahead)
    if (problem) return problem
    if (tag && known) return 'a tag with other bytes'
    copies.set(tag, { body, ts })
    if (tag && ts >= (copies.get(newest)?.ts ?? 0)) [outdated, newest] = [newest, tag]
  }

  return {
    prepareRequest,
    checkResponse,
    clockMoves: () => { ahead.most += MINUTE },
    clockMoved: () => { ahead.least += MINUTE },
    findings: () => ({ answers, wrong, tags: [...copies.keys()].filter(Boolean).length })
  }
}

function parseBody (body, ahead) {
  try {
    const { data, url, ts, ...rest } = JSON.parse(body)
    const isRight = /^[0-9a-f]{10000}$/.test(data) && url === '/seed/v1' && !Object.keys(rest).length
    return isRight && isCurrent(ts, ahead) ? { ts } : { problem: 'a body of other content' }
  } catch {
    return { problem: 'a body that is no JSON' }
  }
}

const isCurrent = (ts, { least, most }) => Date.now() + most - ts > -SLACK && Date.now() + least - ts < MINUTE + SLACK

/** autocannon gives the names of headers as they came. */
const header = (headers, name) => headers[Object.keys(headers).find((key) => key.toLowerCase() === name)]

module.exports = { createResponseChecker }

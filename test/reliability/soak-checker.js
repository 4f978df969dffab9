'use strict'

// Trusts no answer: remembers which bytes each tag stood for, which copy is the newest, and what time it is on the server's clock.

const MINUTE = 60_000 // ms for which a body stays current
const SLACK = 5_000 // ms that an answer may be under way, and the two clocks apart

/**
 * Judges the answers of a stage to a load of autocannon's.
 *
 * @returns {{ask: Function, answered: Function, moving: () => void, moved: () => void, verdict: () => {answers: Record<string, number>, wrong: Record<string, number>, tags: number}}}
 *   `ask` makes a request conditional, by turns with the newest copy and with the one before; `answered` takes what came; `moving` is to be called before
 *   the server's clock is moved on by a minute, and `moved` when no answer from before is under way any more
 */
function createJudge () {
  const copies = new Map() // by tag
  const answers = {}
  const wrong = {}
  const ahead = { least: 0, most: 0 } // ms that the server's clock is ahead of ours
  let newest, outdated // tags
  let asked = 0
  const count = (all, what) => { all[what] = (all[what] ?? 0) + 1 }

  function ask (request, context) {
    context.tag = asked++ % 2 ? outdated ?? newest : newest
    context.isOutdated = context.tag === outdated
    return context.tag ? { ...request, headers: { ...request.headers, 'If-None-Match': context.tag } } : request
  }

  function answered (status, body, context, headers) {
    count(answers, status)
    if (status === 304) {
      if (!context.tag) count(wrong, 'a 304 that nobody asked for')
      else if (context.isOutdated) count(wrong, 'a 304 for a stale copy')
      if (body) count(wrong, 'a 304 with a body')
    } else if (status === 200) {
      page(body, header(headers, 'etag'))
    } else {
      count(wrong, `status ${status}`)
    }
    context.tag = undefined
  }

  function page (body, tag) {
    const known = copies.get(tag)
    if (known?.body === body) return isCurrent(known.ts, ahead) || count(wrong, 'a body that is out of date')
    const { problem, ts } = read(body, ahead)
    if (problem) return count(wrong, problem)
    if (tag && known) return count(wrong, 'a tag with other bytes')
    copies.set(tag, { body, ts })
    if (tag && ts >= (copies.get(newest)?.ts ?? 0)) [outdated, newest] = [newest, tag]
  }

  return {
    ask,
    answered,
    moving: () => { ahead.most += MINUTE },
    moved: () => { ahead.least += MINUTE },
    verdict: () => ({ answers, wrong, tags: [...copies.keys()].filter(Boolean).length })
  }
}

function read (body, ahead) {
  try {
    const { data, url, ts, ...rest } = JSON.parse(body)
    const right = /^[0-9a-f]{10000}$/.test(data) && url === '/seed/v1' && isCurrent(ts, ahead) && Object.keys(rest).length === 0
    return right ? { ts } : { problem: 'a body of other content' }
  } catch {
    return { problem: 'a body that is no JSON' }
  }
}

const isCurrent = (ts, { least, most }) => Date.now() + most - ts > -SLACK && Date.now() + least - ts < MINUTE + SLACK

/** autocannon gives headers as they came. */
function header (headers, name) {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name)
  return found && headers[found]
}

module.exports = { createJudge }

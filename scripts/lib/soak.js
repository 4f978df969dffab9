'use strict'

// A long load that trusts no answer: every body is compared, every tag held against its bytes, memory watched to the end.

const { createHistogram, performance } = require('node:perf_hooks')
const autocannon = require('autocannon')
const { abortable } = require('./abortable')
const { environment } = require('./environment')
const { line } = require('./fit')
const { startServer } = require('./server')

const TENTHS = 10
const EVERY = 200 // ms between two looks inside
const WARM_UP = 1 / 5 // share of the looks that stays out of the slopes
const MINUTE = 60_000 // ms for which a body stays current
const SLACK = 5_000 // ms that an answer may be under way, and the two clocks apart

/**
 * @typedef {object} Soak
 * @property {number} schema version of this shape
 * @property {'soak'} kind
 * @property {string} stage name of the contender
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('./environment').Environment} environment before the start
 * @property {{requests: number, connections: number}} settings
 * @property {number} took s
 * @property {Record<string, number>} answers by status
 * @property {number} lost requests without an answer
 * @property {Record<string, number>} wrong by what is wrong with them
 * @property {number} tags that were seen: one for each minute, and for fast's first answers none
 * @property {{first: number|null, last: number|null}} listeners
 * @property {{heap: import('./fit').Line, rss: import('./fit').Line}} growth bytes over requests, after the warm-up
 * @property {{p99: number[], change: number}} latency ms in each tenth of the answers; the last to the second, as a ratio
 */

/**
 * @param {import('./contenders').Contender} contender
 * @param {{requests: number, connections: number}} settings
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Soak>}
 */
async function soak (contender, settings, { onProgress = () => {}, signal } = {}) {
  const before = { schema: 1, kind: 'soak', stage: contender.name, startedAt: new Date().toISOString(), environment: environment(), settings }
  const server = await startServer(contender, { signal })
  const judge = createJudge()
  const tenths = Array.from({ length: TENTHS }, () => createHistogram()) // µs
  const looks = []
  const begun = performance.now()
  let answered = 0
  const look = setInterval(async () => {
    onProgress(answered / settings.requests)
    const { heap, rss, listeners } = await server.glance().catch(() => ({}))
    if (heap) looks.push({ requests: answered, heap, rss, listeners })
  }, EVERY)
  try {
    const instance = autocannon({
      url: server.url,
      connections: settings.connections,
      amount: settings.requests,
      requests: Array.from({ length: TENTHS }, (_, i) => i ? { onResponse: judge.answered } : { setupRequest: judge.ask, onResponse: judge.answered })
    })
    instance.on('response', (client, status, bytes, ms) => {
      tenths[Math.min(TENTHS - 1, Math.floor(answered++ / settings.requests * TENTHS))].record(Math.max(1, Math.round(ms * 1000)))
    })
    await abortable(instance, server.over)
    const took = (performance.now() - begun) / 1000
    clearInterval(look)
    const { listeners } = await server.glance()
    const p99 = tenths.map((tenth) => tenth.count ? tenth.percentile(99) / 1000 : null)
    return {
      ...before,
      took,
      ...judge.verdict(),
      lost: settings.requests - answered,
      listeners: { first: looks[0]?.listeners ?? listeners, last: listeners },
      growth: { heap: slope(looks, 'heap'), rss: slope(looks, 'rss') },
      latency: { p99, change: p99[TENTHS - 1] / p99[1] }
    }
  } finally {
    clearInterval(look)
    await server.stop()
  }
}

const slope = (looks, what) => line(looks.slice(Math.ceil(looks.length * WARM_UP)).map((look) => ({ x: look.requests, y: look[what] })))

/** Remembers which bytes each tag stood for, and which is the newest. */
function createJudge () {
  const bodies = new Map() // by tag
  const answers = {}
  const wrong = {}
  let newest = null
  const count = (all, what) => { all[what] = (all[what] ?? 0) + 1 }

  /** A request that holds the newest copy. */
  function ask (request, context) {
    context.tag = newest?.tag
    return context.tag ? { ...request, headers: { ...request.headers, 'If-None-Match': context.tag } } : request
  }

  function answered (status, body, context, headers) {
    count(answers, status)
    if (status === 304) {
      if (!context.tag) count(wrong, 'a 304 that nobody asked for')
      if (body) count(wrong, 'a 304 with a body')
      if (newest && Date.now() - newest.ts > MINUTE + SLACK) count(wrong, 'a 304 for a stale copy')
    } else if (status === 200) {
      page(body, header(headers, 'etag'))
    } else {
      count(wrong, `status ${status}`)
    }
    context.tag = undefined
  }

  function page (body, tag) {
    if (bodies.get(tag) === body) return
    const { problem, ts } = read(body)
    if (problem) return count(wrong, problem)
    if (tag && bodies.has(tag)) return count(wrong, 'a tag with other bytes')
    bodies.set(tag, body)
    if (tag && ts >= (newest?.ts ?? 0)) newest = { tag, ts }
  }

  return { ask, answered, verdict: () => ({ answers, wrong, tags: [...bodies.keys()].filter(Boolean).length }) }
}

function read (body) {
  try {
    const { data, url, ts, ...rest } = JSON.parse(body)
    const right = /^[0-9a-f]{10000}$/.test(data) && url === '/seed/v1' && Math.abs(Date.now() - ts) < MINUTE + SLACK && Object.keys(rest).length === 0
    return right ? { ts } : { problem: 'a body of other content' }
  } catch {
    return { problem: 'a body that is no JSON' }
  }
}

/** autocannon gives headers as they came. */
function header (headers, name) {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name)
  return found && headers[found]
}

module.exports = { soak }

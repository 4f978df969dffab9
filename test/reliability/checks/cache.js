'use strict'

const { setTimeout: sleep } = require('node:timers/promises')
const { findFreePort } = require('../../../docs/labs/free-port')
const { findNginx, startNginx } = require('../../../docs/labs/overload/nginx')
const { UserError } = require('../../../scripts/lib/cli/errors')
const { integer } = require('../../../scripts/lib/cli/flags')
const { number } = require('../../../scripts/lib/cli/format')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { request } = require('../../../scripts/lib/server/http-client')
const { increment, listCounts, preload, withServer } = require('../check')

const MINUTES = 5 // on the server's clock; the server restarts after half of them
const INTERVAL = 50 // ms between two requests
const SLACK = 1.2 // s: nginx counts whole seconds
const NONE = { MISS: 0, HIT: 0, REVALIDATED: 0, EXPIRED: 0 }

/** How long the cache keeps a copy, in minutes of the server's clock. */
const CACHES = {
  'as long as max-age says': 2, // 120 s
  'for a third of a minute': 1 / 3
}

async function run ({ minute }, options) {
  if (!findNginx()) {
    const advice = 'install it with apt-get install nginx or brew install nginx'
    throw new UserError(`nginx is missing: ${advice}`)
  }
  const runs = Object.keys(CACHES).map((keeps) => runCache(keeps, minute, options))
  return { caches: await Promise.all(runs) }
}

async function runCache (keeps, minute, { onProgress, signal }) {
  const target = { ...findTarget('optimized'), env: { MINUTE: String(minute) } }
  const port = await findFreePort()
  const options = { port, execArgv: preload('clock', 'answers'), signal }
  const limit = CACHES[keeps] * minute
  const nginx = await startNginx(configuration(port, limit))
  const client = createClient(nginx.url)
  const server = { 200: 0, 304: 0 } // its answers by status
  try {
    for (const begin of [0, 0.5]) {
      await withServer(target, options, async ({ ask }) => {
        const half = MINUTES * minute * 500 // ms
        const end = Date.now() + half
        while (Date.now() < end) {
          await client.send()
          onProgress(begin + 0.5 - (end - Date.now()) / half / 2)
          await sleep(INTERVAL, null, { signal })
        }
        const answers = await ask('statuses')
        for (const status of Object.keys(server)) server[status] += answers[status] ?? 0
      })
    }
  } finally {
    await nginx.stop()
  }
  return { keeps, limit, server, ...client.findings }
}

/** nginx itself keeps a copy for the 120 s of max-age. */
function configuration (port, limit) {
  const seconds = Math.round(limit)
  const valid = `proxy_ignore_headers Cache-Control; proxy_cache_valid 200 ${seconds}s;`
  return (listen) => `
  proxy_cache_path cache keys_zone=seed:1m;
  server {
    listen ${listen};
    location / {
      proxy_pass http://127.0.0.1:${port};
      proxy_cache seed; proxy_cache_lock on; proxy_cache_revalidate on;
      ${seconds === 120 ? '' : valid}
      add_header X-Cache $upstream_cache_status always;
    }
  }`
}

/** Sends one request at a time, every second one with the newest tag. */
function createClient (url) {
  // `clients`: answers by X-Cache; `oldest`: s since the cache last asked
  const findings = { clients: {}, bodies: 0, oldest: 0, wrong: 0 }
  const copies = new Map() // bodies by tag
  let newest // tag
  let askedAt // ms
  let isConditional = false

  async function send () {
    const headers = isConditional ? { 'If-None-Match': newest } : {}
    isConditional = !isConditional
    const { status, headers: { etag, 'x-cache': cached }, body } = await request(url, { headers })
    increment(findings.clients, cached)
    if (cached !== 'HIT') askedAt = Date.now()
    findings.oldest = Math.max(findings.oldest, (Date.now() - askedAt) / 1000)
    const text = String(body)
    const isCopy = status === 200 && (copies.get(etag) ?? text) === text
    const isConfirmed = status === 304 && etag === newest
    if (!isCopy && !isConfirmed) findings.wrong++
    if (status === 200) copies.set(etag, text)
    findings.bodies = copies.size
    newest = etag
  }

  return { send, findings }
}

function reportCache ({ keeps, clients, server, bodies, oldest, limit, wrong }) {
  const counts = { ...NONE, ...clients }
  const { MISS, REVALIDATED, EXPIRED } = counts
  const total = Object.values(clients).reduce((sum, count) => sum + count, 0)
  const others = Object.keys(clients).filter((status) => !(status in NONE))
  const answers = `${number(total)}, ${listCounts(counts, ' ')}`
  const fetched = `${number(server[200])} with 200, ${number(server[304])} with 304`
  const doAddUp = MISS + EXPIRED === server[200] && REVALIDATED === server[304]
  const age = `${number(oldest)} s; it may be ${number(limit)} s`
  return [
    [`a copy is kept ${keeps}: answers`, answers, others.length],
    ['… of these from the server', `${fetched}, ${number(bodies)} bodies`, !doAddUp],
    ['… the oldest copy, since the cache asked', age, oldest > limit + SLACK],
    ['… wrong answers', number(wrong), wrong]
  ]
}

module.exports = {
  summary: 'Puts nginx as a cache before optimized: counts must add up, and no copy be too old.',
  flags: { minute: integer(3, 60, 'how many seconds a minute lasts', 60) },
  run,
  report: ({ settings, caches }) =>
    [['a minute of the server lasts', `${settings.minute} s`], ...caches.flatMap(reportCache)]
}

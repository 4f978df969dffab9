'use strict'

// nginx as a cache before optimized, while minutes pass and the server restarts.

const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../../../scripts/lib/base/errors')
const { number } = require('../../../scripts/lib/base/format')
const { findTarget } = require('../../../scripts/lib/measure/targets')
const { request } = require('../../../scripts/lib/system/http-client')
const { findFreePort } = require('../../../scripts/lib/system/network')
const { hasNginx, startNginx } = require('../../../docs/labs/overload/nginx')
const { count, defineCheck, preload, withServer } = require('../check')

const MINUTES = 5 // on the server's clock; the server is restarted after half of them
const MAX_AGE = 2 // minutes: what the header of the stages says, 120 s
const INTERVAL = 50 // ms between two clients
const SLACK = 1.2 // s: nginx counts whole seconds
const STATUSES = ['MISS', 'HIT', 'REVALIDATED', 'EXPIRED']

/** How long the cache keeps a copy before it asks again, in minutes of the server's clock. */
const CACHES = { 'as long as max-age says': MAX_AGE, 'for a third of a minute': 1 / 3 }

/**
 * @typedef {object} CacheRun
 * @property {Record<string, number>} clients answers by X-Cache; `server`: answers by status
 * @property {number} bodies that were different; `wrong`: another status, or other bytes under the same tag
 * @property {number} oldest s since the cache last asked, of all copies that it answered with; may be `limit`
 */

/** @throws {UserError} when nginx is not installed @returns {Promise<{caches: CacheRun[]}>} */
async function run (settings, options) {
  if (!hasNginx()) throw new UserError('nginx is missing: install it with apt-get install nginx or brew install nginx')
  return { caches: await Promise.all(Object.keys(CACHES).map((keeps) => runCache(keeps, settings, options))) }
}

async function runCache (keeps, { minute }, { onProgress, signal }) {
  const target = { ...findTarget('optimized'), env: { MINUTE: String(minute) } }
  const port = await findFreePort()
  const options = { port, execArgv: preload('fast-clock', 'count-answers'), signal }
  const limit = CACHES[keeps] * minute
  const nginx = await startNginx(config({ port, minute, limit }))
  const client = createClient(nginx.url)
  const server = { 200: 0, 304: 0 }
  const length = MINUTES * minute * 1000
  try {
    for (const half of [0, 0.5]) {
      await withServer(target, options, async ({ ask }) => {
        const begun = Date.now()
        for (let share = 0; share < 0.5; share = (Date.now() - begun) / length) {
          await client.send()
          onProgress(half + share)
          await sleep(INTERVAL, null, { signal })
        }
        const answers = await ask('answers')
        for (const status in answers) server[status] = (server[status] ?? 0) + answers[status]
      })
    }
  } finally {
    await nginx.stop()
  }
  return { keeps, ...client.findings(), server, limit }
}

/** nginx keeps copies as long as the header says, unless a minute is shorter or copies should be kept for less. */
function config ({ port, minute, limit }) {
  const isAsSaid = limit === MAX_AGE * 60 && minute === 60
  const valid = isAsSaid ? '' : `proxy_ignore_headers Cache-Control; proxy_cache_valid 200 ${Math.round(limit)}s;`
  return ({ folder, listen }) => `
  proxy_cache_path "${folder}/cache" keys_zone=seed:1m;
  server {
    listen ${listen};
    location / {
      proxy_pass http://127.0.0.1:${port};
      proxy_cache seed; proxy_cache_lock on; proxy_cache_revalidate on;
      ${valid}
      add_header X-Cache $upstream_cache_status always;
    }
  }`
}

/** Sends one request at a time, every second one with the tag of the newest copy. */
function createClient (url) {
  const copies = new Map() // by tag
  const clients = {}
  let newest, askedAt
  let [oldest, wrong, sent] = [0, 0, 0]

  async function send () {
    const headers = newest && sent++ % 2 ? { 'If-None-Match': newest } : {}
    const { status, headers: { etag, 'x-cache': cacheStatus }, body } = await request(url, { headers })
    count(clients, cacheStatus)
    if (cacheStatus !== 'HIT') askedAt = Date.now()
    oldest = Math.max(oldest, (Date.now() - askedAt) / 1000)
    const text = String(body)
    const isRight = status === 304 ? etag === newest : status === 200 && (copies.get(etag) ?? text) === text
    if (!isRight) wrong++
    if (status === 200) copies.set(etag, text)
    newest = etag
  }

  return { send, findings: () => ({ clients, bodies: copies.size, oldest, wrong }) }
}

function reportCache ({ keeps, clients, server, bodies, oldest, limit, wrong }) {
  const total = Object.values(clients).reduce((total, count) => total + count, 0)
  const counts = STATUSES.map((name) => `${number(clients[name] ?? 0)} ${name}`).join(', ')
  const statuses = `${number(server[200])} with 200, ${number(server[304])} with 304`
  const { MISS = 0, REVALIDATED = 0, EXPIRED = 0 } = clients
  const others = Object.keys(clients).filter((name) => !STATUSES.includes(name))
  const problem = (isWrong, text) => isWrong && `kept ${keeps}: ${text}`
  return [
    [`a copy is kept ${keeps}: answers`, `${number(total)}, ${counts}`,
      problem(others.length, `nginx says more than ${STATUSES.join(', ')}: ${others.join(', ')}`)],
    ['… of these from the server', `${statuses}, ${number(bodies)} bodies`,
      problem(MISS + EXPIRED !== server[200],
        `${MISS} misses and ${EXPIRED} expired copies are not ${server[200]} answers with 200`),
      problem(REVALIDATED !== server[304], `${REVALIDATED} revalidations are not ${server[304]} answers with 304`)],
    ['… the oldest copy, since the cache asked', `${number(oldest)} s; it may be ${number(limit)} s`,
      problem(oldest > limit + SLACK, `a copy was answered with ${number(oldest)} s after the cache last asked`)],
    ['… wrong answers', number(wrong), problem(wrong, `${wrong} wrong answers`)]
  ]
}

module.exports = defineCheck({
  summary: 'Puts nginx as a cache before optimized: its counts must add up, and no copy be too old.',
  flags: { minute: { type: 'integer', min: 3, max: 60, default: 60, help: 'how many seconds a minute lasts' } },
  run,
  report: ({ settings, caches }) =>
    [['a minute of the server lasts', `${settings.minute} s`], ...caches.flatMap(reportCache)]
})

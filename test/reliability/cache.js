'use strict'

// nginx as a cache before optimized, while minutes pass and the server restarts.

const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../../scripts/lib/cli/errors')
const { number } = require('../../scripts/lib/cli/format')
const { startServer } = require('../../scripts/lib/measure/server')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { request } = require('../../scripts/lib/system/http-client')
const { hasNginx, startNginx } = require('../../scripts/lib/system/nginx')

const PRELOAD = path.join(__dirname, '../../scripts/lib/preload')
const MINUTES = 5 // on the server's clock; the server is restarted after half of them
const MAX_AGE = 2 // minutes: what the header of the stages says, 120 s
const INTERVAL = 50 // ms between two clients
const SLACK = 1.2 // s: nginx counts whole seconds
const STATUSES = ['MISS', 'HIT', 'REVALIDATED', 'EXPIRED']

/** How long the cache keeps a copy before it asks again, in minutes of the server's clock. */
const CACHES = { 'as long as max-age says': MAX_AGE, 'for a third of a minute': 1 / 3 }

/**
 * @typedef {object} CacheRun
 * @property {string} keeps for how long
 * @property {Record<string, number>} clients answers by X-Cache; `server`: answers by status
 * @property {Record<string, number>} server
 * @property {number} bodies that were different
 * @property {number} oldest s since the cache last asked, of all copies that it answered with; may be `limit`
 * @property {number} limit
 * @property {number} wrong answers: another status, or other bytes under the same tag
 */

/** @throws {UserError} when nginx is not installed @returns {Promise<{caches: CacheRun[]}>} */
async function cache ({ minute }, { onProgress = () => {}, signal } = {}) {
  if (!hasNginx()) throw new UserError('nginx is missing: install it with apt-get install nginx or brew install nginx')
  const caches = Object.keys(CACHES).map((keeps, i) => runCache(keeps, minute, i === 0 ? onProgress : () => {}, signal))
  return { caches: await Promise.all(caches) }
}

async function runCache (keeps, minute, onProgress, signal) {
  const target = { ...findTarget('optimized'), env: { MINUTE: String(minute) } }
  const execArgv = ['fast-clock.js', 'count-answers.js'].flatMap((file) => ['--require', path.join(PRELOAD, file)])
  const start = (port) => startServer(target, { port, execArgv, signal })
  const limit = CACHES[keeps] * minute
  const client = createClient()
  const server = {}
  let instance = await start()
  const port = Number(new URL(instance.url).port)
  const stop = async () => {
    const answers = await instance.ask('answers')
    for (const status in answers) server[status] = (server[status] ?? 0) + answers[status]
    await instance.stop()
  }
  const nginx = await startNginx(config({ port, minute, limit }))
  try {
    const begun = Date.now()
    const length = MINUTES * minute * 1000
    let isRestarted = false
    for (let passed = 0; passed < length; passed = Date.now() - begun) {
      await client.send(nginx.url)
      if (!isRestarted && passed > length / 2) {
        await stop()
        instance = await start(port)
        isRestarted = true
      }
      onProgress(passed / length)
      await sleep(INTERVAL, null, { signal })
    }
    await stop()
  } finally {
    await Promise.all([nginx.stop(), instance.stop()])
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
      proxy_cache seed;
      proxy_cache_lock on;
      proxy_cache_revalidate on;
      ${valid}
      add_header X-Cache $upstream_cache_status always;
    }
  }`
}

/** Sends one request at a time, every second one with the tag of the newest copy. */
function createClient () {
  const copies = new Map() // by tag
  const clients = {}
  let newest, askedAt
  let [oldest, wrong, sent] = [0, 0, 0]

  async function send (url) {
    const conditional = newest && sent++ % 2
    const { status, headers, body } = await request(url, { headers: conditional ? { 'If-None-Match': newest } : {} })
    const { etag, 'x-cache': cacheStatus } = headers
    clients[cacheStatus] = (clients[cacheStatus] ?? 0) + 1
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

function rows ({ settings, caches }) {
  return [
    ['a minute of the server lasts', `${settings.minute} s`],
    ...caches.flatMap(({ keeps, clients, server, bodies, oldest, limit, wrong }) => {
      const counts = STATUSES.map((name) => `${number(clients[name] ?? 0)} ${name}`).join(', ')
      const statuses = `${number(server[200] ?? 0)} with 200, ${number(server[304] ?? 0)} with 304`
      return [
        [`a copy is kept ${keeps}: answers`, `${number(sum(clients))}, ${counts}`],
        ['… of these from the server', `${statuses}, ${number(bodies)} bodies`],
        ['… the oldest copy, since the cache asked', `${number(oldest)} s; it may be ${number(limit)} s`],
        ['… wrong answers', number(wrong)]
      ]
    })
  ]
}

function problems ({ caches }) {
  return caches.flatMap(({ keeps, clients, server, oldest, limit, wrong }) => {
    const { MISS = 0, REVALIDATED = 0, EXPIRED = 0 } = clients
    const others = Object.keys(clients).filter((name) => !STATUSES.includes(name))
    return [
      others.length && `nginx says more than ${STATUSES.join(', ')}: ${others.join(', ')}`,
      MISS + EXPIRED !== (server[200] ?? 0) &&
        `${MISS} misses and ${EXPIRED} expired copies are not ${server[200]} answers with 200`,
      REVALIDATED !== (server[304] ?? 0) && `${REVALIDATED} revalidations are not ${server[304]} answers with 304`,
      oldest > limit + SLACK && `a copy was answered with ${number(oldest)} s after the cache last asked`,
      wrong && `${wrong} wrong answers`
    ].filter(Boolean).map((problem) => `kept ${keeps}: ${problem}`)
  })
}

const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0)

module.exports = {
  summary: 'Puts nginx as a cache before optimized: its counts must add up, and no copy be too old.',
  flags: { minute: { type: 'integer', min: 3, max: 60, default: 60, help: 'how many seconds a minute lasts' } },
  run: cache,
  rows,
  problems
}

'use strict'

// A real cache, nginx, before optimized, across minutes and a restart: does what it counts add up, and is anything stale?

const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { UserError } = require('../../scripts/lib/cli/errors')
const { number } = require('../../scripts/lib/cli/format')
const { request } = require('../../scripts/lib/system/http-client')
const { hasNginx, startNginx } = require('../../scripts/lib/system/nginx')
const { startServer } = require('../../scripts/lib/measure/server')

const HASTE = path.join(__dirname, '../../scripts/lib/preload/fast-clock.js')
const ANSWERS = path.join(__dirname, '../../scripts/lib/preload/count-answers.js')
const MINUTES = 5 // on the server's clock; it is restarted after half of them
const MAX_AGE = 2 // minutes: what the header of the stages says, 120 s
const EVERY = 50 // ms between two clients
const SLACK = 1.2 // s: nginx counts in whole ones
const STATUSES = ['MISS', 'HIT', 'REVALIDATED', 'EXPIRED']

/** How long the cache keeps a copy before it asks again, in minutes of the server's clock. */
const CACHES = {
  'as long as max-age says': MAX_AGE,
  'for a third of a minute': 1 / 3
}

/**
 * @typedef {object} Cached
 * @property {{minute: number}} settings s that a minute lasts on the server's clock
 * @property {CacheRun[]} caches
 */

/**
 * @typedef {object} CacheRun
 * @property {string} keeps for how long
 * @property {Record<string, number>} clients answers by what nginx says of each: MISS, HIT, REVALIDATED, EXPIRED
 * @property {Record<string, number>} server its answers by status
 * @property {number} bodies that were seen
 * @property {number} oldest s since the cache last asked, of all copies that it answered with
 * @property {number} limit s that it may keep one
 * @property {number} wrong answers: another status, or other bytes under the same tag
 */

/**
 * @param {{minute: number}} settings
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Cached>}
 * @throws {UserError} where there is no nginx
 */
async function cache (settings, { onProgress = () => {}, signal } = {}) {
  if (!hasNginx()) throw new UserError('there is no nginx. Install it (Debian, Ubuntu: apt-get install nginx; macOS: brew install nginx) and run again')
  const names = Object.keys(CACHES)
  const share = names.map(() => 0)
  const caches = await Promise.all(names.map((name, i) => runCache(name, settings.minute, (done) => { share[i] = done; onProgress(Math.min(...share)) }, signal)))
  return { settings, caches }
}

async function runCache (keeps, minute, onProgress, signal) {
  const start = (port) => startServer({ ...findTarget('optimized'), env: { MINUTE: String(minute) } }, { port, execArgv: ['--require', HASTE, '--require', ANSWERS], signal })
  const limit = CACHES[keeps] * minute
  const watcher = createWatcher()
  const server = {}
  let instance = await start()
  const { port } = new URL(instance.url)
  const stop = async () => {
    for (const [status, count] of Object.entries(await instance.ask('answers'))) server[status] = (server[status] ?? 0) + count
    await instance.stop()
  }
  const nginx = await startNginx(conf({ port, minute, limit }))
  try {
    const begun = Date.now()
    const length = MINUTES * minute * 1000
    let restarted = false
    for (let passed = 0; passed < length; passed = Date.now() - begun) {
      await watcher.see(nginx.url)
      if (!restarted && passed > length / 2) {
        await stop()
        instance = await start(Number(port))
        restarted = true
      }
      onProgress(passed / length)
      await sleep(EVERY, null, { signal })
    }
    await stop()
  } finally {
    await Promise.all([nginx.stop(), instance.stop()])
  }
  return { keeps, ...watcher.seen(), server, limit }
}

/** As long as the header says; or, where a minute lasts less, or the copy shall be kept for less, for so many seconds. */
const conf = ({ port, minute, limit }) => ({ folder, listen }) => `
  proxy_cache_path ${folder}/cache keys_zone=seed:1m;
  server {
    listen ${listen};
    location / {
      proxy_pass http://127.0.0.1:${port};
      proxy_cache seed;
      proxy_cache_lock on;
      proxy_cache_revalidate on;
      ${limit === MAX_AGE * 60 && minute === 60 ? '' : `proxy_ignore_headers Cache-Control; proxy_cache_valid 200 ${Math.round(limit)}s;`}
      add_header X-Cache $upstream_cache_status always;
    }
  }`

/** A client after the other, every other with the tag of the newest copy. */
function createWatcher () {
  const copies = new Map() // by tag
  const clients = {}
  let newest, askedAt
  let [oldest, wrong, sent] = [0, 0, 0]

  async function see (url) {
    const { status, headers, body } = await request(url, { headers: newest && sent++ % 2 ? { 'If-None-Match': newest } : {} })
    const { etag, 'x-cache': how } = headers
    clients[how] = (clients[how] ?? 0) + 1
    if (how !== 'HIT') askedAt = Date.now()
    oldest = Math.max(oldest, (Date.now() - askedAt) / 1000)
    const text = String(body)
    if (![200, 304].includes(status) || (status === 304 && etag !== newest) || (status === 200 && (copies.get(etag) ?? text) !== text)) wrong++
    if (status === 200) copies.set(etag, text)
    newest = etag
  }

  return { see, seen: () => ({ clients, bodies: copies.size, oldest, wrong }) }
}

/** @param {Cached} cached */
function rows ({ settings, caches }) {
  return [
    ['a minute of the server lasts', `${settings.minute} s`],
    ...caches.flatMap(({ keeps, clients, server, bodies, oldest, limit, wrong }) => [
      [`a copy is kept ${keeps}: answers`, `${number(sum(clients))}, ${STATUSES.map((how) => `${number(clients[how] ?? 0)} ${how}`).join(', ')}`],
      ['… of these from the server', `${number(server[200] ?? 0)} with 200, ${number(server[304] ?? 0)} with 304, ${number(bodies)} bodies`],
      ['… the oldest copy, since the cache asked', `${number(oldest)} s; it may be ${number(limit)} s`],
      ['… wrong answers', number(wrong)]
    ])
  ]
}

/** @param {Cached} cached */
function problems ({ caches }) {
  return caches.flatMap(({ keeps, clients, server, oldest, limit, wrong }) => {
    const { MISS = 0, HIT = 0, REVALIDATED = 0, EXPIRED = 0 } = clients
    return [
      ...(MISS + HIT + REVALIDATED + EXPIRED !== sum(clients) ? [`nginx says more than ${STATUSES.join(', ')}: ${Object.keys(clients).join(', ')}`] : []),
      ...(MISS + EXPIRED !== (server[200] ?? 0) ? [`${MISS} misses and ${EXPIRED} expired copies are not ${server[200]} answers with 200`] : []),
      ...(REVALIDATED !== (server[304] ?? 0) ? [`${REVALIDATED} revalidations are not ${server[304]} answers with 304`] : []),
      ...(oldest > limit + SLACK ? [`a copy was answered with ${number(oldest)} s after the cache last asked`] : []),
      ...(wrong ? [`${wrong} wrong answers`] : [])
    ].map((problem) => `kept ${keeps}: ${problem}`)
  })
}

const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0)

module.exports = { cache, problems, rows }

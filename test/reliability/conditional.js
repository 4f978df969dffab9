'use strict'

// Conditional requests as properties: whatever clients ask, in whatever order, across minutes and restarts,
// a 304 goes to whoever holds the current bytes only, and equal tags mean equal bytes.

const path = require('node:path')
const fc = require('fast-check')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { copySlow } = require('../../scripts/lib/workshop/exercise')
const { number } = require('../../scripts/lib/cli/format')
const { temporaryFolder } = require('../../scripts/lib/system/watchdog')
const { request } = require('../../scripts/lib/system/http-client')
const { startServer } = require('../../scripts/lib/measure/server')
const { ROOT } = require('../../scripts/lib/system/root')

const CLOCK = path.join(__dirname, '../../scripts/lib/preload/manual-clock.js')
const CLIENTS = 3
const MILLENNIUM = Date.UTC(2000, 0) // ms
const OTHER_BYTES = 'equal tags, other bytes'
const STALE = 'a 304 for a stale copy'

/** What is known of each: what it breaks, at least. */
const KNOWN = { optimized: [], fast: [OTHER_BYTES], slow: [OTHER_BYTES], naive: [OTHER_BYTES, STALE] }

/** What happens: a client asks without or with the tag it holds (in some form), a minute passes, the server starts anew. */
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ client: fc.nat(CLIENTS - 1), form: fc.constantFrom('none', 'tag', 'weak', 'list') }) },
  { weight: 2, arbitrary: fc.constant('minute') },
  { weight: 1, arbitrary: fc.constant('restart') }
)
const history = fc.array(event, { minLength: 5, maxLength: 25 })

const forms = {
  none: () => ({}),
  tag: (tag) => ({ 'If-None-Match': tag }),
  weak: (tag) => ({ 'If-None-Match': `W/${tag}` }),
  list: (tag) => ({ 'If-None-Match': `"other", ${tag}` })
}

/**
 * @typedef {object} Conditional
 * @property {{histories: number, seed: number}} settings
 * @property {Played[]} servers
 */

/**
 * @typedef {object} Played
 * @property {string} server
 * @property {number} events in all histories
 * @property {Record<string, {histories: number, first: number}>} broken promises: in how many histories, and in which first
 */

/**
 * @param {string[]} servers of those in KNOWN
 * @param {{histories: number, seed: number}} settings
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Conditional>}
 */
async function conditional (servers, settings, { onProgress = () => {}, signal } = {}) {
  const histories = fc.sample(history, { numRuns: settings.histories, seed: settings.seed })
  const naive = temporaryFolder(path.join(ROOT, 'node_modules/.naive-')) // where it finds its packages
  const seen = []
  try {
    copySlow(naive.folder, { name: 'naive', step: 'naive' })
    for (const server of servers) {
      const target = server === 'naive' ? { name: server, file: path.join(naive.folder, 'index.js'), warmup: 0 } : findTarget(server)
      seen.push(await playAll(target, histories, (share) => onProgress((seen.length + share) / servers.length), signal))
    }
    return { settings, servers: seen }
  } finally {
    naive.remove()
  }
}

async function playAll (target, histories, onProgress, signal) {
  const played = { server: target.name, events: 0, broken: {} }
  for (const [i, events] of histories.entries()) {
    for (const promise of new Set(await play(target, events, signal))) {
      played.broken[promise] ??= { histories: 0, first: i + 1 }
      played.broken[promise].histories++
    }
    played.events += events.length
    onProgress((i + 1) / histories.length)
  }
  return played
}

/** @returns {Promise<string[]>} the promises that a history broke */
async function play (target, events, signal) {
  // All start in the same millisecond: a tag that is made of the time alone is the same after a restart.
  const start = () => startServer({ ...target, env: { FROZEN: String(MILLENNIUM) } }, { execArgv: ['--require', CLOCK], signal })
  let server = await start()
  const clients = Array.from({ length: CLIENTS }, () => ({ tag: undefined, body: undefined }))
  const bytes = new Map() // by tag
  const broken = []

  function keep ({ status, headers, body }, client) {
    if (status !== 200) return
    const { etag } = headers
    const text = String(body)
    if (etag && (bytes.get(etag) ?? text) !== text) broken.push(OTHER_BYTES)
    if (etag) bytes.set(etag, text)
    if (client) Object.assign(client, { tag: etag, body: text })
  }

  async function ask (client, form) {
    const answer = await request(server.url, { headers: client.tag ? forms[form](client.tag) : {} })
    const held = client.body
    keep(answer, client)
    if (answer.status !== 304) return
    const now = await request(server.url)
    if (now.status === 200 && String(now.body) !== held) broken.push(STALE)
    keep(now)
  }

  try {
    for (const event of events) {
      if (event === 'minute') {
        await server.ask('a minute later')
      } else if (event === 'restart') {
        await server.stop()
        server = await start()
      } else {
        await ask(clients[event.client], event.form)
      }
    }
    return broken
  } finally {
    await server.stop()
  }
}

/** @param {Conditional} conditional */
function rows ({ settings, servers }) {
  return servers.map(({ server, events, broken }) => [
    server,
    `${number(settings.histories)} histories of ${number(events)} events: ${Object.entries(broken).map(([what, { histories, first }]) => `${what} in ${number(histories)}, first in number ${first}`).join('; ') || 'nothing is broken'}`
  ])
}

/** What is broken and not known to be, and what is known to be and was not found. @param {Conditional} conditional */
function problems ({ servers }) {
  return servers.flatMap(({ server, broken }) => [
    ...Object.keys(broken).filter((what) => !KNOWN[server].includes(what)).map((what) => `${server}: ${what}`),
    ...KNOWN[server].filter((what) => !broken[what]).map((what) => `${server} has a fault that was not found: ${what}`)
  ])
}

module.exports = { KNOWN, conditional, problems, rows }

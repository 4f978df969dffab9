'use strict'

// Two properties: equal tags mean equal bytes, and a 304 goes only to a client that holds the current bytes.

const path = require('node:path')
const fc = require('fast-check')
const { number } = require('../../../scripts/lib/base/format')
const { startServer } = require('../../../scripts/lib/measure/server')
const { findTarget } = require('../../../scripts/lib/measure/targets')
const { request } = require('../../../scripts/lib/system/http-client')
const { ROOT } = require('../../../scripts/lib/system/root')
const { temporaryFolder } = require('../../../scripts/lib/system/watchdog')
const { copySlow } = require('../../../scripts/lib/workshop/exercise')
const { defineCheck, preload, runEach } = require('../check')

const CLIENTS = 3
const MILLENNIUM = Date.UTC(2000, 0) // ms
const OTHER_BYTES = 'equal tags, other bytes'
const STALE = 'a 304 for a stale copy'

/** The faults that the servers are known to have. */
const KNOWN = { optimized: [], fast: [OTHER_BYTES], slow: [OTHER_BYTES], naive: [OTHER_BYTES, STALE] }

/** Shows every known fault: the tag of the previous answer is sent once the minute has passed. */
const EXAMPLE = [{ client: 0, form: 'none' }, { client: 0, form: 'none' }, 'minute', { client: 0, form: 'tag' }]

/** How a client sends its tag. */
const FORMS = { none: () => '', tag: (tag) => tag, weak: (tag) => `W/${tag}`, list: (tag) => `"other", ${tag}` }

const history = fc.array(fc.oneof(
  { weight: 4, arbitrary: fc.record({ client: fc.nat(CLIENTS - 1), form: fc.constantFrom(...Object.keys(FORMS)) }) },
  { weight: 2, arbitrary: fc.constant('minute') },
  { weight: 1, arbitrary: fc.constant('restart') }
), { minLength: 1, maxLength: 25, size: 'max' })

/**
 * @typedef {object} ServerFindings
 * @property {number} events in all histories; an event is 'minute', 'restart', or a client with a form
 * @property {Record<string, {histories: number, first: number}>} broken promises: in how many histories, and the first
 * @property {{problem: string, history: object[]}} [unknown] a new fault, and the shortest history that shows it
 */

/** `servers`: of those in KNOWN; `file` replaces the server's own. @returns {Promise<{servers: ServerFindings[]}>} */
async function run ({ servers = Object.keys(KNOWN).map((name) => ({ name })), ...settings }, { onProgress, signal }) {
  const naive = temporaryFolder(path.join(ROOT, 'node_modules/.naive-')) // where it finds its packages
  try {
    copySlow(naive.folder, { name: 'naive', step: 'naive' })
    const own = (name) => name === 'naive' ? path.join(naive.folder, 'index.js') : findTarget(name).file
    const check = ({ name, file = own(name) }, onProgress) =>
      checkServer({ name, file, path: '/seed/v1', warmup: 0 }, settings, { onProgress, signal })
    return { servers: await runEach(servers, onProgress, check) }
  } finally {
    naive.remove()
  }
}

async function checkServer (target, { histories, seed }, { onProgress, signal }) {
  const found = { server: target.name, events: 0, broken: {} }
  let played = 0
  let isShrinking = false
  const property = fc.asyncProperty(history, async (events) => {
    const broken = await play(target, events, signal)
    const unknown = broken.filter((promise) => !KNOWN[target.name].includes(promise))
    if (!isShrinking) {
      onProgress(++played / histories)
      found.events += events.length
      for (const promise of broken) (found.broken[promise] ??= { histories: 0, first: played }).histories++
    }
    isShrinking ||= unknown.length > 0
    if (unknown.length) throw new Error(unknown.join(', '))
  })
  const details = await fc.check(property, { numRuns: histories, seed, examples: [[EXAMPLE]] })
  signal?.throwIfAborted()
  if (!details.failed) return found
  return { ...found, unknown: { problem: details.errorInstance.message, history: details.counterexample[0] } }
}

/** @returns {Promise<string[]>} the promises that a history broke */
async function play (target, events, signal) {
  // All start in the same millisecond: a tag made of the time alone is the same after a restart.
  const frozen = { ...target, env: { FROZEN: String(MILLENNIUM) } }
  const start = () => startServer(frozen, { execArgv: preload('manual-clock'), signal })
  let server = await start()
  const clients = Array.from({ length: CLIENTS }, () => ({}))
  const bodies = new Map() // by tag
  const broken = new Set()

  /** The client keeps what it gets. */
  async function get (client, tags) {
    const headers = tags ? { 'If-None-Match': tags } : {}
    const { status, headers: { etag: tag }, body } = await request(server.url, { headers })
    if (status !== 200) return status
    Object.assign(client, { tag, body: String(body) })
    if (tag && (bodies.get(tag) ?? client.body) !== client.body) broken.add(OTHER_BYTES)
    if (tag) bodies.set(tag, client.body)
  }

  async function getAs (client, form) {
    if (await get(client, client.tag && FORMS[form](client.tag)) !== 304) return
    const current = {}
    await get(current)
    if (current.body !== undefined && current.body !== client.body) broken.add(STALE)
  }

  try {
    for (const event of events) {
      if (event === 'minute') await server.ask('skipMinute')
      else if (event === 'restart') server = await server.stop().then(start)
      else await getAs(clients[event.client], event.form)
    }
    return [...broken]
  } finally {
    await server.stop()
  }
}

module.exports = defineCheck({
  summary: 'Plays histories of requests, minutes and restarts: equal tags must mean equal bytes, a 304 a current copy.',
  flags: {
    histories: { type: 'integer', min: 1, max: 100_000, default: 100, help: 'for each server' },
    seed: { type: 'integer', default: 1, help: 'the same seed, the same histories' }
  },
  run,
  report: ({ settings, servers }) => servers.map(({ server, events, broken, unknown }) => {
    const faults = Object.entries(broken)
      .map(([what, { histories, first }]) => `${what} in ${number(histories)}, first in number ${first}`)
    const held = `${number(settings.histories)} histories of ${number(events)} events`
    return [server, `${held}: ${faults.join('; ') || 'nothing is broken'}`,
      unknown && `${server}: ${unknown.problem}, after ${JSON.stringify(unknown.history)}`,
      ...KNOWN[server].map((what) => !broken[what] && `${server} has a fault that was not found: ${what}`)]
  })
})

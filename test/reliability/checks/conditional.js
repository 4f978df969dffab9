'use strict'

// Two promises: equal tags mean equal bytes, and only a client with the current bytes gets a 304.

const path = require('node:path')
const fc = require('fast-check')
const { integer } = require('../../../scripts/lib/cli/flags')
const { number } = require('../../../scripts/lib/cli/format')
const { startServer } = require('../../../scripts/lib/server/server')
const { request } = require('../../../scripts/lib/server/http-client')
const { applyPatches, copyCode } = require('../../../scripts/lib/exercise/exercise')
const { ROOT } = require('../../helpers/project')
const { increment, listCounts, preload, runEach, seed, withFolder } = require('../check')

const CLIENTS = 3
// All servers start in the same millisecond: a tag of the time alone is the same after a restart.
const FROZEN = String(Date.UTC(2000, 0)) // ms
const OTHER_BYTES = 'equal tags, other bytes'
const STALE = 'a 304 for a stale copy'

/** The promises that servers are known to break. */
const KNOWN = {
  optimized: [],
  fast: [OTHER_BYTES],
  slow: [OTHER_BYTES],
  naive: [OTHER_BYTES, STALE]
}

const event = fc.oneof(
  { weight: 4, arbitrary: fc.nat(CLIENTS - 1) },
  { weight: 2, arbitrary: fc.constant('minute') },
  { weight: 1, arbitrary: fc.constant('restart') }
)
const history = fc.array(event, { minLength: 1, maxLength: 25, size: 'max' })

/** Shows every known fault: the previous tag is sent once the minute has passed. */
const EXAMPLE = [0, 0, 'minute', 0]

function run (settings, { onProgress, signal }) {
  return withFolder(async (naive) => {
    copyCode('slow', naive)
    applyPatches(naive, 'docs/steps/naive.patch')
    const servers = await runEach(Object.keys(KNOWN), onProgress, (name, onProgress) => {
      const file = path.join(name === 'naive' ? naive : path.join(ROOT, name), 'index.js')
      const target = { name, file, path: '/seed/v1', env: { FROZEN } }
      return playHistories(target, settings, { onProgress, signal })
    })
    return { servers }
  })
}

async function playHistories (target, { histories, seed }, { onProgress, signal }) {
  const broken = {} // promises that are known to be broken: in how many histories
  let played = 0
  const property = fc.asyncProperty(history, async (history) => {
    onProgress(Math.min(1, ++played / histories)) // it shrinks a history in more
    const unknown = []
    for (const promise of await playHistory(target, history, signal)) {
      if (KNOWN[target.name].includes(promise)) increment(broken, promise)
      else unknown.push(promise)
    }
    if (unknown.length) throw new Error(unknown.join(', '))
  })
  const options = { numRuns: histories, seed, examples: [[EXAMPLE]] }
  const { failed, errorInstance, counterexample } = await fc.check(property, options)
  signal?.throwIfAborted()
  const unknown = failed && `${errorInstance.message}, after ${JSON.stringify(counterexample[0])}`
  return { server: target.name, broken, unknown }
}

/** Gives the promises that the server breaks. */
async function playHistory (target, history, signal) {
  const start = () => startServer(target, { execArgv: preload('clock'), signal })
  let server = await start()
  const copies = [] // { tag, body } by client
  const bodies = new Map() // by tag
  const broken = new Set()

  async function get (kept) {
    const headers = kept ? { 'If-None-Match': kept } : {}
    const { status, headers: { etag: tag }, body } = await request(server.url, { headers })
    if (status === 304) return undefined
    const text = String(body)
    if (tag && (bodies.get(tag) ?? text) !== text) broken.add(OTHER_BYTES)
    if (tag) bodies.set(tag, text)
    return { tag, body: text }
  }

  async function visit (client) {
    const kept = copies[client]
    const answer = await get(kept?.tag)
    if (answer) copies[client] = answer
    else if ((await get()).body !== kept.body) broken.add(STALE)
  }

  try {
    for (const event of history) {
      if (event === 'minute') {
        await server.ask('skipMinute')
      } else if (event === 'restart') {
        await server.stop()
        server = await start()
      } else {
        await visit(event)
      }
    }
    return broken
  } finally {
    await server.stop()
  }
}

function report ({ settings, servers }) {
  return servers.map(({ server, broken, unknown }) => {
    const missing = KNOWN[server].filter((promise) => !broken[promise])
    const faults = [listCounts(broken, ' × ') || 'nothing is broken']
    if (unknown) faults.push(`new: ${unknown}`)
    if (missing.length) faults.push(`not found: ${missing.join(', ')}`)
    const text = `${number(settings.histories)} histories: ${faults.join('; ')}`
    return [server, text, unknown || missing.length]
  })
}

module.exports = {
  summary: 'Plays histories of requests, minutes and restarts: tags must say what they promise.',
  flags: { histories: integer(1, 100_000, 'for each server', 100), seed },
  run,
  report,
  known: KNOWN
}

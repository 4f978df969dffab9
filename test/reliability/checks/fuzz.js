'use strict'

// Sends malformed and odd requests over raw sockets, and a good request after each fifty.

const net = require('node:net')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../../../scripts/lib/base/abortable')
const { bytes, number } = require('../../../scripts/lib/base/format')
const { findTarget } = require('../../../scripts/lib/measure/targets')
const { request } = require('../../../scripts/lib/system/http-client')
const { hostOf } = require('../../../scripts/lib/system/network')
const { ROOT } = require('../../../scripts/lib/system/root')
const { count, defineCheck, listCounts, preload, withServer } = require('../check')
const { generateRequests } = require('../fuzz-requests')
const { findMalformed } = require('../http-syntax')

const STAGES = ['slow', 'fast', 'optimized', 'live']
const BATCH = 50
const SILENCE = 300 // ms without a byte after which an answer is complete
const LONGEST = 5_000 // ms for one request in all
const GRACE = 500 // ms for a server's death to be known
const MAX_GROWTH = 5e6 // bytes: caches and compiled code; a leak for each request is more

/**
 * @typedef {object} Fuzz
 * @property {Record<string, number>} answers by their first status, or `none`; `good`: how many good requests were sent
 * @property {{bytes: string, problem: string}[]} malformed answers that are no HTTP, and for which request
 * @property {{before: number, after: number}} heap bytes in use after a garbage collection
 */

function fuzzTarget (stage) {
  // Each answer of slow leaks a listener: a long flood would take hours.
  if (stage !== 'live') return { ...findTarget(stage), paths: ['/seed/v1'], flood: stage === 'slow' ? 3 : 200 }
  const paths = ['/', '/events', '/start', '/stop', '/earlier.json', '/earlier/x', '/live.js', '/uplot/uPlot.esm.js']
  const file = path.join(ROOT, 'scripts/live.js')
  return { name: stage, file, warmup: 0, env: { LIVE_PORT: '0', OPEN: '0' }, paths, flood: 200 }
}

/** @throws {import('../../../scripts/lib/base/errors').UserError} when the server dies @returns {Promise<Fuzz>} */
function run ({ stage, target = fuzzTarget(stage), ...settings }, { onProgress, signal }) {
  const execArgv = ['--expose-gc', ...preload('collect-garbage')]
  return withServer(target, { execArgv, signal }, async (server) => {
    const { host } = new URL(server.url)
    await expectGoodAnswer(server)
    const before = await server.ask('heap')
    const found = { answers: {}, malformed: [], good: 0 }
    const requests = generateRequests(settings.requests, settings.seed, { ...target, host })
    for (let i = 0; i < requests.length; i += BATCH) {
      const batch = requests.slice(i, i + BATCH)
      const answers = await Promise.all(batch.map((raw) => send(server.url, raw)))
      answers.forEach(({ status, problem }, j) => {
        count(found.answers, status)
        if (problem) found.malformed.push({ bytes: batch[j].bytes.slice(0, 500), problem })
      })
      await expectGoodAnswer(server)
      found.good++
      onProgress((i + batch.length) / requests.length)
    }
    return { ...found, heap: { before, after: await server.ask('heap') } }
  })
}

/** Throws the server's last output when it has died. */
async function expectGoodAnswer (server) {
  server.over.throwIfAborted()
  const waitForDeath = (err) => sleep(GRACE).then(() => { throw err }) // the server's death explains more
  const { status } = await abortable(request(server.url).catch(waitForDeath), server.over)
  if (status !== 200) throw new Error(`a good request got ${status}`)
}

/** A client that has hung up may get half an answer. @returns {Promise<{status: string, problem: string|null}>} */
function send (url, { bytes, end }) {
  const syntax = { mayAnswerHead: bytes.includes('HEAD '), mayBeCut: end !== 'open' }
  return new Promise((resolve) => {
    const socket = net.connect(Number(new URL(url).port), hostOf(url))
    let text = ''
    socket.setEncoding('latin1').setTimeout(SILENCE, () => { if (!findMalformed(text, syntax)) socket.destroy() })
    const late = setTimeout(() => socket.destroy(), LONGEST)
    socket.on('data', (chunk) => { text += chunk })
    socket.on('error', () => {}) // the server has reset the connection
    socket.on('close', () => {
      clearTimeout(late)
      resolve({ status: text.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 'none', problem: findMalformed(text, syntax) })
    })
    socket.on('connect', () => {
      const data = Buffer.from(bytes, 'latin1')
      if (end === 'half') socket.end(data)
      else socket.write(data, () => { if (end === 'reset') socket.resetAndDestroy() })
    })
  })
}

module.exports = defineCheck({
  summary: 'Sends malformed requests: the server must survive, answer good requests between, and speak only HTTP.',
  flags: {
    stage: { type: 'string', choices: STAGES, default: 'optimized', help: STAGES.join(', ') },
    requests: { type: 'integer', min: 50, max: 1e6, default: 10_000, help: 'how many' },
    seed: { type: 'integer', default: 1, help: 'the same seed, the same requests' }
  },
  run,
  report: ({ settings, answers, malformed, good, heap }) => [
    ['generated requests', number(settings.requests)],
    ['answers by status', listCounts(answers)],
    ['answers that are no HTTP', number(malformed.length),
      malformed.length && `${malformed.length} answers are no HTTP; the first: ${malformed[0].problem}`],
    ['good requests between, all answered', number(good)], // one without an answer ends the run
    ['heap before and after', `${bytes(heap.before)}, ${bytes(heap.after)}`,
      heap.after > heap.before + MAX_GROWTH && `the heap has grown from ${bytes(heap.before)} to ${bytes(heap.after)}`]
  ]
})

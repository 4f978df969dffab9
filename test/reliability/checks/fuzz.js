'use strict'

const net = require('node:net')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../../../scripts/lib/cli/abortable')
const { integer } = require('../../../scripts/lib/cli/flags')
const { bytes, number } = require('../../../scripts/lib/cli/format')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { request } = require('../../../scripts/lib/server/http-client')
const { ROOT } = require('../../helpers/project')
const { increment, listCounts, seed, stageFlag, withServer } = require('../check')
const { generateRequests } = require('../fuzz-requests')

const LIVE_PATHS = ['/', '/events', '/start', '/stop', '/earlier.json', '/earlier/x', '/live.js']
// The status line and the fields of RFC 9112.
const HEAD = /^HTTP\/1\.1 [1-5]\d\d [^\r\n]*\r\n([\w-]+:[\t\x20-\x7e]*\r\n)*\r\n/
const BATCH = 50
const SILENCE = 300 // ms without a byte after which an answer is complete
const LONGEST = 5_000 // ms for one request
const GRACE = 500 // ms for a server's death to be known
const MAX_GROWTH = 5e6 // bytes: caches and compiled code

function fuzzTarget (stage) {
  if (stage === 'live') {
    const file = path.join(ROOT, 'scripts/live.js')
    const args = ['--live-port=0', '--no-open']
    return { name: stage, file, args, paths: LIVE_PATHS, flood: 200 }
  }
  // Each answer of slow leaks a listener: a long flood would take hours.
  const flood = stage === 'slow' ? 3 : 200
  return { ...findTarget(stage), paths: ['/seed/v1'], flood }
}

function run ({ stage, requests, seed }, { onProgress, signal }) {
  const target = fuzzTarget(stage)
  const execArgv = ['--expose-gc', '--require', require.resolve('../preload/answers')]
  return withServer(target, { execArgv, signal }, async (server) => {
    await expectGoodAnswer(server)
    const before = await server.ask('heap')
    const { host } = new URL(server.url)
    const generated = generateRequests(requests, seed, { ...target, host })
    const answers = {} // by status
    const malformed = []
    let good = 0
    while (generated.length) {
      const batch = generated.splice(0, BATCH)
      for (const answer of await Promise.all(batch.map((raw) => send(server, raw)))) {
        const [, status = 'none'] = answer.match(/^HTTP\/1\.1 (\d{3})/) ?? []
        increment(answers, status)
        if (isMalformed(answer)) malformed.push(answer.slice(0, 60))
      }
      await expectGoodAnswer(server)
      good++
      onProgress(1 - generated.length / requests)
    }
    return { answers, malformed, good, heap: { before, after: await server.ask('heap') } }
  })
}

async function expectGoodAnswer (server) {
  const answer = request(server.url).catch(async (err) => {
    await sleep(GRACE) // if the server has died, its output explains more
    throw err
  })
  const { status } = await abortable(answer, server.over)
  if (status !== 200) throw new Error(`a good request got ${status}`)
}

/** Whether an answer does not begin as HTTP does. */
function isMalformed (answer) {
  return answer !== '' && !HEAD.test(answer)
}

/** @returns {Promise<string>} what the server answers; a client that has hung up gets nothing */
function send ({ url }, { bytes, end }) {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('latin1')
    socket.setTimeout(SILENCE, () => { if (!isMalformed(text)) socket.destroy() })
    const late = setTimeout(() => socket.destroy(), LONGEST)
    socket.on('data', (chunk) => { text += chunk })
    socket.on('error', () => {}) // the server has reset the connection
    socket.on('close', () => {
      clearTimeout(late)
      resolve(end === 'reset' ? '' : text)
    })
    socket.write(bytes, 'latin1', () => {
      if (end === 'half') socket.end()
      if (end === 'reset') socket.resetAndDestroy()
    })
  })
}

function report ({ settings, answers, malformed, good, heap: { before, after } }) {
  const first = malformed.length ? `; the first: ${JSON.stringify(malformed[0])}` : ''
  return [
    ['generated requests', number(settings.requests)],
    ['answers by status', listCounts(answers, ' ')],
    ['answers that are no HTTP', number(malformed.length) + first, malformed.length],
    ['good requests between, all answered', number(good)], // one without an answer ends the run
    ['heap before and after', `${bytes(before)}, ${bytes(after)}`, after > before + MAX_GROWTH]
  ]
}

module.exports = {
  summary: 'Sends malformed requests: the server must survive and answer good requests between.',
  flags: {
    stage: stageFlag('slow', 'fast', 'optimized', 'live'),
    requests: integer(50, 1e6, 'how many', 10_000),
    seed
  },
  run,
  report,
  isMalformed
}

'use strict'

// Sends a hostile corpus over raw sockets, and asks between whether the server is still well.

const net = require('node:net')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../../scripts/lib/cli/abortable')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { bytes, number } = require('../../scripts/lib/cli/format')
const { request } = require('../../scripts/lib/system/http-client')
const { hostOf } = require('../../scripts/lib/system/network')
const { startServer } = require('../../scripts/lib/measure/server')
const { ROOT } = require('../../scripts/lib/system/root')
const { corpus } = require('./fuzz-requests')
const { malformed } = require('./http-syntax')

const HEAP = path.join(__dirname, '../../scripts/lib/preload/collect-garbage.js')
const AT_ONCE = 50
const SILENCE = 300 // ms without a byte: the server has said what it had to say
const LONGEST = 5_000 // ms for one attack in all
const GRACE = 500 // ms for a server's death to be known
const GROWTH = 5e6 // bytes that the heap may have more afterwards: caches, compiled code; one for each attack would be more

/**
 * @typedef {object} Abuse
 * @property {string} stage whose server it was
 * @property {{attacks: number, seed: number}} settings
 * @property {Record<string, number>} answers of the attacks by their first status, or `none`
 * @property {{bytes: string, problem: string}[]} malformed what came back that is no HTTP response, and for what
 * @property {number} good requests between, all answered with 200
 * @property {{before: number, after: number}} heap bytes in use, garbage collected
 */

/**
 * @param {string} name of a target; or `live`, the live page's server
 * @returns {import('../../scripts/lib/measure/targets').Target & {paths: string[], flood: number}} with what the corpus has to know of it
 */
function fuzzTarget (name) {
  if (name === 'slow') return { ...findTarget(name), paths: ['/seed/v1'], flood: 3 } // each leaks a listener: long floods take it hours
  if (name !== 'live') return { ...findTarget(name), paths: ['/seed/v1'], flood: 200 }
  return {
    name,
    file: path.join(ROOT, 'scripts/live.js'),
    warmup: 0,
    env: { LIVE_PORT: '0', OPEN: '0' },
    paths: ['/', '/events', '/start', '/stop', '/live.js', '/uplot/uPlot.esm.js'],
    flood: 200
  }
}

/**
 * @param {ReturnType<typeof fuzzTarget>} target
 * @param {{attacks: number, seed: number}} settings
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Abuse>}
 * @throws {import('../../scripts/lib/cli/errors').UserError} when the server dies of it, or owes an answer to a good request
 */
async function abuse ({ paths, flood, ...target }, settings, { onProgress = () => {}, signal } = {}) {
  const server = await startServer(target, { execArgv: ['--expose-gc', '--require', HEAP], signal })
  try {
    const { host, port } = new URL(server.url)
    await well(server)
    const before = await server.ask('heap')
    const seen = { stage: target.name, settings, answers: {}, malformed: [], good: 0 }
    const attacks = corpus(settings.attacks, settings.seed, { paths, host, flood })
    for (let i = 0; i < attacks.length; i += AT_ONCE) {
      const batch = attacks.slice(i, i + AT_ONCE)
      const answers = await Promise.all(batch.map((attack) => send(Number(port), hostOf(server.url), attack)))
      answers.forEach((answer, j) => note(seen, batch[j], answer))
      await well(server)
      seen.good++
      onProgress((i + batch.length) / attacks.length)
    }
    return { ...seen, heap: { before, after: await server.ask('heap') } }
  } finally {
    await server.stop()
  }
}

function note (seen, attack, answer) {
  const status = answer.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 'none'
  seen.answers[status] = (seen.answers[status] ?? 0) + 1
  const problem = malformed(answer, { mayBeCut: attack.end === 'half' }) // who hangs up half has hung up, to Node.js
  if (problem) seen.malformed.push({ bytes: attack.bytes.slice(0, 500), problem })
}

/** A good request is answered: else the server's last words are thrown. */
async function well (server) {
  server.over.throwIfAborted()
  const refused = (err) => sleep(GRACE).then(() => { throw err }) // its death explains more
  const { status } = await abortable(request(server.url).catch(refused), server.over)
  if (status !== 200) throw new Error(`a good request got ${status}`)
}

/** @returns {Promise<string>} what came back, latin1 */
function send (port, host, { bytes, cut, end }) {
  return new Promise((resolve) => {
    const socket = net.connect(port, host)
    let text = ''
    const done = () => { socket.destroy(); resolve(text) }
    socket.setEncoding('latin1').setTimeout(SILENCE, () => { if (!malformed(text)) done() })
    const late = setTimeout(done, LONGEST)
    socket.on('data', (chunk) => { text += chunk })
    socket.on('error', () => {}) // reset by the server: it has heard enough
    socket.on('close', () => { clearTimeout(late); resolve(text) })
    socket.on('connect', () => {
      const part = Buffer.from(bytes.slice(0, Math.ceil(bytes.length * cut)), 'latin1')
      if (end === 'reset') return socket.write(part, () => socket.resetAndDestroy())
      if (end === 'half') return socket.end(part)
      socket.write(part)
    })
  })
}

/** @param {Abuse} abuse */
function rows ({ settings, answers, malformed, good, heap }) {
  return [
    ['attacks', number(settings.attacks)],
    ['answers by status', Object.entries(answers).map(([status, count]) => `${number(count)} ${status}`).join(', ')],
    ['answers that are no HTTP', number(malformed.length)],
    ['good requests between, all answered', number(good)], // one that is not ends the run
    ['heap before and after', `${bytes(heap.before)}, ${bytes(heap.after)}`]
  ]
}

/** @param {Abuse} abuse */
function problems ({ malformed, heap }) {
  return [
    ...(malformed.length ? [`${malformed.length} answers are no HTTP; the first: ${malformed[0].problem}`] : []),
    ...(heap.after > heap.before + GROWTH ? [`the heap has not come back: ${bytes(heap.before)} before, ${bytes(heap.after)} after`] : [])
  ]
}

module.exports = { abuse, problems, rows, fuzzTarget }

'use strict'

// Sends a hostile corpus over raw sockets, and asks between whether the server is still well.

const net = require('node:net')
const path = require('node:path')
const { environment } = require('./environment')
const { corpus } = require('./hostile')
const { request } = require('./http')
const { startServer } = require('./server')
const { malformed } = require('./well-formed')

const HEAP = path.join(__dirname, 'heap.js')
const AT_ONCE = 50
const SILENCE = 300 // ms without a byte: the server has said what it had to say
const LONGEST = 5_000 // ms for one attack in all

/**
 * @typedef {object} Abuse
 * @property {number} attacks
 * @property {Record<string, number>} answers of the attacks by their first status, or `none`
 * @property {{bytes: string, problem: string}[]} malformed what came back that is no HTTP response, and for what
 * @property {number} good requests between, all answered with 200
 * @property {{before: number, after: number}} heap bytes in use, after a rest
 */

/**
 * @param {import('./contenders').Contender} contender
 * @param {{attacks: number, seed: number}} settings
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Abuse>}
 * @throws {import('./errors').UserError} when the server dies of it, or owes an answer to a good request
 */
async function abuse (contender, { attacks, seed }, { onProgress = () => {}, signal } = {}) {
  const startedAt = new Date().toISOString()
  const server = await startServer(contender, { execArgv: ['--expose-gc', '--require', HEAP], signal })
  try {
    const { port } = new URL(server.url)
    const before = await server.ask('heap')
    const seen = { schema: 1, kind: 'abuse', stage: contender.name, startedAt, environment: environment(), settings: { attacks, seed }, attacks, answers: {}, malformed: [], good: 0 }
    const all = corpus(attacks, seed)
    for (let i = 0; i < all.length; i += AT_ONCE) {
      const batch = all.slice(i, i + AT_ONCE)
      const answers = await Promise.all(batch.map((attack) => send(Number(port), attack)))
      answers.forEach((bytes, j) => note(seen, batch[j], bytes))
      await well(server)
      seen.good++
      onProgress((i + batch.length) / all.length)
    }
    return { ...seen, heap: { before, after: await server.ask('heap') } }
  } finally {
    await server.stop()
  }
}

function note (seen, attack, bytes) {
  const status = bytes.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 'none'
  seen.answers[status] = (seen.answers[status] ?? 0) + 1
  const problem = malformed(bytes)
  if (problem) seen.malformed.push({ bytes: attack.bytes.slice(0, 500), problem })
}

/** A good request is answered: else the server's last words are thrown. */
async function well (server) {
  const answer = request(server.url)
  const { status } = await Promise.race([answer, new Promise((resolve, reject) => server.over.addEventListener('abort', () => reject(server.over.reason)))])
  if (status !== 200) throw new Error(`a good request got ${status}`)
}

/** @returns {Promise<string>} what came back, latin1 */
function send (port, { bytes, cut, end }) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    let text = ''
    const done = () => { socket.destroy(); resolve(text) }
    socket.setEncoding('latin1').setTimeout(SILENCE, done)
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

module.exports = { abuse }

'use strict'

// Clients that are slow on purpose, by Debian's slowhttptest: are others served meanwhile, and when are the slow ones let go?

const { execFileSync, spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const { performance } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../../scripts/lib/cli/abortable')
const { UserError } = require('../../scripts/lib/cli/errors')
const { ms, number } = require('../../scripts/lib/cli/format')
const { watchChild } = require('../../scripts/lib/system/watchdog')
const { request } = require('../../scripts/lib/system/http-client')
const { startServer } = require('../../scripts/lib/measure/server')

const SOCKETS = path.join(__dirname, '../../scripts/lib/preload/count-sockets.js')
const DRIP = path.join(__dirname, 'drip-client.js')
const EVERY = 100 // ms between two good clients
const FEW = 5 // sockets that good clients may hold at a time

/** What Node.js does, in ms, where nobody says otherwise. Source: its documentation of http.createServer. */
const DEFAULTS = { headersTimeout: 60_000, requestTimeout: 300_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 30_000 }

const slowhttptest = (...how) => (url, connections, seconds) => ['slowhttptest', ...how, '-c', connections, '-r', connections, '-l', seconds, '-u', url, '-v', '0']

/** Each makes a command line, and says what is to end it. A byte each second keeps a connection busy. */
const ATTACKS = {
  'headers, one a second': { line: slowhttptest('-H', '-i', '1'), ends: 'headersTimeout' },
  'a body, a few bytes a second': { line: slowhttptest('-B', '-i', '1', '-t', 'GET', '-s', '100000'), ends: 'the answer, which does not wait for it' },
  'a body, a byte a second, whatever is answered': { line: (...args) => [process.execPath, DRIP, ...args], ends: 'requestTimeout' },
  'an answer, read by five bytes a second': { line: slowhttptest('-X', '-n', '1', '-z', '5', '-w', '1', '-y', '8'), ends: 'keepAliveTimeout' }
}

/**
 * @typedef {object} SlowClients
 * @property {string} stage
 * @property {{connections: number, seconds: number, hurry: number}} settings `hurry`: by what the timeouts of Node.js are divided
 * @property {SlowAttack[]} attacks
 */

/**
 * @typedef {object} SlowAttack
 * @property {string} attack
 * @property {string} ends what is to end it: a timeout of Node.js, most often
 * @property {number} most sockets that the server held at a time
 * @property {number|null} letGo s until it held no more than those of good clients; null if it did not
 * @property {{asked: number, answered: number, slowest: number}} good clients meanwhile; ms
 */

/** @returns {boolean} whether slowhttptest is there */
function hasSlowhttptest () {
  try {
    execFileSync('slowhttptest', ['-h'], { stdio: 'ignore' })
    return true
  } catch (err) {
    return err.code !== 'ENOENT'
  }
}

/**
 * @param {import('../../scripts/lib/measure/targets').Target} target
 * @param {{connections: number, seconds: number, hurry: number, timeouts?: object}} settings `timeouts` in place of those of
 *   Node.js
 * @param {{onProgress?: (share: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<SlowClients>}
 * @throws {UserError} where there is no slowhttptest
 */
async function slowClients (target, { timeouts, ...settings }, { onProgress = () => {}, signal } = {}) {
  if (!hasSlowhttptest()) throw new UserError('there is no slowhttptest. Install it (Debian, Ubuntu: apt-get install slowhttptest) and run again')
  const hurried = Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, Math.round(value / settings.hurry)]))
  const hurriedTarget = { ...target, env: { TIMEOUTS: JSON.stringify(timeouts ?? hurried) } }
  const attacks = await Promise.all(Object.entries(ATTACKS).map(([name, how], i) =>
    attack(hurriedTarget, { name, ...how }, settings, { onProgress: i === 0 ? onProgress : () => {}, signal })))
  return { stage: target.name, settings, attacks }
}

async function attack (target, { name, line, ends }, { connections, seconds }, { onProgress, signal }) {
  const server = await startServer(target, { execArgv: ['--require', SOCKETS], signal })
  const [file, ...args] = line(server.url, ...[connections, seconds].map(String))
  const attacker = spawn(file, args, { stdio: 'ignore', detached: true })
  watchChild(attacker)
  const ended = once(attacker, 'close')
  const seen = { attack: name, ends, most: 0, letGo: null, good: { asked: 0, answered: 0, slowest: 0 } }
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1000
  try {
    while (passed() < seconds - 1) { // in its last second slowhttptest hangs up
      await askWell(server, seen.good)
      const sockets = await server.ask('sockets')
      seen.most = Math.max(seen.most, sockets)
      if (sockets > FEW) seen.letGo = null
      else seen.letGo ??= passed()
      onProgress(passed() / seconds)
      await abortable(sleep(EVERY), server.over)
    }
    return seen
  } finally {
    if (attacker.exitCode === null) process.kill(-attacker.pid, 'SIGKILL')
    await Promise.all([ended, server.stop()])
  }
}

async function askWell (server, good) {
  const begun = performance.now()
  good.asked++
  const { status } = await abortable(request(server.url), server.over)
  if (status === 200) good.answered++
  good.slowest = Math.max(good.slowest, performance.now() - begun)
}

/** @param {SlowClients} slowClients */
function rows ({ settings, attacks }) {
  return [
    ['slow clients', `${number(settings.connections)} at once, for ${number(settings.seconds)} s${settings.hurry > 1 ? `, with the timeouts of Node.js divided by ${settings.hurry}` : ''}`],
    ...attacks.flatMap(({ attack, ends, most, letGo, good }) => [
      [attack, `${number(most)} sockets at most, ${letGo === null ? 'held to the end' : `let go after ${number(Math.round(letGo))} s`} (${ends})`],
      ['… good clients', `${number(good.answered)} of ${number(good.asked)} answered, the slowest in ${ms(good.slowest)}`]
    ])
  ]
}

/** @param {SlowClients} slowClients */
function problems ({ attacks }) {
  return attacks.flatMap(({ attack, letGo, good }) => [
    ...(letGo === null ? [`${attack}: the server holds on to such a client`] : []),
    ...(good.answered < good.asked ? [`${attack}: ${number(good.asked - good.answered)} good clients had no answer`] : [])
  ])
}

module.exports = { hasSlowhttptest, problems, rows, slowClients }

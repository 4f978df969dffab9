'use strict'

// Clients that are slow on purpose: does the server close their connections, and answer others meanwhile?

const net = require('node:net')
const { performance } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../../../scripts/lib/base/abortable')
const { UserError } = require('../../../scripts/lib/base/errors')
const { ms, number } = require('../../../scripts/lib/base/format')
const { findTarget } = require('../../../scripts/lib/measure/targets')
const { request } = require('../../../scripts/lib/system/http-client')
const { hostOf } = require('../../../scripts/lib/system/network')
const { startProcess } = require('../../../scripts/lib/system/process')
const { isInstalled } = require('../../../scripts/lib/system/search-path')
const { defineCheck, preload, withServer } = require('../check')

const INTERVAL = 100 // ms between two good clients
const FEW = 5 // sockets that good clients may hold at a time

/** Node.js's defaults, in ms. Source: its documentation of http.createServer. */
const DEFAULTS = { headersTimeout: 6e4, requestTimeout: 3e5, keepAliveTimeout: 5e3, connectionsCheckingInterval: 3e4 }

/** What slow clients do, what ends them, and a function that starts them and returns one that stops them. */
const ATTACKS = [
  ['headers, one a second', 'headersTimeout', slowhttptest('-H -i 1')],
  ['a body, a few bytes a second', 'the answer, which does not wait for it', slowhttptest('-B -i 1 -t GET -s 100000')],
  ['a body, a byte a second, whatever is answered', 'requestTimeout', startSlowBodyClients],
  ['an answer, read by five bytes a second', 'keepAliveTimeout', slowhttptest('-X -n 1 -z 5 -w 1 -y 8')]
]

/**
 * @typedef {object} SlowAttack
 * @property {number} most sockets that the server held at a time
 * @property {number|null} letGo s until it held no more than those of good clients; null if it did not
 * @property {{asked: number, answered: number, slowest: number}} good clients meanwhile; ms
 */

function slowhttptest (mode) {
  return (url, connections, duration) => {
    const options = `${mode} -c ${connections} -r ${connections} -l ${duration} -v 0 -u ${url}`
    const { child, ended, kill } = startProcess(['slowhttptest', ...options.split(' ')])
    child.stdout.resume()
    return () => {
      kill()
      return ended
    }
  }
}

/** slowhttptest stops when it is answered; these do not. A byte each second keeps a connection busy. */
function startSlowBodyClients (url, connections) {
  const { port, pathname } = new URL(url)
  const head = `GET ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n`
  const sockets = Array.from({ length: connections }, () => net.connect(Number(port), hostOf(url)))
  for (const socket of sockets) socket.on('error', () => {}).resume().write(head)
  const timer = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 1000)
  return () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  }
}

/** `timeouts` replace those of Node.js, divided. @returns {Promise<{attacks: SlowAttack[]}>} */
async function run ({ stage, connections, duration, divisor, timeouts }, { onProgress, signal }) {
  if (!isInstalled('slowhttptest')) throw new UserError('slowhttptest is missing: apt-get install slowhttptest')
  const divided = Object.entries(DEFAULTS).map(([name, value]) => [name, Math.round(value / divisor)])
  const TIMEOUTS = JSON.stringify(timeouts ?? Object.fromEntries(divided))
  const target = { ...findTarget(stage), env: { TIMEOUTS } }
  const attacks = ATTACKS.map(([attack, ends, start]) =>
    withServer(target, { execArgv: preload('count-sockets'), signal }, async (server) => {
      const stop = start(server.url, connections, duration)
      return { attack, ends, ...await observe(server, duration, onProgress).finally(stop) }
    }))
  return { attacks: await Promise.all(attacks) }
}

/** Sends good requests and counts the server's sockets. */
async function observe (server, duration, onProgress) {
  const good = { asked: 0, answered: 0, slowest: 0 }
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1000
  let most = 0
  let letGo = null
  while (passed() < duration - 1) { // in its last second slowhttptest hangs up
    const sent = performance.now()
    good.asked++
    const { status } = await abortable(request(server.url), server.over)
    if (status === 200) good.answered++
    good.slowest = Math.max(good.slowest, performance.now() - sent)
    const sockets = await server.ask('sockets')
    most = Math.max(most, sockets)
    letGo = sockets > FEW ? null : letGo ?? passed()
    onProgress(passed() / duration)
    await abortable(sleep(INTERVAL), server.over)
  }
  return { most, letGo, good }
}

const closed = (after) => after === null ? 'never closed' : `closed after ${number(Math.round(after))} s`

function report ({ settings: { connections, duration, divisor }, attacks }) {
  const divided = divisor > 1 ? `, with the timeouts of Node.js divided by ${divisor}` : ''
  return [
    ['slow clients', `${number(connections)} at once, for ${number(duration)} s${divided}`],
    ...attacks.flatMap(({ attack, ends, most, letGo, good: { asked, answered, slowest } }) => [
      [attack, `${number(most)} sockets at most, ${closed(letGo)} (${ends})`,
        letGo === null && `${attack}: the server never closes the connection`],
      ['… good clients', `${number(answered)} of ${number(asked)} answered, the slowest in ${ms(slowest)}`,
        answered < asked && `${attack}: ${number(asked - answered)} good clients had no answer`]
    ])
  ]
}

module.exports = defineCheck({
  summary: 'Holds connections with slow clients (slowhttptest): the server must close them and answer others.',
  flags: {
    stage: { type: 'string', default: 'optimized', help: 'slow, fast or optimized' },
    connections: { type: 'integer', min: 10, max: 1000, default: 500, help: 'slow clients in each of four attacks' },
    duration: { type: 'integer', min: 5, max: 3600, default: 360, help: 'seconds' },
    divisor: { type: 'integer', min: 1, max: 100, default: 1, help: 'divides the timeouts of Node.js' }
  },
  run,
  report
})

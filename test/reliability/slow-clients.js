'use strict'

// Clients that are slow on purpose: does the server close their connections, and answer others meanwhile?

const net = require('node:net')
const { performance } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../../scripts/lib/cli/abortable')
const { UserError } = require('../../scripts/lib/cli/errors')
const { ms, number } = require('../../scripts/lib/cli/format')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { request } = require('../../scripts/lib/system/http-client')
const { hostOf } = require('../../scripts/lib/system/network')
const { startProcess } = require('../../scripts/lib/system/process')
const { isInstalled } = require('../../scripts/lib/system/search-path')
const { defineCheck, preload, withServer } = require('./check')

const INTERVAL = 100 // ms between two good clients
const FEW = 5 // sockets that good clients may hold at a time

/** Node.js's defaults, in ms. Source: its documentation of http.createServer. */
const DEFAULTS = {
  headersTimeout: 60_000, requestTimeout: 300_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 30_000
}

/** Each starts its clients, returns a function that stops them, and names what ends them. */
const ATTACKS = {
  'headers, one a second': { start: slowhttptest('-H', '-i', '1'), ends: 'headersTimeout' },
  'a body, a few bytes a second': {
    start: slowhttptest('-B', '-i', '1', '-t', 'GET', '-s', '100000'), ends: 'the answer, which does not wait for it'
  },
  'a body, a byte a second, whatever is answered': { start: startSlowBodyClients, ends: 'requestTimeout' },
  'an answer, read by five bytes a second': {
    start: slowhttptest('-X', '-n', '1', '-z', '5', '-w', '1', '-y', '8'), ends: 'keepAliveTimeout'
  }
}

/**
 * @typedef {object} SlowAttack
 * @property {string} ends what should end it: usually a timeout of Node.js
 * @property {number} most sockets that the server held at a time
 * @property {number|null} letGo s until it held no more than those of good clients; null if it did not
 * @property {{asked: number, answered: number, slowest: number}} good clients meanwhile; ms
 */

/** slowhttptest's own modes. @param {string[]} mode */
function slowhttptest (...mode) {
  return (url, connections, duration) => {
    const limits = ['-c', connections, '-r', connections, '-l', duration].map(String)
    const { child, ended, kill } = startProcess(['slowhttptest', ...mode, ...limits, '-u', url, '-v', '0'])
    child.stdout.resume()
    return async () => { kill(); await ended }
  }
}

/** slowhttptest stops when it is answered; these do not. A byte each second keeps a connection busy. */
function startSlowBodyClients (url, connections) {
  const { port, pathname } = new URL(url)
  const head = `GET ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n`
  const sockets = Array.from({ length: connections }, () => net.connect(Number(port), hostOf(url)))
  for (const socket of sockets) socket.on('error', () => {}).resume().write(head)
  const timer = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 1000)
  return async () => {
    clearInterval(timer)
    sockets.forEach((socket) => socket.destroy())
  }
}

/** `timeouts` replace those of Node.js, divided. @returns {Promise<{attacks: SlowAttack[]}>} */
async function run ({ stage, connections, duration, divisor, timeouts }, { onProgress, signal }) {
  if (!isInstalled('slowhttptest')) throw new UserError('slowhttptest is missing: apt-get install slowhttptest')
  const divided = Object.entries(DEFAULTS).map(([name, value]) => [name, Math.round(value / divisor)])
  const TIMEOUTS = JSON.stringify(timeouts ?? Object.fromEntries(divided))
  const target = { ...findTarget(stage), env: { TIMEOUTS } }
  const options = { execArgv: preload('count-sockets'), signal }
  const attacks = Object.entries(ATTACKS).map(([attack, { start, ends }]) =>
    withServer(target, options, async (server) => {
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

function report ({ settings: { connections, duration, divisor }, attacks }) {
  const closed = (after) => after === null ? 'never closed' : `closed after ${number(Math.round(after))} s`
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

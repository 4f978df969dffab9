'use strict'

const net = require('node:net')
const { performance } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../../../scripts/lib/cli/abortable')
const { integer } = require('../../../scripts/lib/cli/flags')
const { ms, number } = require('../../../scripts/lib/cli/format')
const { findTarget } = require('../../../scripts/lib/server/targets')
const { request } = require('../../../scripts/lib/server/http-client')
const { preload, stageFlag, withServer } = require('../check')

const INTERVAL = 100 // ms between two good clients
const FEW = 5 // sockets that good clients may hold at a time

/** What slow clients send at once and then each second, and the timeout that ends them. */
const ATTACKS = [
  { attack: 'a header a second', timeout: 'headersTimeout', head: '', more: 'X: a\r\n' },
  {
    attack: 'a body, a byte a second',
    timeout: 'requestTimeout',
    head: 'Content-Length: 100000\r\n\r\n',
    more: 'x'
  },
  { attack: 'an answer that nobody reads', timeout: 'keepAliveTimeout', head: '\r\n', more: '' }
]

async function run ({ stage, connections, duration, timeouts }, { onProgress, signal }) {
  const env = timeouts && { TIMEOUTS: JSON.stringify(timeouts) }
  const options = { execArgv: preload('answers'), signal }
  const attacks = ATTACKS.map((attack) =>
    withServer({ ...findTarget(stage), env }, options, async (server) => {
      const stop = startSlowClients(server.url, connections, attack)
      const seen = await observe(server, duration, onProgress).finally(stop)
      return { attack: attack.attack, timeout: attack.timeout, ...seen }
    }))
  return { attacks: await Promise.all(attacks) }
}

function startSlowClients (url, connections, { head, more }) {
  const { hostname, port, pathname } = new URL(url)
  const connect = () => net.connect(Number(port), hostname)
  const sockets = Array.from({ length: connections }, connect)
  for (const socket of sockets) {
    socket.on('error', () => {})
    if (more) socket.resume()
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n${head}`)
  }
  const timer = setInterval(() => {
    for (const socket of sockets) if (more && socket.writable) socket.write(more)
  }, 1000)
  return () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  }
}

async function observe (server, duration, onProgress) {
  const begin = performance.now()
  const good = { sent: 0, answered: 0, slowest: 0 }
  let most = 0
  let closedAfter = null // s
  let passed = 0 // s
  while (passed < duration) {
    const start = performance.now()
    const { status } = await abortable(request(server.url), server.over)
    good.slowest = Math.max(good.slowest, performance.now() - start)
    good.sent++
    if (status === 200) good.answered++
    const sockets = await server.ask('sockets')
    passed = (performance.now() - begin) / 1000
    most = Math.max(most, sockets)
    closedAfter = sockets > FEW ? null : closedAfter ?? passed
    onProgress(passed / duration)
    await abortable(sleep(INTERVAL), server.over)
  }
  return { most, closedAfter, good }
}

function reportAttack ({ attack, timeout, most, closedAfter, good: { sent, answered, slowest } }) {
  const isOpen = closedAfter === null
  const closed = isOpen ? 'never closed' : `closed after ${number(Math.round(closedAfter))} s`
  const answers = `${number(answered)} of ${number(sent)} answered, the slowest in ${ms(slowest)}`
  return [
    [attack, `${number(most)} sockets at most, ${closed} (${timeout})`, isOpen],
    ['… good clients', answers, answered < sent]
  ]
}

function report ({ settings: { connections, duration }, attacks }) {
  const clients = `${number(connections)} at once, for ${number(duration)} s`
  return [['slow clients', clients], ...attacks.flatMap(reportAttack)]
}

module.exports = {
  summary: 'Holds connections with slow clients: the server must close them and answer others.',
  flags: {
    stage: stageFlag('optimized', 'fast', 'slow'),
    connections: integer(10, 1000, 'of each attack', 500),
    duration: integer(5, 3600, 'seconds', 360)
  },
  run,
  report
}

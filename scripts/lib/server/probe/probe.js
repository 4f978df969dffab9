'use strict'

// The probe: preloaded into a server, or into each process of a command. A process that listens
// connects to the harness, reports its address, answers questions, and never outlives the harness.
// Others stay as they are.

/** @import { Histogram } from 'node:perf_hooks' */
/** @import { Listening, Question, Sample } from './types' */

const net = require('node:net')
const { monitorEventLoopDelay, performance } = require('node:perf_hooks')
const { setInterval } = require('node:timers')
const { getHeapStatistics } = require('node:v8')

// The program may replace functions of Node.js: all are taken before it runs.
const { parse, stringify } = JSON
const { connect: connectTo } = net
const { max } = Math
const { cpuUsage, env: { PROBE_CHANNEL = '' }, exit, memoryUsage: { rss } } = process
const { nodeTiming } = performance
const now = performance.now.bind(performance)

const RESOLUTION = 10 // ms between two ticks of the delay monitor, which counts them as delay
const SECOND = 1000 // ms

/**
 * Functions by the question that they answer, with any JSON. Other preloaded files add some.
 * @type {Record<string, (argument?: any) => any>}
 */
const answers = {
  stop: () => exit()
}

/** @type {net.Socket|undefined} */
let channel

if (PROBE_CHANNEL) {
  const { listen } = net.Server.prototype
  const watched = new WeakSet() // a server may listen again, or try until a port is free
  /** @param {unknown[]} args */
  net.Server.prototype.listen = function (...args) {
    if (!watched.has(this)) this.on('listening', () => report(this))
    watched.add(this)
    return Reflect.apply(listen, this, args)
  }
}

/** @param {net.Server} server */
function report (server) {
  try {
    channel ??= connect()
    send({ listening: describe(server) })
  } catch (err) {
    giveUp(Object(err))
  }
}

/** @param {Error} err */
function giveUp ({ message }) {
  console.error(`The probe cannot reach the command that started it: ${message}`)
  exit(1)
}

/** @param {net.Server} server @returns {Listening} */
function describe (server) {
  const { isWorker, workers } = Object(require('node:cluster'))
  const { address: host, port } = Object(server.address()) // a text for a socket, or null
  return {
    kind: port ? kindOf(server) : 'socket',
    host: host ?? '',
    port: port ?? 0,
    cluster: isWorker || Object.keys(workers ?? {}).length > 0,
    pid: process.pid
  }
}

/** @param {net.Server} server */
function kindOf (server) {
  if (server instanceof require('node:http').Server) return 'http'
  return server instanceof require('node:tls').Server ? 'https' : 'tcp'
}

function connect () {
  answers.sample = createSampler()
  const socket = connectTo(PROBE_CHANNEL)
  // The channel alone must not keep a server running that has nothing left to do.
  socket.unref()
  socket.setEncoding('utf8')
  let partial = '' // line
  socket.on('data', (text) => {
    const lines = (partial + text).split('\n')
    partial = lines.pop() ?? ''
    for (const line of lines) reply(parse(line))
  })
  socket.on('error', giveUp)
  socket.on('close', () => exit(0))

  // Unlike death by the signal, a clean exit lets --cpu-prof and --prof write their files.
  process.on('SIGINT', () => exit(130))
  process.on('SIGTERM', () => exit(143))
  return socket
}

/** @param {Question} question */
async function reply ({ id, question, argument }) {
  try {
    if (!Object.hasOwn(answers, question)) throw new Error(`unknown question "${question}"`)
    send({ id, answer: await answers[question](argument) ?? null })
  } catch (err) {
    send({ id, error: String(Object(err).message ?? err) })
  }
}

/** @param {object} message */
function send (message) {
  channel?.write(`${stringify(message)}\n`)
}

/**
 * @param {Histogram} [delay] of the event loop, in ns
 * @returns {() => Sample} of the time since the previous one
 */
function createSampler (delay = monitorLoad()) {
  const lastSecond = watchSeconds()
  let since = readCounters()

  return function sample () {
    const { user, system } = cpuUsage(since.cpu)
    const time = now() - since.time
    const p99 = delay.count > 0 ? delay.percentile(99) / 1e6 : 0
    delay.reset()
    const reading = {
      cpu: (user + system) / 1000 / time,
      cpuTime: user + system,
      userTime: user,
      elu: busyShare(since),
      lastSecond: lastSecond(),
      delayP99: max(0, p99 - RESOLUTION),
      heap: getHeapStatistics().used_heap_size,
      rss: readRss()
    }
    since = readCounters()
    return reading
  }
}

// Not eventLoopUtilization, which calls process.hrtime.
/** @param {{ time: number, idle: number }} since */
function busyShare ({ time, idle }) {
  return 1 - (nodeTiming.idleTime - idle) / (now() - time)
}

// A mean does not show how a load ended, which may have been too much only then.
function watchSeconds () {
  let since = readCounters()
  let share = 0
  setInterval(() => {
    share = busyShare(since)
    since = readCounters()
  }, SECOND).unref()
  return () => share
}

function readCounters () {
  return {
    time: now(),
    cpu: cpuUsage(),
    idle: nodeTiming.idleTime
  }
}

// Linux needs a free file descriptor for it.
function readRss () {
  try {
    return rss()
  } catch {}
}

function monitorLoad () {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return delay
}

module.exports = { answers, createSampler, RESOLUTION }

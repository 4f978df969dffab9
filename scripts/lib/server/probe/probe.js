'use strict'

// The probe: preloaded into a server, or into each process of a command. A process that listens
// connects to the harness, reports its address, answers questions, and never outlives the harness.
// Others stay as they are.

/** @import { Listening } from './types' */

const net = require('node:net')

// The program may replace functions of Node.js: all are taken before it runs.
const { parse, stringify } = JSON
const { connect: connectTo } = net
const { env: { PROBE_CHANNEL = '' }, exit } = process

/**
 * Functions by the question that they answer. Other preloaded files add to them.
 * @type {Record<string, (argument?: any) => any>}
 */
const answers = {
  stop: () => exit()
}

let channel
let createSampler

if (PROBE_CHANNEL) {
  ({ createSampler } = require('./sampler'))
  const { listen } = net.Server.prototype
  const watched = new WeakSet() // a server may listen again, or try until a port is free
  net.Server.prototype.listen = function (...args) {
    if (!watched.has(this)) this.on('listening', () => report(this))
    watched.add(this)
    return Reflect.apply(listen, this, args)
  }
}

function report (server) {
  try {
    channel ??= connect()
    send({ listening: describe(server) })
  } catch (err) {
    giveUp(err)
  }
}

function giveUp ({ message }) {
  console.error(`The probe cannot reach the command that started it: ${message}`)
  exit(1)
}

/** @returns {Listening} */
function describe (server) {
  const cluster = /** @type {any} */ (require('node:cluster'))
  const { address: host, port } = Object(server.address()) // a text for a socket, or null
  return {
    kind: port ? kindOf(server) : 'socket',
    host: host ?? '',
    port: port ?? 0,
    cluster: cluster.isWorker || Object.keys(cluster.workers ?? {}).length > 0,
    pid: process.pid
  }
}

function kindOf (server) {
  if (server instanceof require('node:http').Server) return 'http'
  if (server instanceof require('node:https').Server) return 'https'
  const isHttp2 = 'updateSettings' in server // only servers of node:http2 have it
  if (!isHttp2) return 'tcp'
  // The options of TLS; without TLS, there are none.
  return server.ALPNProtocols?.includes('http/1.1') ? 'https' : 'http2'
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

async function reply ({ id, question, argument }) {
  try {
    if (!Object.hasOwn(answers, question)) throw new Error(`unknown question "${question}"`)
    send({ id, answer: await answers[question](argument) ?? null })
  } catch (err) {
    send({ id, error: String(err?.message ?? err), code: err?.code })
  }
}

function send (message) {
  channel.write(`${stringify(message)}\n`)
}

module.exports = { answers }

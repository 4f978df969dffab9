'use strict'

// The probe: preloaded into a server, or through NODE_OPTIONS into each process of a command.
// A process that never listens stays as it is. One that does connects to the harness, reports its
// address, answers questions, and never outlives the harness.

const net = require('node:net')

const { PROBE_CHANNEL = '' } = process.env

/**
 * Functions by the question that they answer. Other preloaded files add to them.
 * @type {Record<string, () => any>}
 */
const answers = {
  stop: () => process.exit()
}

let channel

if (PROBE_CHANNEL) {
  const { listen } = net.Server.prototype
  const watched = new WeakSet() // a server may listen again, or try until a port is free
  net.Server.prototype.listen = function (...args) {
    if (!watched.has(this)) this.on('listening', () => report(this))
    watched.add(this)
    return Reflect.apply(listen, this, args)
  }
}

function report (server) {
  channel ??= connect()
  const describeServer = require('./describe-server')
  send({ listening: describeServer(server) })
}

function connect () {
  Object.assign(answers, require('./sampler'), require('./profiler'), require('./evidence'))
  const socket = net.connect(PROBE_CHANNEL)
  // The channel alone must not keep a server running that has nothing left to do.
  socket.unref()
  socket.setEncoding('utf8')
  let rest = ''
  socket.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) reply(JSON.parse(line))
  })
  socket.on('error', () => {}) // close follows
  socket.on('close', () => process.exit())

  // Unlike death by the signal, a clean exit lets --cpu-prof and --prof write their files.
  process.on('SIGINT', () => process.exit(130))
  process.on('SIGTERM', () => process.exit(143))
  return socket
}

async function reply ({ id, question }) {
  try {
    if (!Object.hasOwn(answers, question)) throw new Error(`unknown question "${question}"`)
    send({ id, answer: await answers[question]() ?? null })
  } catch (err) {
    send({ id, error: String(err.message) })
  }
}

function send (message) {
  channel.write(`${JSON.stringify(message)}\n`)
}

module.exports = { answers }

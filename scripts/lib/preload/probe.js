'use strict'

// The probe: preloaded into a server, or through NODE_OPTIONS into each process of a command. A process that never
// listens stays as it is. One that does connects to the harness, reports its address, answers requests for samples,
// and never outlives the harness.

const net = require('node:net')

const { PROBE_CHANNEL } = process.env
const COMMAND = [process.execPath, ...process.execArgv, ...process.argv.slice(1)] // before the program changes them
const FOLDER = process.cwd()

/** @type {Record<string, () => any>} what the harness may ask for; other preloaded files add to it */
const answers = { stop: () => process.exit() }

/** @type {net.Socket|undefined} */
let channel

if (PROBE_CHANNEL) {
  const { listen } = net.Server.prototype
  /** @type {WeakSet<net.Server>} */
  const watched = new WeakSet() // a server may listen again, or try until a port is free
  net.Server.prototype.listen = /** @type {any} */
    /** @this {net.Server} @param {any[]} args */
    function (...args) {
      if (!watched.has(this)) this.on('listening', () => report(this))
      watched.add(this)
      return Reflect.apply(listen, this, args)
    }
}

/** @param {net.Server} server that listens */
function report (server) {
  channel ??= connect()
  send({ listening: require('./describe-server')(server, COMMAND, FOLDER) })
}

function connect () {
  Object.assign(answers, require('./sampler'), require('./cpu-profiler'), require('./evidence'))
  const socket = net.connect(/** @type {string} */ (PROBE_CHANNEL))
  socket.unref() // the channel alone must not keep a server running that has nothing left to do
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

/** @param {{id: number, request: string}} message */
async function reply ({ id, request }) {
  send({ id, answer: await answers[request]?.() ?? null })
}

/** @param {object} message */
const send = (message) => channel?.write(`${JSON.stringify(message)}\n`)

module.exports = { answers }

'use strict'

// A server that a test starts by hand, as somebody else would, and what a watch may leave in it.

const { once } = require('node:events')
const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const autocannon = require('autocannon')
const { portsOf } = require('../../scripts/whyslow/attach/ports')
const { startProcess } = require('../../scripts/lib/server/process')
const { findFreePort } = require('../../docs/labs/free-port')

/** Answers /state with what is left of a watch. */
const STATE = `const CHANNELS = ['http.server.request.start', 'http.server.response.finish',
  'net.server.socket', 'http.client.request.start', 'undici:request:create']
const inspector = require('node:inspector')
const pending = new Set() // Node.js names no timers that are unref'd
for (const timers of [globalThis, require('node:timers')]) {
  const { clearTimeout, setTimeout } = timers
  timers.setTimeout = (run, ...args) => {
    const timer = setTimeout(() => pending.delete(timer) && run(), ...args)
    pending.add(timer)
    return timer
  }
  timers.clearTimeout = (timer) => {
    pending.delete(timer)
    clearTimeout(timer)
  }
}
const methods = [require('node:net').Socket, require('node:events'), EventTarget,
  require('node:child_process').ChildProcess]
const methodsOf = () => methods.flatMap(({ prototype }) =>
  Object.getOwnPropertyNames(prototype).map((name) => prototype[name]?.toString()))
const before = String(methodsOf())
function state () {
  const { hasSubscribers } = require('node:diagnostics_channel')
  const count = {}
  for (const name of process.getActiveResourcesInfo()) count[name] = (count[name] ?? 0) + 1
  delete count.TCPSocketWrap // connections
  delete count.FSReqCallback
  delete count.PipeWrap // Node.js 26 opens stderr after the first call of this function
  return JSON.stringify({
    pid: process.pid,
    channels: CHANNELS.filter(hasSubscribers),
    resources: count,
    timers: pending.size,
    methods: String(methodsOf()) === before,
    inspector: inspector.url() ?? null
  })
}
`

/**
 * Starts a server that prints its URL. The port for its inspector is below those that Linux gives
 * to servers and clients: one of them might take a port that was free.
 */
async function runServer (file, options = {}) {
  const { node = process.execPath, args = [], env, signal } = options
  let { flags } = options
  flags ??= [`--inspect-port=${20_000 + await findFreePort() % 10_000}`]
  const { child, ended, kill, stderr } = startProcess([node, ...flags, file, ...args], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...env },
    signal
  })
  const died = ended.then(() => {
    signal?.throwIfAborted()
    throw new Error(`it died: ${stderr()}`)
  })
  died.catch(() => {})
  let stdout = ''
  child.stdout.on('data', (text) => { stdout += text })
  const urls = () => stdout.match(/http:\/\/[^/\s]+/)
  while (!urls()) await Promise.race([once(child.stdout, 'data'), died])

  async function stop () {
    kill()
    await ended
  }

  return { child, pid: child.pid, url: urls()[0], stderr, stop }
}

/**
 * Loads a server until `use` is done, and gives what it returns, and how many requests failed. It
 * gets a function that counts the answers.
 */
async function underLoad (url, use, { connections = 10, age = 300, ...options } = {}) {
  const load = autocannon({ url, connections, duration: 600, timeout: 60, ...options })
  let answers = 0
  load.on('response', () => { answers++ })
  try {
    await sleep(age)
    const used = await use(() => answers)
    load.stop()
    const { errors, non2xx } = await load
    return { used, failed: errors + non2xx }
  } finally {
    load.stop()
  }
}

/** The number of files and sockets of a process, without connections (Linux). */
const openFilesOf = (pid) =>
  fs.readdirSync(`/proc/${pid}/fd`).length - portsOf(pid).connected.length

module.exports = { openFilesOf, runServer, underLoad, STATE }

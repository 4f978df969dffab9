'use strict'

// A server that a test starts by hand, as somebody else would.

const { once } = require('node:events')
const { setTimeout: sleep } = require('node:timers/promises')
const autocannon = require('autocannon')
const { startProcess } = require('../../scripts/lib/server/process')
const { findFreePort } = require('../../docs/labs/free-port')

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

module.exports = { runServer, underLoad }

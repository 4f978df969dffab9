'use strict'

// Starts a target in a process of its own, talks to what is preloaded into it, and sees that it ends.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const { abortable } = require('../cli/abortable')
const { UserError, lastLines } = require('../cli/errors')
const { watchChild } = require('../system/watchdog')
const { LOOPBACK } = require('../system/loopback')

const INSIDE = path.join(__dirname, '../preload/probe.js')
const START_LIMIT = 10_000 // ms for a server to say that it listens
const STOP_LIMIT = 5_000 // ms for a server to end by itself when told to

/**
 * @typedef {object} Server
 * @property {string} url what it said it listens on
 * @property {AbortSignal} over aborted when there is no use in going on: the server has died (the reason is a
 *   UserError with its last words), or the caller's signal was aborted
 * @property {() => Promise<Sample>} sample what happened inside since the sample before
 * @property {() => Promise<Sample>} glance what happened inside since the glance before; leaves the samples alone
 * @property {(request: string) => Promise<any>} ask sends a word to what is preloaded, and gives its answer;
 *   one at a time: an answer does not say what it answers
 * @property {() => string} stderr the last 10,000 characters that it wrote there
 * @property {() => Promise<void>} stop resolves when the process is gone
 */

/**
 * @typedef {object} Sample
 * @property {number} cpu share of one core, 0 to 1 and above (the garbage collector has threads of its own)
 * @property {number} elu event-loop utilisation, 0 to 1
 * @property {number} delayP99 99th percentile of the event-loop delay, ms
 * @property {number|null} listeners of the `after` event; null where the server exports no emitter
 * @property {number} heap bytes in use
 * @property {number} rss resident set, bytes
 */

/**
 * Starts a server and waits until it listens.
 *
 * @param {import('./targets').Target} target
 * @param {object} [options]
 * @param {number} [options.port] 0 takes a free one
 * @param {string} [options.host]
 * @param {boolean} [options.echo] pass on what the server prints
 * @param {string[]} [options.execArgv] flags for its Node.js
 * @param {AbortSignal} [options.signal] kills the server when aborted
 * @returns {Promise<Server>}
 * @throws {UserError} when the server ends, or says nothing for 10 s, instead of listening
 */
async function startServer (target, { port = 0, host = LOOPBACK, echo = false, execArgv = [], signal } = {}) {
  signal?.throwIfAborted()
  const child = spawn(target.node ?? process.execPath, [...execArgv, '--require', INSIDE, target.file], {
    cwd: path.dirname(target.file),
    env: { ...process.env, ...target.env, HOST: host, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Out of the terminal's process group: Ctrl-C reaches the harness alone, which then ends the server.
    detached: process.platform !== 'win32',
    windowsHide: true
  })
  watchChild(child)
  if (echo) child.stdout.pipe(process.stdout)

  const stderr = tail(child.stderr)
  const exited = once(child, 'close')
  const over = new AbortController()
  const kill = () => child.kill('SIGKILL')
  const interrupt = () => { over.abort(signal.reason); kill() }
  signal?.addEventListener('abort', interrupt)
  exited.then(([code, killedBy]) => {
    signal?.removeEventListener('abort', interrupt)
    over.abort(obituary(target, { code, killedBy, port, host, stderr: stderr() }))
  })

  async function stop () {
    if (child.connected) child.send('stop', () => {})
    const late = setTimeout(kill, STOP_LIMIT)
    await exited
    clearTimeout(late)
  }

  async function ask (request) {
    child.send(request, () => {}) // where it cannot be sent, the server is over
    const [answer] = await abortable(once(child, 'message'), over.signal)
    return answer
  }

  const late = setTimeout(() => over.abort(new UserError(
    `${target.name} does not listen: no word from ${target.file} in ${START_LIMIT / 1000} s`)), START_LIMIT)
  try {
    const url = await abortable(announced(child.stdout), over.signal)
    if (echo) child.stderr.pipe(process.stderr) // not before: what is said at a failed start is in the error
    return { url, over: over.signal, ask, sample: () => ask('sample'), glance: () => ask('glance'), stderr, stop }
  } catch (err) {
    kill()
    await exited
    throw err
  } finally {
    clearTimeout(late)
  }
}

/** The URL in the line `<name> listening on <url>`. */
function announced (stdout) {
  return new Promise((resolve) => {
    let text = ''
    stdout.on('data', (chunk) => {
      text += chunk
      const [, url] = text.match(/listening on (http:\S+)\r?\n/) ?? []
      if (url) resolve(url)
    })
  })
}

function tail (stream) {
  let text = ''
  stream.on('data', (chunk) => { text = (text + chunk).slice(-10_000) })
  return () => text
}

function obituary ({ name, file }, { code, killedBy, port, host, stderr }) {
  if (stderr.includes('EADDRINUSE')) {
    return new UserError(`port ${port} is taken: stop what listens there, or choose another with PORT=`)
  }
  if (stderr.includes('EADDRNOTAVAIL')) return new UserError(`this machine has no address ${host}: bring up its loopback interface, or choose another address with HOST= (make start-…)`)
  const how = killedBy ? `killed by ${killedBy}` : `exit code ${code}`
  const words = lastLines(stderr)
  return new UserError(`${name} died (${how}; ${file})${words && `. Its last words:\n${words}`}`)
}

module.exports = { startServer }

'use strict'

// Starts a target in its own process with the probe preloaded, talks to the probe, and stops the process.

const { once } = require('node:events')
const path = require('node:path')
const { abortable } = require('../cli/abortable')
const { UserError, lastLines } = require('../cli/errors')
const { LOOPBACK } = require('../system/network')
const { startProcess } = require('../system/process')

const PROBE = path.join(__dirname, '../preload/probe.js')

/**
 * @typedef {import('./targets').Target} Target
 * @typedef {object} Server
 * @property {string} url that it listens on, as it printed it
 * @property {AbortSignal} over aborted when the server has died (the reason is a UserError with its last output) or the
 *   caller's signal was aborted
 * @property {() => Promise<Sample>} sample what the probe measured since the previous `sample`
 * @property {() => Promise<Sample>} sampleInterval the same for short intervals, since the previous `sampleInterval`
 * @property {(request: string) => Promise<any>} ask sends a message to the preloaded files and returns the answer; one
 *   at a time, because an answer does not say which request it belongs to
 * @property {() => string} stderr the last 10,000 characters that it wrote to stderr
 * @property {() => Promise<void>} stop resolves when the process is gone
 *
 * @typedef {object} Sample
 * @property {number} cpu share of one core, 0 to 1 and above (the garbage collector has threads of its own)
 * @property {number} cpuTime user and system, µs
 * @property {number} elu event-loop utilisation, 0 to 1
 * @property {number} delayP99 99th percentile of the event-loop delay, ms
 * @property {number|null} listeners of the `after` event; null where the server exports no emitter
 * @property {number} heap bytes in use
 * @property {number} rss resident set, bytes
 *
 * @typedef {object} ServerOptions
 * @property {number} [port] 0 takes a free one
 * @property {string} [host]
 * @property {boolean} [echo] print what the server prints
 * @property {string[]} [execArgv] flags for its Node.js
 * @property {number} [startLimit] ms until it has to listen
 * @property {number} [stopLimit] ms until it has to exit after `stop`; then it is killed
 * @property {AbortSignal} [signal] kills the server when aborted
 */

/** @type {(target: Target, options?: ServerOptions) => Promise<Server>} a UserError when it ends before it listens */
async function startServer (target, options = {}) {
  const { port = 0, host = LOOPBACK, echo, execArgv = [], startLimit = 10_000, stopLimit = 5_000, signal } = options
  const command = [target.node ?? process.execPath, ...execArgv, '--require', PROBE, target.file]
  const { child, ended, kill, stderr } = startProcess(command, {
    cwd: path.dirname(target.file),
    env: { ...process.env, ...target.env, HOST: host, PORT: String(port) },
    ipc: true,
    signal
  })
  if (echo) child.stdout.pipe(process.stdout)

  const over = new AbortController()
  const interrupt = () => over.abort(signal?.reason)
  signal?.addEventListener('abort', interrupt)
  ended
    .then((end) => over.abort(exitError(target, { ...end, port, host, stderr: stderr() })), (err) => over.abort(err))
    .finally(() => signal?.removeEventListener('abort', interrupt))

  async function stop () {
    if (child.connected) child.send('stop', () => {})
    const timer = setTimeout(kill, stopLimit)
    await ended
    clearTimeout(timer)
  }

  /** @param {string} request */
  async function ask (request) {
    child.send(request, () => {}) // if the channel is closed, the server is over
    const [answer] = await abortable(once(child, 'message'), over.signal)
    return answer
  }

  const silence = `${target.name} does not listen: ${target.file} printed no URL in ${startLimit / 1000} s`
  const timer = setTimeout(() => over.abort(new UserError(silence)), startLimit)
  try {
    const url = await abortable(printedUrl(child.stdout), over.signal)
    if (echo) child.stderr.pipe(process.stderr) // not before: after a failed start it is in the error message
    const [sample, sampleInterval] = ['sample', 'sample-interval'].map((request) => () => ask(request))
    return { url, over: over.signal, ask, sample, sampleInterval, stderr, stop }
  } catch (err) {
    kill()
    await ended.catch(() => {})
    throw err
  } finally {
    clearTimeout(timer)
  }
}

/** @type {(stdout: import('node:stream').Readable) => Promise<string>} of the line `<name> listening on <url>` */
function printedUrl (stdout) {
  return new Promise((resolve) => {
    let rest = ''
    stdout.on('data', function findUrl (text) {
      rest += text
      const url = rest.match(/listening on (http:\S+)\r?\n/)?.[1]
      rest = rest.slice(rest.lastIndexOf('\n') + 1)
      if (!url) return
      stdout.off('data', findUrl) // it keeps flowing without a listener: later output is discarded
      resolve(url)
    })
  })
}

/** @typedef {{code: number|null, killedBy: string|null, port: number, host: string, stderr: string}} End */

/** @param {Target} target @param {End} end */
function exitError ({ name, file }, { code, killedBy, port, host, stderr }) {
  if (stderr.includes('EADDRINUSE')) {
    return new UserError(`port ${port} is taken: stop what listens there, or choose another with PORT=`)
  }
  if (stderr.includes('EADDRNOTAVAIL')) {
    const advice = 'bring up its loopback interface, or choose another address with HOST= (make start-…)'
    return new UserError(`this machine has no address ${host}: ${advice}`)
  }
  const how = killedBy ? `killed by ${killedBy}` : `exit code ${code}`
  const output = lastLines(stderr)
  return new UserError(`${name} died (${how}; ${file})${output && `. Its last output:\n${output}`}`)
}

module.exports = { startServer }

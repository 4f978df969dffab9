'use strict'

// Starts a target in its own process with the probe preloaded, finds where it listens, and stops it.

const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../base/abortable')
const { UserError, lastLines } = require('../base/errors')
const { ms, number } = require('../base/format')
const { LOOPBACK, urlHost } = require('../system/network')
const { startProcess } = require('../system/process')
const { openProbeChannel } = require('./probe-channel')

const PROBE = path.join(__dirname, '../preload/probe.js')
const OUTPUT_LIMIT = 10_000 // characters
const IDLE = { ref: false } // a timer that keeps no process alive
// slow answers its last hundred requests in one turn of the event loop, which takes about 5 s after a load of 10 s.
const ANSWER_LIMIT = 20_000 // ms

/**
 * @typedef {import('./targets').Target} Target
 * @typedef {import('../preload/describe-server').Listening} Listening
 * @typedef {import('./probe-channel').Probe} Probe
 *
 * @typedef {object} Server
 * @property {string} url with the path of the target
 * @property {Listening} process that listens
 * @property {AbortSignal} over aborted when the server has died (the reason is a UserError with its last output) or the
 *   caller's signal was aborted
 * @property {() => Promise<Sample>} sample what the probe measured since the previous `sample`
 * @property {() => Promise<Sample>} sampleInterval the same for short intervals, since the previous `sampleInterval`
 * @property {(request: string) => Promise<any>} ask asks the preloaded files
 * @property {() => string} stderr the last 10,000 characters that it wrote to stderr
 * @property {() => Promise<void>} stop resolves when the process is gone
 *
 * @typedef {object} Sample
 * @property {number} cpu share of one core, 0 to 1 and above (the garbage collector has threads of its own)
 * @property {number} cpuTime user and system, µs
 * @property {number} elu event-loop utilisation, 0 to 1
 * @property {number} delayP99 99th percentile of the event-loop delay, ms
 * @property {number|null} listeners of the event that has the most of them; null if none has more than ten
 * @property {import('../preload/excess-listeners').ExcessListeners[]} [excessListeners] events with over ten
 * @property {Record<string, number>} [resources] that keep the event loop alive, by kind
 * @property {number} heap bytes in use
 * @property {number} rss resident set, bytes
 *
 * @typedef {object} ServerOptions
 * @property {number} [port] 0 takes a free one
 * @property {string} [host]
 * @property {boolean} [echo] print what the server prints
 * @property {string[]} [execArgv] flags for its Node.js
 * @property {number} [stopLimit] ms until it has to exit after `stop`; then it is killed
 * @property {number} [answerLimit] ms until the probe has to answer; then the event loop counts as blocked for ever
 * @property {AbortSignal} [signal] kills the server when aborted
 */

/** @type {(target: Target, options?: ServerOptions) => Promise<Server>} a UserError when it ends before it listens */
async function startServer (target, options = {}) {
  const { port = 0, host = LOOPBACK, echo, execArgv = [], signal } = options
  const { stopLimit = 5_000, answerLimit = ANSWER_LIMIT } = options
  const { start = 10 } = target
  const channel = await openProbeChannel()
  if (signal?.aborted) channel.close() // startProcess throws
  const own = { HOST: host, PORT: String(port || (target.listen ?? 0)), PROBE_CHANNEL: channel.address }
  const { child, ended, kill, stderr } = startProcess(commandLine(target, execArgv), {
    cwd: target.cwd ?? path.dirname(target.file),
    env: { ...process.env, ...environment(target, execArgv), ...own },
    shell: Boolean(target.command),
    signal
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => { output = (output + text).slice(-OUTPUT_LIMIT) })
  }
  if (echo) child.stdout.pipe(process.stdout)

  let isListening = false
  let isBlocked = false
  const over = new AbortController()
  const interrupt = () => over.abort(signal?.reason)
  signal?.addEventListener('abort', interrupt)
  ended
    .then((end) => addressError(port, host, output) ?? exitError(target, end, isListening, output), (err) => err)
    .then((err) => over.abort(err))
    .finally(() => signal?.removeEventListener('abort', interrupt))

  /** @param {Probe} [probe] */
  async function stop (probe) {
    if (!isBlocked) probe?.ask('stop')
    const gone = ended.catch(() => {})
    const wait = (/** @type {number} */ ms) => sleep(ms, null, IDLE)
    const closed = probe?.closed.then(() => wait(target.command ? 1000 : stopLimit))
    await Promise.race([gone, ...(closed ? [closed] : []), wait(probe && !isBlocked ? stopLimit : 0)])
    kill() // the group: a command may have left other processes
    // A process that has left the group may hold the pipes open.
    child.stdout.destroy()
    child.stderr.destroy()
    await gone
    channel.close()
  }

  /** @type {Listening[]} */
  const unusable = []
  const timer = setTimeout(() => {
    over.abort(addressError(port, host, output) ?? silenceError(target, start, unusable, output))
  }, start * 1000)
  try {
    const { listening, probe } = await abortable(findServer(channel, target, unusable), over.signal)
    isListening = true
    probe.closed.then(() => sleep(1000, null, IDLE))
      .then(() => over.abort(new UserError(`${target.name} stopped listening`)))
    if (echo) child.stderr.pipe(process.stderr) // not before: after a failed start it is in the error message

    /** @param {string} request @returns {Promise<any>} */
    async function ask (request) {
      const limit = setTimeout(() => {
        isBlocked = true
        over.abort(new BlockedError(target, answerLimit))
      }, answerLimit)
      try {
        return await abortable(probe.ask(request), over.signal)
      } finally {
        clearTimeout(limit)
      }
    }

    return {
      url: urlOf(listening, target),
      process: listening,
      over: over.signal,
      ask,
      sample: () => ask('sample'),
      sampleInterval: () => ask('sample-interval'),
      stderr,
      stop: () => stop(probe)
    }
  } catch (err) {
    await stop()
    throw err
  } finally {
    clearTimeout(timer)
  }
}

/** @type {(target: Target, execArgv: string[]) => string[]} */
const commandLine = ({ node = process.execPath, flags = [], file, args = [], command }, execArgv) =>
  command ? [command] : [node, ...execArgv, '--require', PROBE, ...flags, file, ...args]

/** @type {(target: Target, execArgv: string[]) => NodeJS.ProcessEnv} each process of a command preloads the probe */
function environment ({ command, env }, execArgv) {
  if (!command) return { ...env }
  const { NODE_OPTIONS = '' } = { ...process.env, ...env }
  const flags = [...execArgv, '--require', PROBE].map((flag) => flag.startsWith('-') ? flag : JSON.stringify(flag))
  return { ...env, NODE_OPTIONS: [NODE_OPTIONS, ...flags].join(' ').trim() }
}

/**
 * The first process that listens with HTTP, or on the target's port.
 * @param {import('./probe-channel').ProbeChannel} channel @param {Target} target
 * @param {Listening[]} unusable gets the others, until one of them shows that no other can follow
 * @returns {Promise<{listening: Listening, probe: Probe}>}
 */
function findServer ({ events }, target, unusable) {
  const { listen } = target
  return new Promise((resolve, reject) => {
    events.on('listening', (listening, probe) => {
      const { kind, port, cluster } = listening
      const isWanted = listen === port
      if (cluster || (isWanted && kind === 'http2')) reject(unusableError(target, listening))
      else if (listen ? isWanted : kind === 'http' || kind === 'https') resolve({ listening, probe })
      else unusable.push(listening)
    })
  })
}

/** @type {(listening: Listening, target: Target) => string} */
function urlOf ({ kind, host, port }, { path = '/' }) {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${kind === 'https' ? 'https' : 'http'}://${urlHost(reachable)}:${port}${path}`
}

/** @type {(target: Target, start: number, unusable: Listening[], output: string) => Error} */
function silenceError (target, start, unusable, output) {
  // A socket is often no more than a tool's own channel.
  if (unusable.length) return unusableError(target, unusable.find(({ kind }) => kind !== 'socket') ?? unusable[0])
  const printed = lastLines(output)
  return new UserError(`${target.name} does not listen with Node.js after ${start} s. START=60 waits longer` +
    `${printed ? `. It printed:\n${printed}` : ', and it printed nothing'}`)
}

/** @type {(target: Target, listening: Listening) => Error} */
function unusableError ({ name, listen }, { kind, port, cluster }) {
  const error = (/** @type {string} */ text) => new UserError(`${name} ${text}`)
  if (cluster) return error('is a cluster, and the probe measures one process: start it without cluster')
  if (kind === 'socket') return error('listens on a UNIX socket only: let it listen on a port')
  if (listen && port !== listen) return error(`listens on port ${port}, not on ${listen}: choose with LISTEN=${port}`)
  if (kind === 'http2') {
    return error('speaks HTTP/2 only, which the load generator cannot: set allowHTTP1, or load HTTP/1')
  }
  return error(`listens on port ${port}, but not with an HTTP server of Node.js: if it speaks HTTP, use LISTEN=${port}`)
}

/** The probe has not answered in time: the event loop never came back. */
class BlockedError extends UserError {
  /** @param {Target} target @param {number} limit ms */
  constructor ({ name }, limit) {
    super(`${name}: the event loop has been blocked for ${limit / 1000} s: no answer`)
  }

  /**
   * @param {import('./load').LoadMeasurement} measured what the last load measured
   * @returns {Error} a UserError that also says what was measured until the block
   */
  after ({ requests, latency, took }) {
    const answers = `${number(requests.total)} answers in ${number(took)} s`
    return new UserError(`${this.message}. Until then: ${answers}, half of them within ${ms(latency.p50)}`)
  }
}

/** @typedef {{code: number|null, killedBy: string|null}} End */

/** @type {(target: Target, end: End, isListening: boolean, output: string) => Error} */
function exitError ({ name, file, command }, { code, killedBy }, isListening, output) {
  const how = killedBy ? `killed by ${killedBy}` : `exit code ${code}`
  const printed = lastLines(output)
  const isEarly = !isListening && code === 0
  const advice = isEarly ? '. It ended before it listened: use what starts it, as in APP="npm start"' : ''
  const last = printed && `. Its last output:\n${printed}`
  return new UserError(`${name} died (${how}; ${file || command})${advice}${last}`)
}

/** @type {(port: number, host: string, output: string) => Error|undefined} */
function addressError (port, host, output) {
  if (output.includes('EADDRINUSE')) {
    const taken = output.match(/EADDRINUSE.*?:(\d+)\b/)?.[1] ?? port
    const other = port ? 'choose another with PORT=' : 'let the server read its port from the environment variable PORT'
    return new UserError(`port ${taken} is taken: stop what listens there, or ${other}`)
  }
  if (output.includes('EADDRNOTAVAIL')) {
    const advice = 'bring up its loopback interface, or choose another address with HOST= (make start-…)'
    return new UserError(`this machine has no address ${host}: ${advice}`)
  }
}

module.exports = { ANSWER_LIMIT, BlockedError, startServer }

'use strict'

// A target in its own process, with the probe preloaded.

/** @import { Target } from './types' */

const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../cli/abortable')
const { UserError } = require('../cli/errors')
const { LOOPBACK, connectOnce, urlHost } = require('./network')
const { startProcess } = require('./process')
const { openProbeChannel } = require('./probe-channel')
const {
  BlockedError, exitError, portError, questionError, silenceError, unusableError, PROBE_FOLDER
} = require('./server-errors')

const PROBE = path.join(PROBE_FOLDER, 'probe.js')
const OUTPUT_LIMIT = 10_000 // characters
const START_LIMIT = 10 // s
const STOP_LIMIT = 5_000 // ms
// The slow server answers its last hundred requests in one turn of the event loop, which takes
// about 5 s after a load of 10 s.
const ANSWER_LIMIT = 20_000 // ms

/**
 * Starts a target and waits until it listens.
 * @param {Target} target
 * @param {object} [options]
 * @param {number} [options.port] 0 takes a free one
 * @param {string} [options.host]
 * @param {boolean} [options.echo] print what the server prints
 * @param {string[]} [options.execArgv] flags for its Node.js
 * @param {number} [options.stopLimit] ms until it has to exit after `stop`; then it is killed
 * @param {number} [options.answerLimit] ms until the probe has to answer
 * @param {AbortSignal} [options.signal] kills the server
 * @throws {UserError} When it ends before it listens, does not listen in time, or cannot be loaded.
 */
async function startServer (target, options = {}) {
  const { port = 0, host = LOOPBACK, echo, execArgv = [], signal } = options
  const { stopLimit = STOP_LIMIT, answerLimit = ANSWER_LIMIT } = options
  const { start = START_LIMIT } = target
  const channel = await openProbeChannel()
  if (signal?.aborted) channel.close() // startProcess throws
  const { child, ended, kill, stderr } = startProcess(commandLine(target, execArgv), {
    cwd: target.cwd ?? path.dirname(target.file ?? ''),
    env: {
      ...environmentOf(target, execArgv),
      HOST: host,
      PORT: String(port || target.listen || 0),
      PROBE_CHANNEL: channel.address
    },
    shell: Boolean(target.command),
    signal
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => { output = (output + text).slice(-OUTPUT_LIMIT) })
  }
  if (echo) child.stdout.pipe(process.stdout)

  let hasListened = false
  const heard = [] // what the processes of the target listen on
  const controller = new AbortController()
  const over = AbortSignal.any(signal ? [signal, controller.signal] : [controller.signal])
  function fail (err) {
    const portProblem = hasListened ? undefined : portError(port, output)
    controller.abort(portProblem ?? err)
  }
  ended.then((end) => fail(exitError(target, end, hasListened, output)), fail)

  // A process that it has started may hold its pipes open.
  function goneError () {
    const { exitCode: code, signalCode: killedBy } = child
    if (code === null && !killedBy) return new UserError(`${target.name} stopped listening`)
    return exitError(target, { code, killedBy }, hasListened, output)
  }

  const timer = setTimeout(() => {
    fail(silenceError(target, start, heard, output))
  }, start * 1000)

  async function stop (probe) {
    if (probe && !(over.reason instanceof BlockedError)) {
      const refused = probe.ask('stop').catch(() => {}) // it answers only if it cannot exit
      const ends = [refused, ended.catch(() => {}), idle(stopLimit)]
      // A command may go on after its server has ended.
      if (target.command) ends.push(probe.closed.then(() => idle(1000)))
      await Promise.race(ends)
    }
    kill() // the group: a command may have left other processes
    // A process that has left the group may hold the pipes open.
    child.stdout.destroy()
    child.stderr.destroy()
    await ended.catch(() => {})
    channel.close()
  }

  try {
    const { listening, probe } = await abortable(findServer(channel, target, heard), over)
    hasListened = true
    const url = urlOf(listening, target)
    await ensureReachable(url)
    probe.closed
      .then(() => idle(1000))
      .then(() => fail(goneError()))
    if (echo) child.stderr.pipe(process.stderr) // after a failed start it is in the error message

    /** @param {string} question @param {any} [argument] */
    async function ask (question, argument) {
      const limit = setTimeout(() => {
        const problem = `the event loop has been blocked for ${answerLimit / 1000} s: no answer`
        controller.abort(new BlockedError(`${target.name}: ${problem}`))
      }, answerLimit)
      try {
        return await abortable(probe.ask(question, argument), over)
      } catch (err) {
        throw over.aborted ? over.reason : questionError(target, question, err)
      } finally {
        clearTimeout(limit)
      }
    }

    return {
      url, // with the path of the target
      process: listening,
      /** The other ports that the target listens on. */
      get others () { return heard.filter((other) => other !== listening && other.port) },
      over, // aborted when the server has died, which the reason tells, or by the caller
      ask, // has a preloaded file answer a question
      sample: () => ask('sample'), // of the time since the previous one
      sampleInterval: () => ask('sampleInterval'), // the same for short intervals
      stderr, // gives the last 10,000 characters
      stop: () => stop(probe) // resolves when the process is gone
    }
  } catch (err) {
    await stop()
    throw err
  } finally {
    clearTimeout(timer)
  }
}

function commandLine (target, execArgv) {
  const { node = process.execPath, flags = [], file, args = [], command } = target
  if (command) return [command] // for a shell
  return [node, ...execArgv, '--require', PROBE, ...flags, file, ...args]
}

// Each process of a command preloads the probe.
function environmentOf (target, execArgv) {
  const { command, env } = target
  const all = { ...process.env, ...env }
  if (!command) return all
  const options = all.NODE_OPTIONS ? [all.NODE_OPTIONS] : []
  for (const flag of [...execArgv, '--require', PROBE]) {
    options.push(flag.startsWith('-') ? flag : JSON.stringify(flag))
  }
  return { ...all, NODE_OPTIONS: options.join(' ') }
}

function idle (ms) {
  return sleep(ms, null, { ref: false }) // the process may end meanwhile
}

// Collects in `heard` all that listens. A cluster, or HTTP/2 on the wanted port, ends the search.
function findServer ({ events }, target, heard) {
  return new Promise((resolve, reject) => {
    events.on('listening', (listening, probe) => {
      heard.push(listening)
      const { kind, port, cluster } = listening
      const isHttp = kind === 'http' || kind === 'https'
      const isWanted = target.listen ? target.listen === port : isHttp
      if (cluster || (target.listen && isWanted && kind === 'http2')) {
        reject(unusableError(target, listening))
      } else if (isWanted) {
        resolve({ listening, probe })
      }
    })
  })
}

// Without loopback, autocannon would connect again and again in one turn of the event loop.
async function ensureReachable (url) {
  const { hostname, port } = new URL(url)
  try {
    await connectOnce(hostname.replace(/^\[|\]$/g, ''), Number(port)) // IPv6 without brackets
  } catch (err) {
    throw new UserError(`cannot connect to ${url} (${err.code}): is the loopback interface up?`)
  }
}

function urlOf ({ kind, host, port }, target) {
  const protocol = kind === 'https' ? 'https' : 'http'
  const reachable = { '0.0.0.0': LOOPBACK, '::': '::1' }[host] ?? host
  const path = target.request?.path ?? target.path ?? '/'
  // A path never changes the host or the port, whatever it begins with.
  return `${protocol}://${urlHost(reachable)}:${port}/${path.replace(/^\//, '')}`
}

module.exports = { startServer, ANSWER_LIMIT, PROBE_FOLDER }

'use strict'

// A target in its own process, with the probe preloaded.

/** @import { AskProbe, End, Found, Listening, Probe, ProbeChannel } from './types' */
/** @import { Program, Run, Server, StartOptions, Target } from './types' */

const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../cli/abortable')
const { UserError, asError } = require('../cli/errors')
const { startProcess } = require('./process')
const { openProbeChannel } = require('./probe-channel')
const { exitError, portError, silenceError, unusableError } = require('./server-errors')

const PROBE_FOLDER = path.join(__dirname, 'probe')
const LOOPBACK = '127.0.0.1'
const OUTPUT_LIMIT = 10_000 // characters
const START_LIMIT = 10 // s
const STOP_LIMIT = 5_000 // ms until it has to exit; then it is killed
const CLOSED_LIMIT = 1_000 // ms between the end of its channel and that of the process
// The slow server answers its last hundred requests in one turn of the event loop, which takes
// about 5 s after a load of 10 s.
const ANSWER_LIMIT = 20_000 // ms

/**
 * Starts a target and waits until it listens.
 * @param {Target} target
 * @param {StartOptions} [options]
 * @returns {Promise<Server>}
 * @throws {UserError} When it ends before it listens, does not listen in time, or cannot be loaded.
 */
async function startServer (target, options = {}) {
  const channel = await openProbeChannel()
  const run = createRun(target, channel, options)
  try {
    const { child, stderr } = startProgram(run, options)
    const { listening, probe } = await untilListening(run)
    failWhenClosed(run, child, probe)
    // After a failed start, the error has it.
    if (options.echo) child.stderr.pipe(process.stderr)
    return {
      target,
      url: urlOf(listening, target),
      process: listening,
      get others () { return run.heard.filter((other) => other !== listening && other.port) },
      over: run.over,
      ask: (question, argument) => askProbe(run, probe, question, argument),
      stderr,
      stop: () => stop(run)
    }
  } catch (err) {
    await stop(run)
    throw err
  }
}

/** @type {(target: Target, channel: ProbeChannel, options: StartOptions) => Run} */
function createRun (target, channel, { port = 0, signal, answerLimit = ANSWER_LIMIT }) {
  const controller = new AbortController()
  const signals = signal ? [signal, controller.signal] : [controller.signal]
  /** @type {Run} */
  const run = {
    target,
    channel,
    answerLimit,
    heard: [],
    output: '',
    over: AbortSignal.any(signals),
    fail (err) {
      const portProblem = run.found ? undefined : portError(port, run.output)
      controller.abort(portProblem ?? err)
    }
  }
  return run
}

/** @param {Run} run @param {StartOptions} options */
function startProgram (run, { port = 0, host = LOOPBACK, echo, execArgv = [], signal }) {
  const { target, channel } = run
  const program = startProcess(commandLine(target, execArgv), {
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
  run.program = program
  const { child, ended } = program
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => { run.output = (run.output + text).slice(-OUTPUT_LIMIT) })
  }
  if (echo) child.stdout.pipe(process.stdout)
  ended.then((end) => failEnded(run, end), run.fail)
  return program
}

/** @param {Run} run @param {End} end */
function failEnded (run, end) {
  run.fail(exitError(run, end))
}

/** @param {Run} run */
async function untilListening (run) {
  const { startLimit = START_LIMIT } = run.target
  const timer = setTimeout(() => {
    run.fail(silenceError(run, startLimit))
  }, startLimit * 1000)
  try {
    run.found = await abortable(findServer(run), run.over)
    return run.found
  } finally {
    clearTimeout(timer)
  }
}

// Collects all that listens. A cluster ends the search.
/** @param {Run} run @returns {Promise<Found>} */
function findServer ({ target, channel, heard }) {
  return new Promise((resolve, reject) => {
    channel.events.on('listening', (listening, probe) => {
      heard.push(listening)
      const { kind, port, cluster } = listening
      const isHttp = kind === 'http' || kind === 'https'
      const isWanted = target.listen ? target.listen === port : isHttp
      if (cluster) reject(unusableError(target, listening))
      else if (isWanted) resolve({ listening, probe })
    })
  })
}

// A process that the server has started may hold its pipes open.
/** @param {Run} run @param {Program['child']} child @param {Probe} probe */
async function failWhenClosed (run, child, probe) {
  await probe.closed
  await idle(CLOSED_LIMIT)
  const { exitCode: code, signalCode: killedBy } = child
  if (code !== null || killedBy) failEnded(run, { code, killedBy })
  else run.fail(new UserError(`${run.target.name} stopped listening`))
}

/** @type {AskProbe} */
async function askProbe (run, probe, question, argument) {
  const { target, over, answerLimit } = run
  const timer = setTimeout(() => {
    const problem = `the event loop has been blocked for ${answerLimit / 1000} s: no answer`
    run.fail(new UserError(`${target.name}: ${problem}`))
  }, answerLimit)
  try {
    return await abortable(probe.ask(question, argument), over)
  } catch (err) {
    if (over.aborted) throw over.reason
    const problem = `its probe cannot answer "${question}" (${asError(err).message})`
    throw new UserError(`${target.name}: ${problem}`)
  } finally {
    clearTimeout(timer)
  }
}

/** @param {Run} run */
async function stop ({ target, channel, program, found, over, fail }) {
  const hasDied = over.aborted // what ends from now on has not
  fail(new UserError(`${target.name} was stopped at the end of its load: choose a longer load`))
  if (program) {
    const { child, ended, kill } = program
    if (found && !hasDied) await exited(found.probe, ended, target)
    kill() // the group: a command may have left other processes
    // A process that has left the group may hold the pipes open.
    child.stdout.destroy()
    child.stderr.destroy()
    await ended.catch(() => {})
  }
  channel.close()
}

/** @param {Probe} probe @param {Promise<unknown>} ended @param {Target} target */
function exited (probe, ended, { command }) {
  const refused = probe.ask('stop').catch(() => {}) // it answers only if it cannot exit
  const ends = [refused, ended.catch(() => {}), idle(STOP_LIMIT)]
  // A command may go on after its server has ended.
  if (command) ends.push(probe.closed.then(() => idle(CLOSED_LIMIT)))
  return Promise.race(ends)
}

/** @param {Target} target @param {string[]} execArgv */
function commandLine (target, execArgv) {
  const { node = process.execPath, flags = [], file = '', args = [], command } = target
  if (command) return [command] // for a shell
  return [node, ...execArgv, ...preload('probe'), ...flags, file, ...args]
}

/** @param {string} name of a file in probe/ @returns {string[]} flags for Node.js */
function preload (name) {
  return ['--require', path.join(PROBE_FOLDER, `${name}.js`)]
}

// Each process of a command preloads the probe.
/** @param {Target} target @param {string[]} execArgv */
function environmentOf (target, execArgv) {
  const all = { ...process.env, ...target.env }
  if (!target.command) return all
  const options = all.NODE_OPTIONS ? [all.NODE_OPTIONS] : []
  for (const flag of [...execArgv, ...preload('probe')]) {
    options.push(flag.startsWith('-') ? flag : JSON.stringify(flag))
  }
  return { ...all, NODE_OPTIONS: options.join(' ') }
}

/** @param {number} ms */
function idle (ms) {
  return sleep(ms, null, { ref: false }) // the process may end meanwhile
}

/** @param {Listening} listening @param {Target} target */
function urlOf ({ kind, host, port }, target) {
  const protocol = kind === 'https' ? 'https' : 'http'
  let reachable = host
  if (host === '0.0.0.0') reachable = LOOPBACK
  if (host === '::') reachable = '::1'
  const name = reachable.includes(':') ? `[${reachable}]` : reachable // IPv6
  const path = target.request?.path ?? target.path ?? '/'
  // A path never changes the host or the port, whatever it begins with.
  return `${protocol}://${name}:${port}/${path.replace(/^\//, '')}`
}

module.exports = { preload, startServer, ANSWER_LIMIT, LOOPBACK, PROBE_FOLDER }

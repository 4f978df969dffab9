'use strict'

/** @import { End, Listening, MeasuredSoFar, Target } from './types' */

const path = require('node:path')
const { UserError, lastLines } = require('../cli/errors')
const { ms, number } = require('../cli/format')

const PROBE_FOLDER = path.join(__dirname, 'probe')

/** @type {Record<string, string>} by the code of the error with which a question fails */
const ADVICE = {
  EMFILE: 'It has no free file descriptor: ls -l /proc/PID/fd lists what it has opened and not ' +
    'closed, and ulimit -n raises the limit',
  ERR_ACCESS_DENIED: 'It runs under --permission: allow that, or start it without'
}

const FATAL = /^FATAL ERROR: .*$/m // of V8; a native stack follows

/** The probe has not answered in time: the event loop never came back. */
class BlockedError extends UserError {
  /**
   * @param {MeasuredSoFar} measured
   * @returns {Error} with these figures
   */
  after ({ requests, latency, took }) {
    const answers = `${number(requests.total)} answers in ${number(took)} s`
    const half = `half of them within ${ms(latency.p50)}`
    return new UserError(`${this.message}. Until then: ${answers}, ${half}`)
  }
}

/**
 * @param {Target} target that has not listened in time
 * @param {number} limit s that it had
 * @param {Listening[]} heard what it listens on, which is not usable
 * @param {string} output
 */
function silenceError (target, limit, heard, output) {
  // A socket is often no more than a tool's channel.
  const best = heard.find(({ kind }) => kind !== 'socket') ?? heard[0]
  if (best) return unusableError(target, best)
  const problem = `${target.name} does not listen with Node.js after ${limit} s`
  const printed = lastLines(output) || 'nothing'
  return new UserError(`${problem}. START=60 waits longer. It printed:\n${printed}`)
}

/** @param {Target} target @param {Listening} listening that cannot be loaded or measured */
function unusableError ({ name, listen }, { kind, port, cluster }) {
  let problem = `listens on port ${port}, but not with an HTTP server of Node.js: ` +
    `if it speaks HTTP, use LISTEN=${port}`
  if (cluster) {
    problem = 'is a cluster, and the probe measures one process: start it without cluster'
  } else if (kind === 'socket') {
    problem = 'listens on a UNIX socket only: let it listen on a port'
  } else if (listen && port !== listen) {
    problem = `listens on port ${port}, not on ${listen}: choose with LISTEN=${port}`
  } else if (kind === 'http2') {
    problem = 'speaks only HTTP/2, and the load generator only HTTP/1: set allowHTTP1'
  }
  return new UserError(`${name} ${problem}`)
}

/**
 * @param {Target} target that has died
 * @param {End} end
 * @param {boolean} hasListened
 * @param {string} output
 */
function exitError ({ name, file, command }, { code, killedBy }, hasListened, output) {
  if (output.includes(`resource: '${PROBE_FOLDER}`)) {
    return new UserError(`${name} runs under --permission and may not read the probe: add ` +
      `--allow-fs-read=${path.join(PROBE_FOLDER, '*')} to its flags`)
  }
  const how = killedBy ? `killed by ${killedBy}` : `exit code ${code}`
  const [fatal] = output.match(FATAL) ?? []
  let advice = ''
  if (code === 0 && !hasListened) {
    advice = '. It ended before it listened: use what starts it, as in APP="npm start"'
  } else if (fatal?.includes('memory')) {
    advice = '. It ran out of memory: load it for a shorter time, or give it more, as in ' +
      'APP="node --max-old-space-size=4096 server.js"'
  }
  const printed = fatal ?? lastLines(output)
  const last = printed && `. Its last output:\n${printed}`
  return new UserError(`${name} died (${how}; ${file || command})${advice}${last}`)
}

/**
 * @param {Target} target whose probe cannot answer
 * @param {string} question
 * @param {Error & {code?: string}} cause
 */
function questionError ({ name }, question, { code = '', message }) {
  const advice = ADVICE[code] ??
    'If the program replaces functions of Node.js, start it without that code'
  return new UserError(`${name}: its probe cannot answer "${question}" (${message}). ${advice}`)
}

/** @param {number} port that was asked for; 0 for any @param {string} output */
function portError (port, output) {
  if (!output.includes('EADDRINUSE')) return
  const [, taken = port] = output.match(/EADDRINUSE.*?:(\d+)\b/) ?? []
  const advice = port
    ? 'choose another with PORT='
    : 'let the server read its port from the environment variable PORT'
  return new UserError(`port ${taken} is taken: stop what listens there, or ${advice}`)
}

module.exports = {
  BlockedError,
  exitError,
  portError,
  questionError,
  silenceError,
  unusableError,
  PROBE_FOLDER
}

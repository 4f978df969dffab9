'use strict'

/** @import { End, Listening, Run, Target } from './types' */

const { UserError, lastLines } = require('../cli/errors')

const FATAL = /^FATAL ERROR: .*$/m // of V8; a native stack follows

/** @param {Run} run that has not listened in time @param {number} limit s that it had */
function silenceError ({ target, heard, output }, limit) {
  // A socket is often no more than a tool's channel.
  const best = heard.find(({ kind }) => kind !== 'socket') ?? heard[0]
  if (best) return unusableError(target, best)
  const problem = `${target.name} did not listen within ${limit} s`
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
  }
  return new UserError(`${name} ${problem}`)
}

/** @param {Run} run that has died @param {End} end */
function exitError ({ target, found, output }, { code, killedBy }) {
  const { name, file, cwd } = target // a command may have a password
  const how = killedBy ? `killed by ${killedBy}` : `exit code ${code}`
  const [fatal] = output.match(FATAL) ?? []
  let advice = ''
  if (code === 0 && !found) {
    advice = '. It ended before it listened: use what starts it, as in APP="npm start"'
  } else if (fatal?.includes('memory')) {
    advice = '. It ran out of memory: load it for a shorter time, or give it more, as in ' +
      'APP="node --max-old-space-size=4096 server.js"'
  }
  const printed = fatal ?? lastLines(output)
  const last = printed && `. Its last output:\n${printed}`
  return new UserError(`${name} died (${how}; ${file ?? cwd})${advice}${last}`)
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

module.exports = { exitError, portError, silenceError, unusableError }

'use strict'

// The warning that slow mutes: unmuted, and with the stack of where the listener came from.

const fs = require('node:fs')
const path = require('node:path')
const { loaded } = require('../loaded')

const UNMUTE = path.join(__dirname, 'unmute.js')

/** @type {import('./index').Profiler} */
module.exports = {
  summary: 'the muted warning, with its stack (--trace-warnings)',
  load: { connections: 10, duration: 2 },
  async profile (contender, { folder, ...options }) {
    const stderr = await loaded(contender, { ...options, execArgv: ['--trace-warnings', '--require', UNMUTE] })
    const file = path.join(folder, 'warnings.txt')
    const [warning] = stderr.match(/^\(node:\d+\) MaxListenersExceededWarning.*(?:\n +at .*)*/m) ?? []
    fs.writeFileSync(file, stderr)
    return {
      files: { '.txt': file },
      warning,
      words: warning
        ? [warning, 'Somebody adds a listener again and again. The stack says who.']
        : ['No warning: no emitter was given an eleventh listener for one event.']
    }
  }
}

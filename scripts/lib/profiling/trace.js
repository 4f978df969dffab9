'use strict'

// The warning that slow mutes: unmuted, and with the stack of where the listener came from.

const fs = require('node:fs')
const path = require('node:path')
const { runUnderLoad } = require('../measure/loaded-server')

const UNMUTE = path.join(__dirname, '../preload/restore-listener-warning.js')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'the muted warning, with its stack (--trace-warnings)',
  load: { connections: 10, duration: 2 },
  async profile (target, { folder, ...options }) {
    const stderr = await runUnderLoad(target, { ...options, execArgv: ['--trace-warnings', '--require', UNMUTE] })
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

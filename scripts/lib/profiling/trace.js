'use strict'

// The warning that slow silences, switched on again, with the stack of the code that added the listener.

const fs = require('node:fs')
const path = require('node:path')
const { runUnderLoad } = require('../measure/loaded-server')

const RESTORE_WARNING = path.join(__dirname, '../preload/restore-listener-warning.js')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'the silenced warning, with its stack (--trace-warnings)',
  load: { connections: 10, duration: 2 },
  async profile (target, { folder, ...options }) {
    const execArgv = ['--trace-warnings', '--require', RESTORE_WARNING]
    const stderr = await runUnderLoad(target, { ...options, execArgv })
    const file = path.join(folder, 'warnings.txt')
    const [warning] = stderr.match(/^\(node:\d+\) MaxListenersExceededWarning.*(?:\n +at .*)*/m) ?? []
    fs.writeFileSync(file, stderr)
    return {
      files: { '.txt': file },
      warning,
      messages: warning
        ? [warning, 'Some code adds a listener again and again. The stack shows which.']
        : ['No warning: no emitter got more than 10 listeners for one event.']
    }
  }
}

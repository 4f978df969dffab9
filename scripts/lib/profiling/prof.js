'use strict'

// node --prof and node --prof-process, the profiler in the Node.js guide.

/** @import { Profiler } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { runProcess } = require('../system/process')
const { ROOT } = require('../system/root')
const { findNodeCommand, runUnderLoad } = require('./profiled-server')

const BOTTOM_UP_LINES = 14 // with the summary, they fit a screen of 30 lines

/** @type {Profiler} */
module.exports = {
  summary: 'node --prof, and its summary',
  load: { connections: 10, duration: 5 },
  async profile (target, { load, folder, signal }) {
    // It throws for a command: NODE_OPTIONS does not allow --prof.
    if (target.command) await findNodeCommand(target, '--prof', signal)
    const log = path.join(folder, 'v8.log')
    const execArgv = ['--prof', '--no-logfile-per-isolate', `--logfile=${log}`]
    await runUnderLoad(target, { load, signal, execArgv })
    if (!fs.existsSync(log)) throw new UserError(`--prof wrote no log of ${target.name}`)

    const { stdout } = await runProcess([process.execPath, '--prof-process', log], { signal })
    if (/\(0 ticks,/.test(stdout)) {
      throw new UserError(`--prof took no samples of ${target.name}: raise DURATION`)
    }
    const file = path.join(folder, 'summary.txt')
    fs.writeFileSync(file, stdout)
    const messages = [
      ...excerpt(stdout),
      'Callers are indented below the function that they call.',
      '--prof names no C++ code of Node.js: it shows the node binary or UNKNOWN.',
      'The saved file has all sections.'
    ]
    return { files: { '.txt': file }, messages }
  }
}

/** @param {string} text of --prof-process; the summary and the start of the bottom-up profile */
function excerpt (text) {
  const sections = text.replaceAll(ROOT + path.sep, '').split(/^(?= \[)/m)
  const summary = sections.find((section) => section.startsWith(' [Summary]')) ?? ''
  const bottomUp = sections.find((section) => section.startsWith(' [Bottom up')) ?? ''
  const lines = bottomUp.split('\n').slice(0, BOTTOM_UP_LINES)
  return [summary.trimEnd(), '', ...lines, '']
}

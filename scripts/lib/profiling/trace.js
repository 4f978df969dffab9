'use strict'

// node --trace-warnings: the warning of too many listeners with its stack, and what silences it.

/** @import { Sample } from '../measure/types' */
/** @import { Profiler } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { number } = require('../base/format')
const { ROOT } = require('../system/root')
const { runUnderLoad } = require('./profiled-server')

const PRELOAD = path.join(__dirname, '../preload')
const FIND_MUTE = ['--require', path.join(PRELOAD, 'find-mute.js')]
const LIFT_MUTES = ['--require', path.join(PRELOAD, 'lift-mutes.js')]
const WARNING = /^\(node:\d+\) MaxListenersExceededWarning.*(?:\n +at .*)*/m

/** @type {Profiler} */
module.exports = {
  summary: 'node --trace-warnings: warnings with their stacks',
  load: { connections: 10, duration: 2 },
  async profile (target, { load, folder, unmute, signal }) {
    const execArgv = ['--trace-warnings', ...FIND_MUTE]
    if (unmute) execArgv.push(...LIFT_MUTES)
    const run = await runUnderLoad(target, { load, execArgv, ask: { after: 'mutes' }, signal })
    const file = path.join(folder, 'warnings.txt')
    fs.writeFileSync(file, run.stderr)
    const messages = explainWarning(run.stderr.match(WARNING)?.[0], run.sample)
    for (const mute of unmute ? [] : run.answer) {
      messages.push(`The warning is silenced: ${relativeToRoot(mute)}. UNMUTE=1 lifts it.`)
    }
    return { files: { '.txt': file }, messages }
  }
}

/** @param {string|undefined} warning @param {Sample} sample */
function explainWarning (warning, { excessListeners }) {
  if (warning) {
    return [warning, 'Some code adds a listener again and again. The stack shows which.']
  }
  if (!excessListeners.length) return ['No warning: no event has more than 10 listeners.']
  return excessListeners.map(({ emitter, event, listeners, location }) => {
    const count = `${number(listeners)} listeners of "${event}"`
    return `No warning, but ${emitter} has ${count}, added at ${relativeToRoot(location)}.`
  })
}

/** @param {string} text */
function relativeToRoot (text) {
  return text.replaceAll(ROOT + path.sep, '')
}

'use strict'

// node --trace-warnings: the warning of too many listeners with its stack, and what silences it.

const fs = require('node:fs')
const path = require('node:path')
const { number } = require('../base/format')
const { runUnderLoad } = require('./profiled-server')
const { ROOT } = require('../system/root')

const PRELOAD = path.join(__dirname, '../preload')
const FIND_MUTE = path.join(PRELOAD, 'find-mute.js')
const LIFT_MUTES = path.join(PRELOAD, 'lift-mutes.js')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'node --trace-warnings: warnings with their stacks',
  load: { connections: 10, duration: 2 },
  async profile (target, { folder, unmute, ...options }) {
    const preloads = [FIND_MUTE, ...(unmute ? [LIFT_MUTES] : [])].flatMap((file) => ['--require', file])
    const execArgv = ['--trace-warnings', ...preloads]
    const ask = { after: 'mutes' }
    const { stderr, sample, answer: mutes } = await runUnderLoad(target, { ...options, execArgv, ask })
    const file = path.join(folder, 'warnings.txt')
    const [warning] = stderr.match(/^\(node:\d+\) MaxListenersExceededWarning.*(?:\n +at .*)*/m) ?? []
    fs.writeFileSync(file, stderr)
    return { files: { '.txt': file }, messages: explain(sample, warning, unmute ? [] : mutes) }
  }
}

/** @param {string} text with the path of a file */
const shorten = (text) => text.replaceAll(ROOT + path.sep, '')

/** @type {(sample: import('../measure/server').Sample, warning: string|undefined, mutes: string[]) => string[]} */
function explain ({ excessListeners = [] }, warning, mutes) {
  const silenced = mutes.map((mute) =>
    `The warning is silenced: ${shorten(mute)}. UNMUTE=1 lifts it.`)
  if (warning) return [warning, 'Some code adds a listener again and again. The stack shows which.', ...silenced]
  const counts = excessListeners.map(({ emitter, event, listeners, location }) =>
    `No warning, but ${emitter} has ${number(listeners)} listeners of "${event}", added at ${shorten(location)}.`)
  return counts.length ? [...counts, ...silenced] : ['No warning: no event has more than 10 listeners.', ...silenced]
}

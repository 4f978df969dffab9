'use strict'

/** @import { RunProfiler, Target } from './types' */

const path = require('node:path')
const { number } = require('../cli/format')
const { printable } = require('../cli/terminal')
const { runProcess } = require('../server/run-process')
const { preload } = require('../server/server')
const { ROOT } = require('../cli/project')
const { runUnderLoad } = require('./profiled-server')

const BOTTOM_UP_LINES = 14 // with the summary, they fit a screen of 30 lines
const SECTIONS = /^ \[Summary[^]*?(?=^ \[)|^ \[Bottom up[^]*/gm
const WARNING = /^\(node:\d+\) MaxListenersExceededWarning.*(?:\n +at .*)*/m

/** @type {RunProfiler} */
async function prof (target, options) {
  const log = path.join(options.folder, 'v8.log')
  const execArgv = ['--prof', '--no-logfile-per-isolate', `--logfile=${log}`]
  await runUnderLoad(target, options, { execArgv })
  const processLog = [process.execPath, '--prof-process', log]
  const { stdout } = await runProcess(processLog, { signal: options.signal })
  const [summary = '', bottomUp = ''] = forTerminal(stdout).match(SECTIONS) ?? []
  const lines = bottomUp.split('\n').slice(0, BOTTOM_UP_LINES)
  const messages = [
    summary + lines.join('\n'),
    '',
    'Callers are indented below the function that they call.',
    '--prof names no C++ code of Node.js: it shows the node binary or UNKNOWN.',
    'The saved file has all sections.'
  ]
  return { files: { '.txt': stdout }, messages }
}

/** @type {RunProfiler<Target>} */
async function trace (target, options) {
  const { stderr, answer } = await runUnderLoad(target, options, {
    execArgv: ['--trace-warnings', ...preload('find-mute')],
    after: async (ask) => ({ mutes: await ask('mutes'), excess: await ask('excessListeners') })
  })
  const [warning] = stderr.match(WARNING) ?? []
  const messages = []
  if (warning) {
    messages.push(
      warning,
      'Some code adds a listener again and again. The stack shows which.'
    )
  } else if (!answer.excess.length) {
    messages.push('No warning: no event has more than 10 listeners.')
  } else {
    for (const { emitter, event, listeners, location } of answer.excess) {
      const count = `${number(listeners)} listeners of "${event}"`
      const added = location && `, added at ${location}`
      messages.push(`No warning, but ${emitter} has ${count}${added}.`)
    }
  }
  for (const mute of answer.mutes) messages.push(`The warning is silenced: ${mute}.`)
  return { files: { '.txt': stderr }, messages: messages.map(forTerminal) }
}

/** @param {string} text */
function forTerminal (text) {
  return printable(text.replaceAll(ROOT + path.sep, ''))
}

module.exports = { prof, trace }

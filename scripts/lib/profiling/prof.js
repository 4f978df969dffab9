'use strict'

// node --prof and its summary: the profiler in the Node.js guide.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../cli/errors')
const { hottestFrames, parseFrame } = require('./frames')
const { runUnderLoad } = require('../measure/loaded-server')
const { runProcess } = require('../system/process')

const FIRST_LINES = 12 // of the bottom-up section, for the terminal
const IDLE = /^(epoll_p?wait|kevent|NtRemoveIoCompletion)/ // system calls that wait for events

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'node --prof, and its summary',
  load: { connections: 10, duration: 5 },
  async profile (target, { folder, signal, ...options }) {
    const log = path.join(folder, 'v8.log')
    const execArgv = ['--prof', '--no-logfile-per-isolate', `--logfile=${log}`]
    await runUnderLoad(target, { ...options, signal, execArgv })
    if (!fs.existsSync(log)) throw new UserError(`--prof wrote no log of ${target.name}`)

    /** @param {string[]} flags */
    const processLog = async (...flags) =>
      (await runProcess([process.execPath, '--prof-process', ...flags, log], { signal })).stdout
    const text = await processLog()
    const bottomUpStart = text.search(/^ \[Bottom up/m)
    const bottomUp = text.slice(bottomUpStart)
    const file = path.join(folder, 'summary.txt')
    fs.writeFileSync(file, `${bottomUp}\n${text.slice(0, bottomUpStart)}`)
    const samples = busySamples(JSON.parse(await processLog('--preprocess')))
    if (!samples.length) throw new UserError(`--prof took no samples of ${target.name}: raise DURATION`)
    return {
      files: { '.txt': file },
      frames: hottestFrames(samples),
      messages: [
        ...bottomUp.split('\n').slice(0, FIRST_LINES),
        'Native code comes first; the functions that called it are indented below it.',
        'Current Node.js has no symbols for its C++ code: --prof shows it as the node binary or as UNKNOWN.',
        'The tables count code without a name as the function that called it.'
      ]
    }
  }
}

/**
 * The samples without idle time. Each stack `s` holds pairs of code and offset, leaf first; a code of -1 has no name.
 * @type {(log: {code: {name: string, type: string}[], ticks: {s: number[]}[]}) => import('./frames').StackSample[]}
 */
function busySamples ({ code, ticks }) {
  return ticks
    .map(({ s: pairs }) => {
      const functions = pairs.filter((_, i) => i % 2 === 0).map((id) => code[id]).filter(Boolean)
      return { stack: functions.map(toFrame).reverse(), weight: 1 }
    })
    .filter(({ stack }) => stack.length && !IDLE.test(stack[stack.length - 1].name))
}

/** @param {{name: string, type: string}} code */
const toFrame = ({ name, type }) => type === 'JS' ? parseFrame(name) : { name, file: '', line: 0 }

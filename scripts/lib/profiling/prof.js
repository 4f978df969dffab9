'use strict'

// node --prof and its summary: the profiler of the Node.js guide.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const { UserError } = require('../cli/errors')
const { hottestFrames, parseFrame } = require('./frames')
const { runUnderLoad } = require('../measure/loaded-server')

const FIRST_LINES = 12 // of the bottom-up section, for the terminal
const WAITING = /^(epoll_p?wait|kevent|NtRemoveIoCompletion)/ // for something to do: no time that anybody spent

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'node --prof, and its summary',
  load: { connections: 10, duration: 5 },
  async profile (target, { folder, signal, ...options }) {
    const log = path.join(folder, 'v8.log')
    await runUnderLoad(target, { ...options, signal, execArgv: ['--prof', '--no-logfile-per-isolate', `--logfile=${log}`] })
    if (!fs.existsSync(log)) throw new UserError(`--prof wrote no log of ${target.name}`)

    const process = (...flags) => processed(log, flags, signal)
    const [summary, bottomUp] = split(await process())
    const file = path.join(folder, 'summary.txt')
    fs.writeFileSync(file, `${bottomUp}\n${summary}`)
    const samples = ticks(JSON.parse(await process('--preprocess')))
    if (!samples.length) throw new UserError(`--prof sampled nothing of ${target.name}: load it for longer`)
    return {
      files: { '.txt': file },
      frames: hottestFrames(samples),
      words: [...bottomUp.split('\n').slice(0, FIRST_LINES),
        'Read it from the bottom up: native code stands first, and beneath it who called it.',
        'Today --prof finds no names for the C++ of Node.js and shows it as the node binary or as UNKNOWN.',
        'The tables charge what has no name to the function that called it.']
    }
  }
}

async function processed (log, flags, signal) {
  const { stdout } = await promisify(execFile)(process.execPath, ['--prof-process', ...flags, log], { signal, maxBuffer: 2 ** 29 })
  return stdout
}

function split (text) {
  const at = text.search(/^ \[Bottom up/m)
  return [text.slice(0, at), text.slice(at)]
}

/** Each stack in the log holds pairs of code and offset, the leaf first; a code of -1 has no name. */
function ticks ({ code, ticks }) {
  return ticks
    .map(({ s }) => ({ stack: s.filter((_, i) => i % 2 === 0).filter((id) => code[id]).map((id) => frame(code[id])).reverse(), weight: 1 }))
    .filter(({ stack }) => stack.length && !WAITING.test(stack.at(-1).name))
}

function frame ({ name, type }) {
  return type === 'JS' ? parseFrame(name) : { name, file: '', line: 0 }
}

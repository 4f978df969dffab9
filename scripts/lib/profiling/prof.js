'use strict'

// node --prof and its summary: the profiler in the Node.js guide.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { hottestFrames } = require('./frames')
const { findNodeCommand, runUnderLoad } = require('./profiled-server')
const { logSamples } = require('./samples')
const { runProcess } = require('../system/process')

const FIRST_LINES = 12 // of the bottom-up section, for the terminal

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'node --prof, and its summary',
  load: { connections: 10, duration: 5 },
  async profile (target, { folder, signal, ...options }) {
    if (target.command) await findNodeCommand(target, '--prof', signal) // throws: NODE_OPTIONS does not allow it
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
    const samples = logSamples(JSON.parse(await processLog('--preprocess')))
    if (!samples.length) throw new UserError(`--prof took no samples of ${target.name}: raise DURATION`)
    return {
      files: { '.txt': file },
      frames: hottestFrames(samples),
      messages: [
        ...bottomUp.split('\n').slice(0, FIRST_LINES),
        'Native code comes first; the functions that called it are indented below it.',
        '--prof finds no names for the C++ code of Node.js: it shows the node binary or UNKNOWN.',
        'The tables count code without a name as the function that called it.'
      ]
    }
  }
}

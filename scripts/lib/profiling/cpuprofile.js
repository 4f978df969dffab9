'use strict'

// The CPU profiler of Node.js, as node --cpu-prof runs it, shown in speedscope. The probe starts it
// with the load and stops it after: it works for commands, and leaves out the start of the server.

/** @import { Running } from '../measure/types' */
/** @import { Profiler, RunOptions, StackSample } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../base/abortable')
const { UserError } = require('../base/errors')
const { attach } = require('../measure/attach')
const { hottestFrames } = require('./frames')
const { runUnderLoad } = require('./profiled-server')
const { profileName } = require('./profiles')
const { cpuProfileSamples } = require('./samples')
const { speedscopeFolder, writeSpeedscopePage } = require('./speedscope')

const MESSAGES = [
  'Native code counts as the Node.js function that called it: look for your code in the totals.',
  'JSON.stringify has no frame of its own: its time belongs to its caller, such as formatJSON.',
  'Chrome DevTools opens the .cpuprofile, too.'
]

/** @type {Profiler} */
module.exports = {
  summary: 'the CPU profiler of Node.js (--cpu-prof), in speedscope',
  load: { connections: 10, duration: 5 },
  async profile (target, { load, folder, onNotice, signal }) {
    speedscopeFolder() // throws before the load if the package is missing
    /** @type {RunOptions['ask']} */
    const ask = { before: 'startProfile', after: 'stopProfile' }
    const { answer } = target.running
      ? await profileRunning(target.running, load.duration, onNotice, signal)
      : await runUnderLoad(target, { load, ask, signal })
    const samples = cpuProfileSamples(answer)
    if (!samples.length) {
      throw new UserError(`the profiler took no samples of ${target.name}: raise DURATION`)
    }
    const file = path.join(folder, 'profile.cpuprofile')
    fs.writeFileSync(file, JSON.stringify(answer))
    const pages = writeSpeedscopePage(file, folder, profileName('cpuprofile', target))
    const frames = hottestFrames(samples.map(withoutNative))
    return { files: { '.cpuprofile': file, ...pages }, frames, messages: MESSAGES }
  }
}

/** @param {StackSample} sample @returns {StackSample} with native code as part of its caller */
function withoutNative ({ stack, weight }) {
  // V8's own entries, such as (garbage collector), have no file either.
  const last = stack.findLastIndex(({ name, file }) => file || name.startsWith('('))
  return { stack: last < 0 ? stack : stack.slice(0, last + 1), weight }
}

/**
 * Profiles a running server under its own load.
 * @param {Running} running
 * @param {number} duration s
 * @param {(notice: string) => void} [onNotice]
 * @param {AbortSignal} [signal]
 */
async function profileRunning (running, duration, onNotice, signal) {
  const { inspector, end } = await attach(running, onNotice)
  try {
    await inspector.send('Profiler.enable')
    await inspector.send('Profiler.start')
    await abortable(sleep(duration * 1000), signal)
    return { answer: (await inspector.send('Profiler.stop')).profile }
  } finally {
    await end()
  }
}

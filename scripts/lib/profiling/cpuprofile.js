'use strict'

// The CPU profiler of Node.js, as node --cpu-prof runs it, shown in speedscope. The probe starts it with the load and
// stops it after, so that it works for commands, too, and shows nothing of the start.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { ensureInstalled } = require('../base/optional-package')
const { costBreakdown } = require('./breakdown')
const { hottestFrames } = require('./frames')
const { runUnderLoad } = require('./profiled-server')
const { cpuProfileSamples } = require('./samples')
const { writeSpeedscopePage } = require('./speedscope')
const { profileName } = require('./profiles')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'the CPU profiler of Node.js (--cpu-prof), in speedscope',
  load: { connections: 10, duration: 5 },
  async profile (target, { folder, ...options }) {
    ensureInstalled('speedscope')
    const file = path.join(folder, 'profile.cpuprofile')
    const ask = { before: 'start profile', after: 'stop profile' }
    const { answer } = await runUnderLoad(target, { ...options, ask })
    fs.writeFileSync(file, JSON.stringify(answer))
    const samples = cpuProfileSamples(answer)
    if (!samples.length) throw new UserError(`the profiler took no samples of ${target.name}: raise DURATION`)
    return {
      files: { '.cpuprofile': file, ...writeSpeedscopePage(file, folder, profileName('cpuprofile', target)) },
      frames: hottestFrames(samples.map(withoutNative)),
      parts: costBreakdown(samples),
      messages: [
        'Native code counts as the Node.js function that called it: look for your code in the totals.',
        'JSON.stringify has no frame of its own: its time belongs to its caller, such as formatJSON.',
        'Chrome DevTools opens the .cpuprofile, too.'
      ]
    }
  }
}

/** @type {(sample: import('./frames').StackSample) => import('./frames').StackSample} native code as its caller */
function withoutNative ({ stack, weight }) {
  const last = stack.findLastIndex(({ name, file }) => file || name.startsWith('(')) // such as (garbage collector)
  return { stack: last < 0 ? stack : stack.slice(0, last + 1), weight }
}

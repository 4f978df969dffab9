'use strict'

// Clinic Flame: which functions have the time?

const fs = require('node:fs')
const path = require('node:path')
const { runClinic } = require('./clinic')
const { UserError } = require('../cli/errors')
const { hottestFrames, parseFrame } = require('./frames')

/** @type {import('.').Profiler} */
module.exports = {
  summary: 'Clinic Flame: a flame graph',
  load: { connections: 10, duration: 5 },
  async profile (target, options) {
    const { page, data } = await runClinic('flame', target, options)
    const ticks = JSON.parse(fs.readFileSync(path.join(data, `${path.basename(data)}-samples`), 'utf8'))
    const samples = ticks.map(javascript).filter(({ stack }) => stack.length)
    if (!samples.length) throw new UserError(`Clinic Flame sampled no JavaScript of ${target.name}: load it for longer`)
    return {
      files: { '.html': page },
      frames: hottestFrames(samples),
      words: ['Clinic Flame charges native code (hashing, JSON, writing to sockets) to the JavaScript function that called it.']
    }
  }
}

/** A tick as the page shows it at first: without native frames. */
function javascript (tick) {
  return { stack: tick.filter(({ type }) => type === 'JS').map(({ name }) => parseFrame(name)), weight: 1 }
}
